import { sql, type Kysely } from 'kysely'

/**
 * The account of an expert is audited when it changes, and is paid to from the next day. Accounts that were there before count as
 * audited.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert
      add column bank_branch text,
      add column account_waits boolean not null default false,
      add column account_from date,
      add column audited_account_cipher bytea
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert
      drop column bank_branch,
      drop column account_waits,
      drop column account_from,
      drop column audited_account_cipher
  `.execute(db)
}
