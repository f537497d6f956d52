import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { allOf, conditionsOf, reachedFrom, type LargeList, type Way } from './large-list.ts'
import { directionOf, termsOf } from './list-order.ts'
import {
  COUNT_LIMIT,
  countOf,
  keysOf,
  readKeys,
  type Candidates,
  type PageKeys,
  type Section,
} from './page-keys.ts'

/** Rows of an index that are looked at before another way to the page is tried. */
export const SCANNED_MAX = 20_000

/** How many records a caller reaches at least: as many as by the widest of its ways. */
const leastReached = (ways: readonly Way[]) => {
  const counts = ways.map(({ ids }) => sql`(select count(*) from (${ids} limit ${COUNT_LIMIT}) w)`)
  return sql`(select greatest(${sql.join(counts)}) as total, true as "isLeast")`
}

/** What is known of the number of rows without looking at them; null where they are to be counted. */
export function countsFor(
  { filters, reach }: LargeList,
  { exactTotal }: Section,
): RawBuilder<unknown> | null {
  if (exactTotal || (filters.length === 0 && !reach)) return null
  if (filters.length === 0) return leastReached(reach?.ways ?? [])
  // More than are counted match the filters; how many of them are within reach is not known.
  return sql`(select ${reach ? 0 : COUNT_LIMIT}::int as total, ${reach !== null}::boolean as "isLeast")`
}

/** Reads the page from the index of its order, passing over what does not match, however much that is. */
export function fromWholeIndex(db: Database, list: LargeList, section: Section): Promise<PageKeys> {
  const { filters, reach, scan } = list
  const candidatesOf =
    (from: RawBuilder<unknown>): Candidates =>
    (columns, condition, end) => {
      const conditions = [
        ...filters.map(({ seen }) => seen),
        ...conditionsOf(reach),
        ...(condition ? [condition] : []),
      ]
      return sql`(select ${sql.join([...columns])} from ${from} where ${allOf(conditions)} ${end})`
    }
  // All of them are counted in whatever order is quickest; the page is read along the index.
  const all = reachedFrom(list)
  const counts = countsFor(list, section) ?? countOf(section, candidatesOf(all))
  const along = scan ? sql`${scan.table} ${scan.joins}` : all
  return readKeys(db, section, { counts, keys: keysOf(section, candidatesOf(along)) })
}

/** Whether there are more rows behind the page. */
export const isFull = ({ field }: Section, { next, previous }: PageKeys) =>
  (field === 'before' ? previous : next) !== null

/**
 * Reads the page from the index of its order, but no further than SCANNED_MAX rows: null if the page is not full by then.
 * Rows that match may all stand at the other end of the order.
 */
export async function fromIndexScan(
  db: Database,
  list: LargeList,
  section: Section,
): Promise<PageKeys | null> {
  const { scan, filters, reach } = list
  const counts = countsFor(list, section)
  if (!scan || !counts) return null
  const { order, field } = section
  const terms = sql.join(termsOf(order, field === 'before'))
  const direction = sql.raw(directionOf(order, field === 'before'))
  const alias = sql.ref(scan.alias)
  // An index holds the rows of one filter in the order of the key; the others, and what else it asks, are asked row by row.
  const own = order.references.length === 1 ? filters.find(({ byKey }) => byKey) : undefined
  const rest = allOf([
    ...filters.filter((filter) => filter !== own || own.byKey !== own.seen).map(({ seen }) => seen),
    ...conditionsOf(reach),
  ])
  const scanned = (selected: RawBuilder<unknown>, condition: RawBuilder<boolean> | null) => sql`(
    select ${selected} from ${scan.table} where ${own?.byKey ?? sql`true`} and ${condition ?? sql`true`}
      order by ${terms} limit ${SCANNED_MAX})`
  const candidates: Candidates = (columns, condition, end) => {
    if (!own)
      return sql`(select ${sql.join([...columns])} from ${scanned(sql`${alias}.*`, condition)} ${alias} ${scan.joins}
      where ${rest} ${end})`
    // As a query of its own it is planned for all its rows: for the first few, the index of the key looks as good. Sorted
    // once more, since PostgreSQL does not know the order of what it has materialized, and would look up all of it.
    const keys = sql`(with k as materialized ${scanned(sql`${sql.ref(list.key)} as id`, condition)}
      select * from k order by id ${direction} offset 0) k`
    const rows = sql`${keys} cross join lateral (
      select ${alias}.* from ${scan.table} where ${sql.ref(list.key)} = k.id offset 0) ${alias}`
    return sql`(select ${sql.join([...columns])} from ${rows} ${scan.joins} where ${rest} ${end})`
  }
  // What is read of the index alone is ordered by what it was read as.
  const read = own ? { ...section, order: { ...order, references: ['k.id'] } } : section
  const page = await readKeys(db, section, { counts, keys: keysOf(read, candidates) })
  return isFull(section, page) ? page : null
}
