import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../src/infra/db/db.ts'

/** Tables whose names can be searched, as far as tests copy their rows, with the columns of those names. */
const SEARCHED = { meeting: ['project_name', 'meeting_name'], meeting_attendee: ['name'] } as const

/**
 * Copies of rows by the thousand, which requests could not make in a test. The references of a copy are those of its
 * original, so they are not looked up for each row; the texts of searches are added at once instead of row by row.
 * On a busy machine it may take longer than a statement of the product may.
 */
export async function copyRows(db: Db, copies: readonly RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0; set local session_replication_role = replica`.execute(trx)
    for (const copy of copies) await copy.execute(trx)
    for (const [table, columns] of Object.entries(SEARCHED))
      for (const column of columns)
        await sql`
          insert into searched_text (value)
            select distinct ${sql.ref(column)} from ${sql.table(table)}
             where ${sql.ref(column)} <> ''
               and not exists (select 1 from searched_text known where known.value = ${sql.ref(column)})`.execute(
          trx,
        )
  })
  await sql`analyze`.execute(db)
}

/** Columns that an insertion gives, with their types. */
async function columnsOf(db: Db, table: string) {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
       and attidentity = '' and attgenerated = ''`.execute(db)
  return rows
}

/** A row as the product has written it. */
export interface Original {
  table: string
  key: string
  id: number
}

/**
 * Adds one copy of the row for each of `changes`, which names the columns that differ, and returns their keys in that order. For
 * races among many records of the same kind: the first is made by requests, as users do, and the others are like it.
 */
export async function copiesOf(
  db: Db,
  { table, key, id }: Original,
  changes: readonly Readonly<Record<string, unknown>>[],
): Promise<number[]> {
  const columns = (await columnsOf(db, table)).filter(({ name }) => name !== key || changes[0]?.[key])
  const keys: number[] = []
  for (const change of changes) {
    const values = columns.map(({ name, type }) =>
      name in change ? sql`cast(${change[name]} as ${sql.raw(type)})` : sql.ref(name),
    )
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(table)} where ${sql.ref(key)} = ${id}
        returning ${sql.ref(key)} as id`.execute(db)
    keys.push(...rows.map((row) => row.id))
  }
  return keys
}
