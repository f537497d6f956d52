import { sql, type Kysely } from 'kysely'

/** What was read of a page that is a slip and proves no invoice, and the file that an invoice entered from it refers to. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table recognition_result
      add column slip jsonb,
      add column slip_file_id bigint references stored_file on delete set null,
      add constraint recognition_result_slip_check check (slip is null or not is_invoice);
    create index recognition_result_slip_file on recognition_result (slip_file_id) where slip_file_id is not null;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table recognition_result drop column slip, drop column slip_file_id`.execute(db)
}
