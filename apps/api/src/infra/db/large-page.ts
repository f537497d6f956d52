import { COUNTED_MAX, type Page } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './db.ts'
import { orderOf, type Order, type Paging, type Sorting } from './list-order.ts'
import {
  COUNT_LIMIT,
  countOf,
  keysOf,
  readKeys,
  sectionOf,
  selectedOrder,
  type Candidates,
  type PageKeys,
  type Section,
} from './page-keys.ts'

/** A filter of a large list. */
export interface Filter {
  /** Condition that an index answers. */
  found: RawBuilder<boolean>
  /** The same condition, quick for one row that is there already. */
  seen: RawBuilder<boolean>
  /**
   * The order of the index that answers the condition. It keeps PostgreSQL, which takes rows that match to be spread
   * evenly, from looking for the first ones by reading a table whose last rows alone match.
   */
  along?: RawBuilder<unknown>
}

/** One reason why a caller reaches a record: see `Way` in domain/reach.ts. */
interface Way {
  condition: RawBuilder<boolean>
  ids: RawBuilder<{ id: number }>
}

export interface LargeList {
  /** Names list and caller, for whom it is remembered that much is within reach. */
  name: string
  /** The table of the list and the joins that its filters or its order need. */
  from: RawBuilder<unknown>
  /** The same with what the conditions of reach read. */
  fromReached: RawBuilder<unknown>
  key: string
  filters: readonly Filter[]
  /** Null for a caller that reaches everything. */
  ways: readonly Way[] | null
}

const allOf = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
/** No row is asked about a way by which the caller reaches nothing: that is settled once for the statement. */
export const anyOf = (ways: readonly Way[]) =>
  sql<boolean>`(${sql.join(
    ways.map(({ condition, ids }) => sql`((select exists (${ids})) and ${condition})`),
    sql` or `,
  )})`

/** Restricts a query of whole rows, such as that of an export, by the filters of its list. */
export const matching = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  filters: readonly Filter[],
): SelectQueryBuilder<DB, TB, Row> => filters.reduce((query, { found }) => query.where(found), rows)

const conditionsOf = (ways: readonly Way[] | null) => (ways === null ? [] : [anyOf(ways)])

/** A page in the order of the list, and the same of rows that were gathered. */
interface Sections {
  section: Section
  sorted: Section
}

interface Gathering {
  /** Selects `id` of the records that meet one condition, at most COUNT_LIMIT of them. */
  gathered: RawBuilder<unknown>
  /** The tables that the order and the other conditions read, and these conditions. */
  from: RawBuilder<unknown>
  rest: readonly RawBuilder<boolean>[]
}

interface Found extends PageKeys {
  /** More records were gathered than are counted, so that the page is not to be had this way. */
  isTooWide: boolean
}

/** Gathers the records that meet one condition, and if they are few sorts those of them that meet the others. */
async function fromGathered(
  db: Db,
  { key }: LargeList,
  { section, sorted }: Sections,
  how: Gathering,
): Promise<Found> {
  const columns = section.order.references.map((reference, index) => sql.ref(reference).as(`s${index}`))
  const size = sql`(select count(*) from gathered)`
  // OFFSET keeps the lateral query apart, so that each gathered record is looked up by its key. PostgreSQL may take a
  // filter to match next to nothing, and would read the whole table for it.
  const ctes = sql`with gathered as materialized (${how.gathered}), found as materialized (
    select one.* from gathered cross join lateral (select ${sql.join(columns)} from ${how.from}
      where ${sql.ref(key)} = gathered.id and ${allOf(how.rest)} offset 0) one
      where ${size} <= ${COUNTED_MAX})`
  const candidates: Candidates = (selected, condition, end) =>
    sql`(select ${sql.join([...selected])} from found where ${condition ?? sql`true`} ${end})`
  const counts = sql`(select ${size} as gathered, (select count(*) from found) as total)`
  const keys = keysOf(sorted, candidates)
  const page = await readKeys(db, section, { ctes, counts, keys })
  return { ...page, isTooWide: Number(page.counted['gathered']) > COUNTED_MAX }
}

/** Selects `id` of what the caller reaches, at most COUNT_LIMIT by each way. */
export const gatheredByReach = (ways: readonly Way[]) =>
  sql.join(
    ways.map(({ ids }) => sql`(${ids} limit ${COUNT_LIMIT})`),
    sql` union `,
  )

