import { sql, type Kysely } from 'kysely'

/** The account that a line of a batch was locked with; lines from before were paid to what their agreements say. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payment_batch_line
      add column account_of text not null default 'agreement',
      add column account_cipher bytea,
      add column bank_name text,
      add column bank_branch text,
      add column bank_region text,
      add constraint payment_batch_line_account_of check (account_of in ('agreement', 'profile')) not valid
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payment_batch_line
      drop column account_of,
      drop column account_cipher,
      drop column bank_name,
      drop column bank_branch,
      drop column bank_region
  `.execute(db)
}
