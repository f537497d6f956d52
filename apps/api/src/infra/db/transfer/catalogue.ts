import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A table whose rows are carried from one database to another. */
export interface CarriedTable {
  name: string
  /** Without generated ones, in the order of their names. */
  columns: readonly string[]
  /** The primary key; text in the order of its bytes, which is the same on every server. */
  key: readonly { column: string; isText: boolean }[]
}

export interface Sequence {
  name: string
  /** Null if it has given no number yet. */
  last: string | null
}

/** They say which migrations a database has run, and that a restore is under way; the target has its own. */
export const UNFINISHED = 'restore_unfinished'
const NOT_CARRIED = ['kysely_migration', 'kysely_migration_lock', 'migration_hash', UNFINISHED]

export async function readCatalogue(db: Db): Promise<CarriedTable[]> {
  const { rows } = await sql<CarriedTable>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(json_build_object('column', a.attname, 'isText', a.attcollation <> 0) order by k.place)
        from pg_index i cross join lateral unnest(i.indkey) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all (${NOT_CARRIED})
    order by c.relname`.execute(db)
  return rows
}

export async function readSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db)
  return rows
}

export interface AppliedMigration {
  name: string
  /** Null for a migration that ran before hashes were kept. */
  sha256: string | null
}

export async function readMigrations(db: Db): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`
    select m.name, h.sha256 from kysely_migration m left join migration_hash h using (name) order by m.name`.execute(
    db,
  )
  return rows
}

/** Names of the tables that the database holds, of whatever schema the product uses. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in (current_schema(), 'pgboss') order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
