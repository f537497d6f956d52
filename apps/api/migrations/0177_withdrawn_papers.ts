import { sql, type Kysely } from 'kysely'

/** Since when an issued document says no more what is so, as the receipt of a payment that was reversed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table issued_paper add column withdrawn_time timestamptz;
    create index issued_paper_sha256 on issued_paper (sha256)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index issued_paper_sha256;
    alter table issued_paper drop column withdrawn_time
  `.execute(db)
}
