import { sql, type Kysely } from 'kysely'

/**
 * The title that the last audit approved, while another one waits for the next. Profiles that wait for an audit now have
 * kept their title, since only a name or a number sent them there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert add column audited_title text;
    update expert set audited_title = title where audited_name is not null;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table expert drop column audited_title`.execute(db)
}
