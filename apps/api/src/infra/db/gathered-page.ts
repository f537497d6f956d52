import { COUNTED_MAX } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import { allOf, conditionsOf, reachedFrom, type LargeList, type Sections, type Way } from './large-list.ts'
import { directionOf } from './list-order.ts'
import { keysOf, readKeys, type Candidates, type PageKeys } from './page-keys.ts'

/** Keys alone are gathered to this number, which PostgreSQL reads from indexes and sorts in some ten milliseconds. */
export const KEYS_MAX = 100_000

export interface Gathering {
  /** Selects `id` of the records that meet one condition, at most a limit of them. */
  gathered: RawBuilder<unknown>
  /** The tables that the order and the other conditions read, and these conditions. */
  from: RawBuilder<unknown>
  rest: readonly RawBuilder<boolean>[]
}

/** Selects `id` of what the caller reaches, at most so many by each way. */
export const gatheredByReach = (ways: readonly Way[], limit: number) =>
  sql.join(
    ways.map(({ ids }) => sql`(${ids} limit ${limit})`),
    sql` union `,
  )

const byReach = (list: LargeList, max: number): Gathering => ({
  gathered: gatheredByReach(list.ways ?? [], max + 1),
  from: list.from,
  rest: list.filters.map(({ seen }) => seen),
})

function byFilters(list: LargeList, max: number): Gathering {
  const { from, key, filters, ways } = list
  const along = filters.length === 1 ? filters[0]?.along : undefined
  const condition = allOf(filters.map(({ found }) => found))
  const gathered = sql`select ${sql.ref(key)} as id from ${from} where ${condition}
    ${along ? sql`order by ${along}` : sql``} limit ${max + 1}`
  return { gathered, from: reachedFrom(list), rest: conditionsOf(ways) }
}

const SIZE = sql`(select count(*) from gathered)`

/** The page, or null if more records were gathered than there may be. */
async function fromGathered(
  db: Db,
  { key }: LargeList,
  { section, sorted }: Sections,
  { max, gathered, from, rest }: Gathering & { max: number },
): Promise<PageKeys | null> {
  const columns = section.order.references.map((reference, index) => sql.ref(reference).as(`s${index}`))
  // OFFSET keeps the lateral query apart, so that each gathered record is looked up by its key. PostgreSQL may take a
  // filter to match next to nothing, and would read the whole table for it.
  const ctes = sql`with gathered as materialized (${gathered}), found as materialized (
    select one.* from gathered cross join lateral (select ${sql.join(columns)} from ${from}
      where ${sql.ref(key)} = gathered.id and ${allOf(rest)} offset 0) one
      where ${SIZE} <= ${max})`
  const candidates: Candidates = (selected, condition, end) =>
    sql`(select ${sql.join([...selected])} from found where ${condition ?? sql`true`} ${end})`
  const counts = sql`(select ${SIZE} as gathered, (select count(*) from found) as total)`
  const page = await readKeys(db, section, { ctes, counts, keys: keysOf(sorted, candidates) })
  return Number(page.counted['gathered']) > max ? null : page
}

/** The same in the order of the key: records are looked up from the first one on, until the page is full. */
async function fromSorted(
  db: Db,
  { key }: LargeList,
  { section, sorted }: Sections,
  { max, gathered, from, rest }: Gathering & { max: number },
): Promise<PageKeys | null> {
  const { order, field } = section
  const asked =
    rest.length === 0
      ? sql``
      : sql`cross join lateral (select 1 from ${from} where ${sql.ref(key)} = s0 and ${allOf(rest)} offset 0) one`
  const direction = sql.raw(directionOf(order, field === 'before'))
  // Sorted apart, so that PostgreSQL does not look all of them up before it sorts.
  const ids = sql`(select id as s0 from gathered where ${SIZE} <= ${max} order by id ${direction} offset 0)`
  const candidates: Candidates = (selected, condition, end) =>
    sql`(select ${sql.join([...selected])} from ${ids} g ${asked} where ${condition ?? sql`true`} ${end})`
  const ctes = sql`with gathered as materialized (${gathered})`
  const counts = sql`(select ${SIZE} as gathered, ${rest.length === 0 ? SIZE : 0} as total, ${rest.length > 0}::boolean as "isLeast")`
  const page = await readKeys(db, section, { ctes, counts, keys: keysOf(sorted, candidates) })
  return Number(page.counted['gathered']) > max ? null : page
}

const isByKey = ({ section }: Sections) => section.order.references.length === 1

/** From all that the caller reaches, if that is no more than is counted. */
export const fromReach = (db: Db, list: LargeList, sections: Sections) =>
  fromGathered(db, list, sections, { ...byReach(list, COUNTED_MAX), max: COUNTED_MAX })

/** From all that the filters match, if that is no more than is counted. */
export const fromFilters = (db: Db, list: LargeList, sections: Sections) =>
  fromGathered(db, list, sections, { ...byFilters(list, COUNTED_MAX), max: COUNTED_MAX })

/** From all keys that the filters match, if they are read in the order of these and are not too many to be sorted. */
export const fromManyFiltered = (db: Db, list: LargeList, sections: Sections) =>
  isByKey(sections)
    ? fromSorted(db, list, sections, { ...byFilters(list, KEYS_MAX), max: KEYS_MAX })
    : Promise.resolve(null)

/** From all keys that the caller reaches, if they are not too many to be sorted. */
export const fromManyReached = (db: Db, list: LargeList, sections: Sections) => {
  const read = isByKey(sections) ? fromSorted : fromGathered
  return read(db, list, sections, { ...byReach(list, KEYS_MAX), max: KEYS_MAX })
}
