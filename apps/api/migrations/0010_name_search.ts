import { sql, type Kysely } from 'kysely'

/** Tables whose lists are searched by name, and the columns that hold the names. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  project: ['project_name'],
  meeting: ['meeting_name', 'project_name', 'org_name'],
  meeting_attendee: ['name', 'unit'],
  organization: ['org_name'],
  person: ['name'],
  expert: ['name', 'unit'],
  project_plan: ['plan_name'],
  special_plan: ['plan_name'],
  publicity_support_intent: ['name'],
  publicity_execution_intent: ['name'],
}

/** The names in one text: a search for one of them finds candidates through it and then compares the column. */
const together = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )

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
  for (const [table, columns] of Object.entries(NAMES)) {
    await sql`
      alter table ${sql.table(table)} add column name_grams text[] not null
        generated always as (grams(${together(columns)})) stored
    `.execute(db)
    await sql`create index ${sql.ref(`${table}_name_grams`)} on ${sql.table(table)} using gin (name_grams) with (fastupdate = off)`.execute(
      db,
    )
  }
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of Object.keys(NAMES))
    await sql`alter table ${sql.table(table)} drop column name_grams`.execute(db)
  await sql`drop function grams(text)`.execute(db)
}
