import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from './database.ts'
import { orderOf, sortedBy, termsOf, type Paging, type Sorting } from './list-order.ts'

/** Rows of one batch, few enough to process in one turn of the event loop. */
export const BATCH_ROWS = 500

type Direction = Paging['isAsc']

/**
 * Position of the next batch. In the order of the key it is the last key read. In any other order it is the keys of all
 * remaining batches as PostgreSQL array literals, which need no parsing here.
 */
export type Cursor = { lastKey: number } | { keys: readonly string[] }

export interface Batch<Row> {
  rows: Row[]
  /** Null after the last batch. */
  next: Cursor | null
}

export type BatchOrder = Pick<Paging, 'orderByColumn' | 'isAsc'>

/** Reads a batch as a range of the primary key's index. */
async function behindKey<DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  key: string,
  isAsc: Direction,
  { lastKey, size }: { lastKey: number | undefined; size: number },
): Promise<Batch<Row>> {
  const compare = sql.raw(isAsc === 'asc' ? '>' : '<')
  const behind =
    lastKey === undefined ? filtered : filtered.where(sql<boolean>`${sql.ref(key)} ${compare} ${lastKey}`)
  const found = await behind
    .select(sql<number>`${sql.ref(key)}`.as('cursorKey'))
    .$castTo<Row & { cursorKey: number }>()
    .orderBy(sql.ref(key), isAsc)
    .limit(size)
    .execute()
  const last = found.length === size ? found.at(-1) : undefined
  return {
    rows: found.map(({ cursorKey: _key, ...row }) => row as unknown as Row),
    next: last ? { lastKey: last.cursorKey } : null,
  }
}

interface Order {
  key: string
  terms: RawBuilder<unknown>[]
}

/** Reads the keys of all batches at once, since an order without an index sorts all rows. */
async function keysInOrder<DB, TB extends keyof DB, Row>(
  db: Database,
  filtered: SelectQueryBuilder<DB, TB, Row>,
  { key, terms }: Order,
  size: number,
): Promise<string[]> {
  const place = sql<number>`row_number() over (order by ${sql.join(terms)})`
  const ranked = filtered.clearSelect().select([sql<number>`${sql.ref(key)}`.as('key'), place.as('place')])
  const { rows } = await sql<{ keys: string }>`
    select array_agg(key)::text as keys from ${ranked} ranked
      group by (place - 1) / ${size} order by min(place)
  `.execute(db)
  return rows.map(({ keys }) => keys)
}

/**
 * Reads the rows of the next keys. Rows changed in the meantime have their new values, or are left out if they no
 * longer match the filters.
 */
async function ofKeys<DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  { key, terms }: Order,
  [keys, ...later]: readonly string[],
): Promise<Batch<Row>> {
  if (keys === undefined) return { rows: [], next: null }
  const ofBatch = filtered.where(sql<boolean>`${sql.ref(key)} = any(${keys}::bigint[])`)
  const rows = await sortedBy(ofBatch, terms).execute()
  return { rows, next: later.length > 0 ? { keys: later } : null }
}

/**
 * Returns the next batch of a filtered query in the order of its list. No connection is held between batches, and no
 * row is returned twice, whatever changes in the meantime.
 */
export async function selectBatch<DB, TB extends keyof DB, Row, Column extends string>(
  db: Database,
  filtered: SelectQueryBuilder<DB, TB, Row>,
  order: BatchOrder,
  sorting: Sorting<Column>,
  after: Cursor | null,
  size: number = BATCH_ROWS,
): Promise<Batch<Row>> {
  const { key } = sorting
  const sorted = orderOf(order, sorting)
  const terms = termsOf(sorted)
  if (after === null && sorted.references.length > 1)
    after = { keys: await keysInOrder(db, filtered, { key, terms }, size) }
  if (after !== null && 'keys' in after) return ofKeys(filtered, { key, terms }, after.keys)
  return behindKey(filtered, key, order.isAsc, { lastKey: after?.lastKey, size })
}
