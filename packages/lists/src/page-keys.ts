import { COUNTED_MAX, NoSuchPage } from './page.ts'
import { sql, type AliasedRawBuilder, type Expression, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { cursorOf, placeOf, rangesBeyond, termsOf, type Order, type Paging } from './list-order.ts'

/** Of codes of PostgreSQL for values that have not the form of their type, as those of a foreign cursor. */
const DATA_EXCEPTION = '22'
const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(DATA_EXCEPTION)

/** One row more than is counted tells whether there are more. */
export const COUNT_LIMIT = COUNTED_MAX + 1

/** Which rows of an order a page holds. */
export interface Section {
  order: Order
  field: 'after' | 'before' | null
  ranges: readonly RawBuilder<boolean>[]
  offset: number
  /** Beyond what page numbers reach: no rows are read, and the page is refused unless the exact total says that it exists. */
  isTooDeep: boolean
  /** One row more than the page holds, which tells whether there are more. */
  limit: number
  exactTotal: boolean
  /** Whether the caller wants the number of rows, exact or as a lower bound. */
  isCounted: boolean
}

/** Throws NoSuchPage if a cursor is none of this order. */
export function sectionOf(order: Order, paging: Paging): Section {
  const field = paging.after !== undefined ? 'after' : paging.before !== undefined ? 'before' : null
  const cursor = paging.after ?? paging.before
  const offset = field ? 0 : (paging.pageNum - 1) * paging.pageSize
  return {
    order,
    field,
    ranges: field && cursor ? rangesBeyond(order, placeOf(order, field, cursor), field === 'before') : [],
    offset,
    isTooDeep: offset > COUNTED_MAX,
    limit: paging.pageSize + 1,
    exactTotal: paging.exactTotal ?? false,
    isCounted: paging.exactTotal !== false,
  }
}

/** Selects columns of the rows of a list that meet a condition; `end` is what follows WHERE. */
export type Candidates = (
  columns: readonly AliasedRawBuilder<unknown, string>[],
  condition: RawBuilder<boolean> | null,
  end: RawBuilder<unknown>,
) => Expression<unknown>

const namesOf = ({ references }: Order) => references.map((_, index) => `s${index}`)
const typed = ({ references }: Order) =>
  references.map((reference, index) => sql`${sql.ref(reference)}`.as(`s${index}`))
const asText = (order: Order) =>
  sql.join(namesOf(order).map((name, index) => sql`p.${sql.ref(name)}::text as ${sql.ref(`c${index}`)}`))

/** The order of what `keysOf` selects. */
export const selectedOrder = (order: Order): Order => ({ ...order, references: namesOf(order) })

/** The keys of a page and one more, as a query of its own. */
export function keysOf(section: Section, candidates: Candidates) {
  const { order, field, ranges, offset, isTooDeep, limit: taken } = section
  const backwards = field === 'before'
  const limit = isTooDeep ? sql`limit 0` : sql`limit ${taken} offset ${offset}`
  const part = (range: RawBuilder<boolean> | null) =>
    candidates(typed(order), range, sql`order by ${sql.join(termsOf(order, backwards))} ${limit}`)
  const [first = null, second] = ranges
  if (!second) return sql`${part(first)}`
  return sql`(select * from (select * from ${part(first)} f union all select * from ${part(second)} s) b
    order by ${sql.join(termsOf(selectedOrder(order), backwards))} limit ${taken})`
}

export interface KeyRow extends Record<string, unknown> {
  total: number
  /** Whether there may be more than `total`, although that is below the limit of counting. */
  isLeast?: boolean
}

export interface PageKeys {
  /** Further columns of `counts`. */
  counted: KeyRow
  total: number
  totalIsExact: boolean
  keys: number[]
  next: string | null
  previous: string | null
}

/** The number of matching rows, or as many as are known. */
function totalOf(section: Section, { total, isLeast }: KeyRow, read: number) {
  const { field, offset, isTooDeep, limit, exactTotal } = section
  const isCounted = exactTotal || (total <= COUNTED_MAX && !isLeast)
  if (isTooDeep && (!isCounted || total > offset)) throw new NoSuchPage('pageNum')
  if (isCounted) return { total, totalIsExact: true }
  if (!isLeast) return { total: COUNTED_MAX, totalIsExact: false }
  const isEnd = field === null && read > 0 && read < limit
  return {
    total: isEnd ? offset + read : Math.min(Math.max(offset + read, total), COUNTED_MAX),
    totalIsExact: isEnd,
  }
}

/** Orders the keys and makes the cursors of the pages beside them. */
export function pageOf(section: Section, found: readonly KeyRow[]): PageKeys {
  const { order, field, offset, limit } = section
  const [counted = { total: 0 }] = found
  const columns = order.references.map((_, index) => `c${index}`)
  const key = columns.at(-1)!
  const placeIn = (row: KeyRow) => columns.map((name) => row[name] as string | null)
  const places = found.filter((row) => row[key] !== null)
  const hasMore = places.length >= limit
  // Rows before a place are ordered by `readKeys` as they were found: the nearest to the place first.
  const shown = places.slice(0, limit - 1)
  if (field === 'before') shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const before = field === 'before' ? hasMore : field === 'after' || offset > 0
  const behind = field === 'before' || hasMore
  return {
    ...totalOf(section, counted, places.length),
    counted,
    keys: shown.map((row) => Number(row[key])),
    next: behind && last ? cursorOf(order, placeIn(last)) : null,
    previous: before && first ? cursorOf(order, placeIn(first)) : null,
  }
}

/** A query of keys and its counts, `select … as total` at least; `ctes` is what both read from. */
export interface KeyQueries extends Record<'counts' | 'keys', Expression<unknown>> {
  ctes?: RawBuilder<unknown>
}

/** The statement whose rows `pageOf` makes a page of. */
export function keyStatement(
  { order, field }: Pick<Section, 'order' | 'field'>,
  { ctes = sql``, counts, keys }: KeyQueries,
): RawBuilder<KeyRow> {
  const references = namesOf(order).map((name) => `p.${name}`)
  return sql<KeyRow>`${ctes} select n.*, ${asText(order)} from ${counts} n left join ${keys} p on true
    order by ${sql.join(termsOf({ ...order, references }, field === 'before'))}`
}

/** Runs a query of keys beside its counts. */
export async function readKeys(db: Database, section: Section, queries: KeyQueries): Promise<PageKeys> {
  const { field } = section
  const statement = keyStatement(section, queries)
  const { rows } = await statement.execute(db).catch((error: unknown) => {
    throw field && isDataFault(error) ? new NoSuchPage(field) : error
  })
  return pageOf(section, rows)
}

/** Counts the rows of a list, up to the limit unless the exact number is asked for. */
export const countOf = ({ exactTotal }: Section, candidates: Candidates) => {
  const counted = candidates([sql`1`.as('one')], null, exactTotal ? sql`` : sql`limit ${COUNT_LIMIT}`)
  return sql`(select count(*) as total from ${counted} c)`
}
