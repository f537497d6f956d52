import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import {
  allOf,
  conditionsOf,
  onlyAmong,
  type LargeList,
  type ReachedSet,
  type IndexScan,
} from './large-list.ts'
import { termsOf } from './list-order.ts'
import { keysOf, readKeys, type Candidates, type PageKeys, type Section } from './page-keys.ts'
import { countsFor, isFull, SCANNED_MAX } from './index-scan.ts'
import { isWide, rememberWide } from './wide-reach.ts'

/** Rows that are passed by what is written in them. Looking up what a row belongs to costs some ten times as much. */
const LONG_SCAN_MAX = 20 * SCANNED_MAX
/** Rows that are asked one by one whether they hold one of many values. If more rows hold one than are counted, the next is seldom farther. */
const NEAR_MAX = 5000
/** Keys of a reached set, which PostgreSQL hashes: at its default work_mem, twice as many. */
const SET_MAX = 100_000

/** Conditions on a row of the scanned table; null if a filter reads others. */
function passingBy({ filters, scan }: LargeList): RawBuilder<boolean>[] | null {
  const conditions = filters.flatMap(({ ofRow }) =>
    ofRow && ofRow.alias === scan?.alias ? [ofRow.condition] : [],
  )
  return conditions.length === filters.length ? conditions : null
}

/** The rows of the scanned table in the order of the list, no more than may be passed. */
function passed({ alias, table }: IndexScan, { order, field }: Section, max: number) {
  const terms = sql.join(termsOf(order, field === 'before'))
  const rows = (from: RawBuilder<unknown>, condition: RawBuilder<boolean>, limit: number) =>
    sql`(select ${sql.ref(alias)}.* from ${from} where ${condition} order by ${terms} limit ${limit}) ${sql.ref(alias)}`
  return {
    all: (condition: RawBuilder<boolean> | null) => rows(table, condition ?? sql`true`, max),
    /** The first of them that meet conditions. */
    first: (from: RawBuilder<unknown>, conditions: readonly RawBuilder<boolean>[]) =>
      rows(from, allOf(conditions), SCANNED_MAX),
  }
}

/** The page along the index of its order, of rows that are passed by conditions before they are asked for their reach. */
async function fromPassedRows(
  db: Database,
  list: LargeList,
  section: Section,
  { passing, max }: { passing: readonly RawBuilder<boolean>[]; max: number },
): Promise<PageKeys | null> {
  const { scan, reach } = list
  const counts = countsFor(list, section)
  if (!scan || !counts) return null
  const { all, first } = passed(scan, section, max)
  const candidates: Candidates = (columns, condition, end) =>
    sql`(select ${sql.join([...columns])} from ${first(all(condition), passing)} ${reach ? scan.joins : sql``}
      where ${allOf(conditionsOf(reach))} ${end})`
  const page = await readKeys(db, section, { counts, keys: keysOf(section, candidates) })
  return isFull(section, page) ? page : null
}

/**
 * The page among the first rows of its order, for a filter by many values: no more of them are looked for than rows are
 * passed. Null if the page is not full by then.
 */
export async function fromNearRows(
  db: Database,
  list: LargeList,
  section: Section,
): Promise<PageKeys | null> {
  const among = onlyAmong(list)
  return among && fromPassedRows(db, list, section, { passing: [among.ofOne], max: NEAR_MAX })
}

/**
 * The page along the index of its order. Rows are passed by what is written in them, and no more are asked for their reach than
 * `fromIndexScan` would ask. Null if the page is not full by then.
 */
export async function fromLongIndexScan(
  db: Database,
  list: LargeList,
  section: Section,
): Promise<PageKeys | null> {
  const passing = passingBy(list)
  return passing && fromPassedRows(db, list, section, { passing, max: LONG_SCAN_MAX })
}

const SIZE = sql`(select n from set_size)`

/** Condition that a row is reached, which holds for none if there is more than the set may hold. */
const isIn = ({ key, besides }: ReachedSet) => sql<boolean>`(${besides ?? sql`false`}
  or coalesce(${sql.ref(key)} in (select id from reached_set), false)) and ${SIZE} <= ${SET_MAX}`

/**
 * The same with a set of all that the caller reaches, so that no row is asked for its reach. Null if that is too much, which is
 * remembered by a name, or if the page is not full.
 */
export async function fromScanOfReachedSet(
  db: Database,
  list: LargeList,
  section: Section,
  name: string,
): Promise<PageKeys | null> {
  const { scan, reach } = list
  const counts = countsFor(list, section)
  const passing = passingBy(list)
  if (!scan?.reachedSet || !reach || !counts || !passing || isWide(name)) return null
  const isReached = isIn(scan.reachedSet)
  const { all } = passed(scan, section, LONG_SCAN_MAX)
  const candidates: Candidates = (columns, condition, end) =>
    sql`(select ${sql.join([...columns])} from ${all(condition)} where ${allOf([...passing, isReached])} ${end})`
  const ways = scan.reachedSet.ways.map(({ ids }) => sql`(${ids} limit ${SET_MAX + 1})`)
  const ctes = sql`with reached_set as materialized (
      select id from (${sql.join(ways, sql` union all `)}) ids limit ${SET_MAX + 1}),
    set_size as materialized (select count(*) as n from reached_set)`
  const sized = sql`(select n.*, ${SIZE} as "keyCount" from ${counts} n)`
  const page = await readKeys(db, section, { ctes, counts: sized, keys: keysOf(section, candidates) })
  const isTooWide = Number(page.counted['keyCount']) > SET_MAX
  if (isTooWide) rememberWide(name)
  return !isTooWide && isFull(section, page) ? page : null
}
