import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Paging, Sorting } from './select-page.ts'

/**
 * Rows of one batch: few enough to be parsed and viewed between two turns of the event loop. More would be quicker in an
 * order without an index, which is sorted anew for every batch, at the cost of everybody else's requests.
 */
export const BATCH_ROWS = 500

/** Where a batch ended: the next one begins behind it. */
export interface Cursor {
  /** Of the sort column, as PostgreSQL writes it: with all fractions of a second, unlike times on the wire. */
  value: string | null
  key: number
}

export interface Batch<Row> {
  rows: Row[]
  /** Null with the last rows. */
  next: Cursor | null
}

export type BatchOrder = Pick<Paging, 'orderByColumn' | 'isAsc'>

/** Rows behind the cursor. PostgreSQL takes null for the largest value, in either direction. */
function isBehind(column: string, key: string, { value, key: last }: Cursor, isAsc: 'asc' | 'desc') {
  const ref = sql.ref(column)
  const compare = sql.raw(isAsc === 'asc' ? '>' : '<')
  const keyBehind = sql<boolean>`${sql.ref(key)} ${compare} ${last}`
  // Said plainly, it is a range of the primary key's index.
  if (column === key) return keyBehind
  const amongNulls = sql<boolean>`(${ref} is null and ${keyBehind})`
  const values = sql<boolean>`(${ref} ${compare} ${value} or (${ref} = ${value} and ${keyBehind}))`
  const further: Record<'asc' | 'desc', RawBuilder<boolean>> = value === null
    ? { asc: amongNulls, desc: sql<boolean>`(${amongNulls} or ${ref} is not null)` }
    : { asc: sql<boolean>`(${values} or ${ref} is null)`, desc: values }
  return further[isAsc]
}

/**
 * The next rows of a filtered query in the order of its list. Each call is one short query of its own, so that a long
 * reading keeps no connection, and no row comes twice however many come and go meanwhile.
 */
export async function selectBatch<DB, TB extends keyof DB, Row, Column extends string>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  { orderByColumn, isAsc }: BatchOrder,
  { columns, key }: Sorting<Column>,
  after: Cursor | null,
  size: number = BATCH_ROWS,
): Promise<Batch<Row>> {
  const column = orderByColumn ? columns[orderByColumn as Column] : key
  const behind = after ? filtered.where(isBehind(column, key, after, isAsc)) : filtered
  const found = await behind
    .select([
      sql<string | null>`${sql.ref(column)}::text`.as('cursorValue'),
      sql<number>`${sql.ref(key)}`.as('cursorKey'),
    ])
    .$castTo<Row & { cursorValue: string | null; cursorKey: number }>()
    .orderBy(sql.ref(column), isAsc)
    .orderBy(sql.ref(key), isAsc)
    .limit(size)
    .execute()
  const last = found.length === size ? found.at(-1) : undefined
  return {
    rows: found.map(({ cursorValue: _value, cursorKey: _key, ...row }) => row as unknown as Row),
    next: last ? { value: last.cursorValue, key: last.cursorKey } : null,
  }
}
