import { sql, type Kysely } from 'kysely'

export interface Column {
  name: string
  /** Short name of the type, such as `int8`, `timestamptz` or `_int8` for an array. */
  type: string
  nullable: boolean
  /** True if rows may omit it although it is not nullable: a default, an identity or a generated column. */
  hasDefault: boolean
}

export interface ForeignKey {
  columns: string[]
  target: string
}

/** A table or view as the system catalogues describe it. */
export interface Relation {
  name: string
  isView: boolean
  columns: Column[]
  primaryKey: string[]
  foreignKeys: ForeignKey[]
}

interface ColumnRow extends Column {
  relation: string
  isView: boolean
}

interface KeyRow {
  relation: string
  kind: 'p' | 'f'
  columns: string[]
  target: string | null
}

/** Tables that record the migrations. */
const BOOKKEEPING = /^(?:kysely_|migration_hash$)/

/** Returns the tables and views of the schema by name, with their columns in order. */
export async function readSchema<T>(db: Kysely<T>): Promise<Relation[]> {
  const columns = await sql<ColumnRow>`
    select c.relname as relation, c.relkind = 'v' as "isView", a.attname as name, t.typname as type,
           not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault"
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v', 'p')
      join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
     order by c.relname collate "C", a.attnum`.execute(db)
  const keys = await sql<KeyRow>`
    select k.conrelid::regclass::text as relation, k.contype as kind, nullif(k.confrelid, 0)::regclass::text as target,
           (select array_agg(a.attname::text order by n.place)
              from unnest(k.conkey) with ordinality as n (number, place)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number) as columns
      from pg_constraint k
     where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'f')
     order by k.conrelid::regclass::text collate "C", k.conname collate "C"`.execute(db)
  return [...Map.groupBy(columns.rows, ({ relation }) => relation)]
    .filter(([name]) => !BOOKKEEPING.test(name))
    .map(([name, rows]) => {
      const own = keys.rows.filter(({ relation }) => relation === name)
      return {
        name,
        isView: rows[0]?.isView ?? false,
        columns: rows.map(({ relation: _relation, isView: _isView, ...column }) => column),
        primaryKey: own.find(({ kind }) => kind === 'p')?.columns ?? [],
        foreignKeys: own.flatMap(({ columns: from, target }) => (target ? [{ columns: from, target }] : [])),
      }
    })
}
