import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from './db.ts'
import type { Paging, Sorting } from './select-page.ts'

/** Rows of one batch: few enough to be parsed and viewed between two turns of the event loop. */
export const BATCH_ROWS = 500

/** What is left to read: the keys of each batch to come, as PostgreSQL writes an array, so that none is parsed here. */
export type Cursor = readonly string[]

export interface Batch<Row> {
  rows: Row[]
  /** Null with the last rows. */
  next: Cursor | null
}

export type BatchOrder = Pick<Paging, 'orderByColumn' | 'isAsc'>

/** The keys of all rows in their order, batch by batch: sorted once, whatever index the order has. */
async function keysOf<DB, TB extends keyof DB, Row>(
  db: Db,
  filtered: SelectQueryBuilder<DB, TB, Row>,
  { column, key, isAsc, size }: { column: string; key: string; isAsc: 'asc' | 'desc'; size: number },
): Promise<string[]> {
  const direction = sql.raw(isAsc)
  const place = sql<number>`row_number() over (order by ${sql.ref(column)} ${direction}, ${sql.ref(key)} ${direction})`
  const ranked = filtered.clearSelect().select([sql<number>`${sql.ref(key)}`.as('key'), place.as('place')])
  const { rows } = await sql<{ keys: string }>`
    select array_agg(key order by place)::text as keys from ${ranked} ranked
      group by (place - 1) / ${size} order by min(place)
  `.execute(db)
  return rows.map(({ keys }) => keys)
}

/**
 * The next rows of a filtered query in the order of its list. Which rows there are, and where, is settled with the
 * first batch; each is then read as it is at its turn, and left out if the filters no longer let it through. Each call
 * is short queries of its own, so that a long reading keeps no connection.
 */
export async function selectBatch<DB, TB extends keyof DB, Row, Column extends string>(
  db: Db,
  filtered: SelectQueryBuilder<DB, TB, Row>,
  { orderByColumn, isAsc }: BatchOrder,
  { columns, key }: Sorting<Column>,
  after: Cursor | null,
  size: number = BATCH_ROWS,
): Promise<Batch<Row>> {
  const column = orderByColumn ? columns[orderByColumn as Column] : key
  const [keys, ...rest] = after ?? (await keysOf(db, filtered, { column, key, isAsc, size }))
  if (keys === undefined) return { rows: [], next: null }
  const rows = await filtered
    .where(sql<boolean>`${sql.ref(key)} = any(${keys}::bigint[])`)
    .orderBy(sql.ref(column), isAsc)
    .orderBy(sql.ref(key), isAsc)
    .execute()
  return { rows, next: rest.length > 0 ? rest : null }
}
