import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { type CarriedTable, readCatalogue, type Sequence, UNFINISHED } from './catalogue.ts'
import { beginCopying, contentOf, createCount, type Content } from './moment.ts'

const NOTHING = createCount().end()

/** What is loaded: each table's rows, as lines of JSON, and what they must come to. */
export interface Load {
  tables: readonly (Content & { name: string })[]
  sequences: readonly Sequence[]
  linesOf(table: string): AsyncIterable<string[]>
}

/** The loaded rows are not those that were to be loaded. */
export class LoadDiffers extends Error {
  override readonly name = 'LoadDiffers'
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function foreignKeys(trx: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2`.execute(trx)
  return rows
}

const alter = (table: string) => sql`alter table ${sql.table(table)}`

/** Takes the rows in any order and as they are: references are checked at the end, triggers have run where they came from. */
async function withoutGuards(trx: Db, tables: readonly CarriedTable[], work: () => Promise<void>) {
  const keys = await foreignKeys(trx)
  for (const { table, name } of keys) await sql`${alter(table)} drop constraint ${sql.id(name)}`.execute(trx)
  for (const { name } of tables) await sql`${alter(name)} disable trigger user`.execute(trx)
  await work()
  for (const { name } of tables) await sql`${alter(name)} enable trigger user`.execute(trx)
  for (const { table, name, definition } of keys)
    await sql`${alter(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx)
}

async function insertLines(trx: Db, { name, columns }: CarriedTable, lines: readonly string[]) {
  const names = sql.join(columns.map((column) => sql.id(column)))
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)`.execute(
    trx,
  )
}

async function setSequences(trx: Db, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences)
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx)
}

async function requireSame(trx: Db, table: CarriedTable, wanted: Content): Promise<void> {
  const { rows, sha256 } = await contentOf(trx, table)
  if (rows === wanted.rows && sha256 === wanted.sha256) return
  throw new LoadDiffers(
    rows === wanted.rows
      ? `The rows of ${table.name} are not those that were saved`
      : `${table.name} has ${rows} rows, and should have ${wanted.rows}`,
  )
}

/**
 * Replaces all rows in one transaction, and commits only what was found to be the same. The schema must be the one that
 * the rows were saved from. Throws LoadDiffers.
 */
export const loadRows = (db: Db, load: Load): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await beginCopying(trx)
    const tables = await readCatalogue(trx)
    const missing = load.tables.filter(({ name }) => !tables.some((table) => table.name === name))
    if (missing.length > 0)
      throw new LoadDiffers(`There is no table ${missing.map(({ name }) => name).join(', ')}`)
    await withoutGuards(trx, tables, async () => {
      await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx)
      for (const { name } of load.tables) {
        const table = tables.find((known) => known.name === name)!
        for await (const lines of load.linesOf(name)) await insertLines(trx, table, lines)
      }
      await setSequences(trx, load.sequences)
    })
    for (const table of tables)
      await requireSame(trx, table, load.tables.find(({ name }) => name === table.name) ?? NOTHING)
    await sql`drop table if exists ${sql.table(UNFINISHED)}`.execute(trx)
  })

/** Says until `loadRows` has committed that the database is not whole. */
export const markUnfinished = async (db: Db): Promise<void> =>
  void (await sql`create table if not exists ${sql.table(UNFINISHED)} ()`.execute(db))

export async function isUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${UNFINISHED}) is not null as is`.execute(db)
  return rows[0]?.is ?? false
}

/** Removes everything that the product keeps in the database. */
export async function dropEverything(db: Db): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db)
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const schema = sql.id(rows[0]!.schema)
  await sql`drop schema ${schema} cascade`.execute(db)
  await sql`create schema ${schema}`.execute(db)
}
