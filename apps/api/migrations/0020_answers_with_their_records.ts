import { sql, type Kysely } from 'kysely'

/** An Idempotency-Key is known from the commit of its request on, with the answer; there are no claims without one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    delete from idempotency_record where answer is null;
    alter table idempotency_record alter column answer set not null;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table idempotency_record alter column answer drop not null`.execute(db)
}