const reachedFrom = ({ from, fromReached, ways }: LargeList) => (ways ? fromReached : from)

function gatheredByFilters({ from, key, filters }: LargeList) {
  const along = filters.length === 1 ? filters[0]?.along : undefined
  const condition = allOf(filters.map(({ found }) => found))
  return sql`select ${sql.ref(key)} as id from ${from} where ${condition}
    ${along ? sql`order by ${along}` : sql``} limit ${COUNT_LIMIT}`
}

/** How many records a caller reaches at least: as many as by the widest of its ways. */
const leastReached = (ways: readonly Way[]) => {
  const counts = ways.map(({ ids }) => sql`(select count(*) from (${ids} limit ${COUNT_LIMIT}) w)`)
  return sql`(select greatest(${sql.join(counts)}) as total, true as "isLeast")`
}

/** What is known of the number of rows without looking at them; null where they are to be counted. */
function countsFor({ filters, ways }: LargeList, { exactTotal }: Section): RawBuilder<unknown> | null {
  if (exactTotal || (filters.length === 0 && !ways)) return null
  if (filters.length === 0) return leastReached(ways ?? [])
  // More than are counted match the filters; how many of them are within reach is not known.
  return sql`(select ${ways ? 0 : COUNT_LIMIT}::int as total, ${ways !== null}::boolean as "isLeast")`
}

/** Reads the page from the index of its order, passing over what does not match. */
function fromOrder(db: Db, list: LargeList, section: Section): Promise<PageKeys> {
  const { filters, ways } = list
  const candidates: Candidates = (columns, condition, end) => {
    const conditions = [
      ...filters.map(({ seen }) => seen),
      ...conditionsOf(ways),
      ...(condition ? [condition] : []),
    ]
    return sql`(select ${sql.join([...columns])} from ${reachedFrom(list)} where ${allOf(conditions)} ${end})`
  }
  const counts = countsFor(list, section) ?? countOf(section, candidates)
  return readKeys(db, section, { counts, keys: keysOf(section, candidates) })
}

/** Callers whose reach was too wide to be gathered, and when that is to be tried again. */
const wideUntil = new Map<string, number>()
const WIDE_FOR_MS = 10 * 60_000
const WIDE_MAX = 10_000

function rememberWide(name: string): void {
  if (wideUntil.size >= WIDE_MAX) wideUntil.clear()
  wideUntil.set(name, performance.now() + WIDE_FOR_MS)
}

/**
 * Reads the keys of a page in one of three ways, none of which reads many more rows than COUNTED_MAX: from all that the
 * caller reaches, from all that the filters match, or, where both are many, along the order of the list, in which the next
 * matching row is then seldom far.
 */
async function keysOfPage(db: Db, list: LargeList, sections: Sections): Promise<PageKeys> {
  const { filters, ways, name } = list
  if (ways && performance.now() > (wideUntil.get(name) ?? 0)) {
    const found = await fromGathered(db, list, sections, {
      gathered: gatheredByReach(ways),
      from: list.from,
      rest: filters.map(({ seen }) => seen),
    })
    if (!found.isTooWide) return found
    rememberWide(name)
  }
  if (filters.length === 0) return fromOrder(db, list, sections.section)
  const gathered = gatheredByFilters(list)
  const found = await fromGathered(db, list, sections, {
    gathered,
    from: reachedFrom(list),
    rest: conditionsOf(ways),
  })
  return found.isTooWide ? fromOrder(db, list, sections.section) : found
}

/** Reads the rows of a page in its order. Some may have gone since their keys were read. */
export type RowsOf<Row> = (keys: readonly number[], order: Order) => Promise<Row[]>

/** One page of a list that may be too long to count or to sort. */
export async function selectLargePage<Row, Column extends string>(
  db: Db,
  list: Omit<LargeList, 'key'>,
  { paging, sorting }: { paging: Paging; sorting: Sorting<Column> },
  rowsOf: RowsOf<Row>,
): Promise<Page<Row>> {
  const order = orderOf(paging, sorting)
  const sections = { section: sectionOf(order, paging), sorted: sectionOf(selectedOrder(order), paging) }
  const page = await keysOfPage(db, { ...list, key: sorting.key }, sections)
  const { keys, total, totalIsExact, next, previous } = page
  return { total, totalIsExact, rows: keys.length > 0 ? await rowsOf(keys, order) : [], next, previous }
}
