import { sql, type Kysely } from 'kysely'

/** Several submissions of a meeting may count at the same time: a later one may keep the invoices of an earlier one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    drop index recognition_batch_current;
    create index recognition_batch_current on recognition_batch (meeting_id) where is_current
  `.execute(db)
}

/** Only the latest submission of a meeting counted before. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index recognition_batch_current;
    update recognition_batch b set is_current = false
      where is_current
        and exists (select from recognition_batch later
          where later.meeting_id = b.meeting_id and later.is_current and later.batch_id > b.batch_id);
    create unique index recognition_batch_current on recognition_batch (meeting_id) where is_current
  `.execute(db)
}
