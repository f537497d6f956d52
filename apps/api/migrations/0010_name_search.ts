import { sql, type Kysely } from 'kysely'

/** Table and column of the names that lists are searched by. */
const NAMES = [
  ['project', 'project_name'],
  ['meeting', 'meeting_name'],
  ['organization', 'org_name'],
  ['person', 'name'],
  ['expert', 'name'],
] as const

export async function up(db: Kysely<never>): Promise<void> {
  // Single characters and pairs: trigrams find nothing of a Chinese name of two characters, and nothing at all in a
  // database of the C locale.
  await sql`
    create function grams(value text) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct substr(lower(value), start, size)), '{}')
      from generate_series(1, length(value)) start, generate_series(1, 2) size
      where start + size - 1 <= length(value)
    $$
  `.execute(db)
  for (const [table, column] of NAMES) {
    await sql`
      alter table ${sql.table(table)} add column name_grams text[] not null
        generated always as (grams(${sql.ref(column)})) stored
    `.execute(db)
    await sql`create index ${sql.ref(`${table}_name_grams`)} on ${sql.table(table)} using gin (name_grams) with (fastupdate = off)`.execute(
      db,
    )
  }
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [table] of NAMES) await sql`alter table ${sql.table(table)} drop column name_grams`.execute(db)
  await sql`drop function grams(text)`.execute(db)
}
