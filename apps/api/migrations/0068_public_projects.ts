import { sql, type Kysely } from 'kysely'

/** What the public page says about a project besides its summary. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table project
      add column medical_field text,
      add column public_contact text,
      add column publishes_spending boolean not null default false
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table project drop column publishes_spending, drop column public_contact, drop column medical_field
  `.execute(db)
}
