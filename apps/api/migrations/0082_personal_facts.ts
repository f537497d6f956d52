import { sql, type Kysely } from 'kysely'

/**
 * What the tax authority asks of people with foreign documents, encrypted as their numbers are. A resident card needs
 * none of it, since its number contains sex and date of birth.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert
      add column nationality_cipher bytea,
      add column sex_cipher bytea,
      add column birth_date_cipher bytea;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert
      drop column nationality_cipher, drop column sex_cipher, drop column birth_date_cipher;
  `.execute(db)
}
