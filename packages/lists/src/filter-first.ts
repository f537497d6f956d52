import { COUNTED_MAX } from './page.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { compiledByShape } from './compiled-once.ts'
import {
  allOf,
  conditionsOf,
  onlyAmong,
  reachedFrom,
  type Among,
  type CallerIds,
  type Filter,
  type LargeList,
  type Reach,
  type Sections,
  type Way,
} from './large-list.ts'
import { directionOf } from './list-order.ts'
import {
  keysOf,
  keyStatement,
  pageOf,
  readKeys,
  type Candidates,
  type KeyQueries,
  type KeyRow,
  type PageKeys,
} from './page-keys.ts'

/** Key sets are read up to this size, which PostgreSQL reads from indexes and sorts in some ten milliseconds. */
export const KEYS_MAX = 100_000
const SOME_KEYS_MAX = 60_000

export interface KeySet {
  /** Selects `id` of the records that meet one condition, at most a limit of them. */
  ids: RawBuilder<unknown>
  /** The tables that the order and the other conditions read, and these conditions. */
  from: RawBuilder<unknown>
  rest: readonly RawBuilder<boolean>[]
  /** Whether `ids` may select one twice. */
  repeats?: boolean
}

/** Selects `id` of what the caller reaches, at most so many by each way. */
export const keysWithinReach = (ways: readonly Way[], limit: number) =>
  sql.join(
    ways.map(({ ids }) => sql`(${ids} limit ${limit})`),
    sql` union `,
  )

// Counted once: PostgreSQL would count anew for each place that names the number.
const SIZED = sql`, size as materialized (select count(*) as n from key_set)`
const SIZE = sql`(select n from size)`

/** Rows that are asked one after the other whether they hold one of many values. For more, the values are found first. */
const ASKED_MAX = 1000

const seenBySize = ({ seen, among }: Filter) =>
  among ? sql<boolean>`(case when ${SIZE} <= ${ASKED_MAX} then ${among.ofOne} else ${seen} end)` : seen

const byReach = (list: LargeList, max: number): KeySet => ({
  ids: keysWithinReach(list.reach?.ways ?? [], max + 1),
  from: list.from,
  rest: list.filters.map(seenBySize),
})

/** Value after value, so that those behind the limit are not looked for. OFFSET keeps PostgreSQL from another order. */
const idsAlongValues = ({ from, key }: LargeList, { column, values }: Among, limit: number) => sql`
  select one.id from (${values} offset 0) v
    cross join lateral (select ${sql.ref(key)} as id from ${from} where ${sql.ref(column)} = v.value offset 0) one
    limit ${limit}`

function byFilters(list: LargeList, max: number): KeySet {
  const { from, key, filters, reach } = list
  const { along, alongFrom = from } = (filters.length === 1 && filters[0]) || {}
  const condition = allOf(filters.map(({ found }) => found))
  const ids = sql`select ${sql.ref(key)} as id from ${alongFrom} where ${condition}
    ${along ? sql`order by ${along}` : sql``} limit ${max + 1}`
  return { ids, from: reachedFrom(list), rest: conditionsOf(reach) }
}

/** Looks up each record of the key set by its key, and sorts those that match. */
function queriesOfKeySet(
  { key }: LargeList,
  { section, sorted }: Sections,
  { max, ids, from, rest, repeats = false }: KeySet & { max: number },
): KeyQueries {
  const columns = section.order.references.map((reference, index) => sql.ref(reference).as(`s${index}`))
  // OFFSET keeps the lateral query apart, so that each record of the key set is looked up by its key. PostgreSQL may take a
  // filter to match next to nothing, and would read the whole table for it.
  const keySet = repeats ? sql`(select distinct id from key_set) key_set` : sql`key_set`
  const ctes = sql`with key_set as materialized (${ids})${SIZED}, found as materialized (
    select one.* from ${keySet} cross join lateral (select ${sql.join(columns)} from ${from}
      where ${sql.ref(key)} = key_set.id and ${allOf(rest)} offset 0) one
      where ${SIZE} <= ${max})`
  const candidates: Candidates = (selected, condition, end) =>
    sql`(select ${sql.join([...selected])} from found where ${condition ?? sql`true`} ${end})`
  const counts = sql`(select ${SIZE} as "keyCount", (select count(*) from found) as total)`
  return { ctes, counts, keys: keysOf(sorted, candidates) }
}

/** Null if the key set is larger than it may be. */
const unlessMore = (page: PageKeys, max: number) => (Number(page.counted['keyCount']) > max ? null : page)

const fromKeySet = async (
  db: Database,
  list: LargeList,
  sections: Sections,
  keySet: KeySet & { max: number },
): Promise<PageKeys | null> =>
  unlessMore(await readKeys(db, sections.section, queriesOfKeySet(list, sections, keySet)), keySet.max)

/** The same in the order of the key: records are looked up from the first one on, until the page is full. */
async function fromSorted(
  db: Database,
  { key }: LargeList,
  { section, sorted }: Sections,
  { max, ids, from, rest, repeats = false }: KeySet & { max: number },
): Promise<PageKeys | null> {
  const { order, field } = section
  const isSize = rest.length === 0 && !repeats
  const asked =
    rest.length === 0
      ? sql``
      : sql`cross join lateral (select 1 from ${from} where ${sql.ref(key)} = s0 and ${allOf(rest)} offset 0) one`
  const direction = sql.raw(directionOf(order, field === 'before'))
  // Sorted apart, so that PostgreSQL does not look all of them up before it sorts.
  const selected = repeats ? sql`distinct id` : sql`id`
  const sortedIds = sql`(select s0 from (select ${selected} as s0 from key_set where ${SIZE} <= ${max}) k
    order by s0 ${direction} offset 0)`
  const candidates: Candidates = (columns, condition, end) =>
    sql`(select ${sql.join([...columns])} from ${sortedIds} g ${asked} where ${condition ?? sql`true`} ${end})`
  const ctes = sql`with key_set as materialized (${ids})${SIZED}`
  const counts = sql`(select ${SIZE} as "keyCount", ${isSize ? SIZE : 0} as total, ${!isSize}::boolean as "isLeast")`
  return unlessMore(await readKeys(db, section, { ctes, counts, keys: keysOf(sorted, candidates) }), max)
}

const isByKey = ({ section }: Sections) => section.order.references.length === 1

/** Looks up each key of the set, which counts them; if no number is wanted, only the first ones in the order of the key. */
const fromCountedKeys: typeof fromKeySet = (db, list, sections, keySet) =>
  isByKey(sections) && !sections.section.isCounted
    ? fromSorted(db, list, sections, keySet)
    : fromKeySet(db, list, sections, keySet)

/**
 * The same without filters, by the number of a page. It is what most requests for a list ask, and then the same query for all
 * callers, which is compiled once for each order.
 */
const numberedPage = compiledByShape<
  { list: LargeList; reach: Reach; sections: Sections },
  CallerIds & { limit: number; offset: number },
  KeyRow
>(
  ({ list: { name }, reach, sections: { section } }) => {
    const { references, mayBeNull, isAsc } = section.order
    return `${name} ${reach.kind} ${references.join(' ')} ${mayBeNull} ${isAsc}`
  },
  (db, { list, reach, sections }, values) => {
    const { limit, offset } = values
    const ids = keysWithinReach(reach.waysOf(values), COUNTED_MAX + 1)
    const numbered = {
      section: { ...sections.section, limit, offset },
      sorted: { ...sections.sorted, limit, offset },
    }
    const keySet = { ids, from: list.from, rest: [], max: COUNTED_MAX }
    const statement = keyStatement(numbered.section, queriesOfKeySet(list, numbered, keySet))
    return { compile: () => statement.compile(db) }
  },
)

/** From all that the caller reaches, if that is no more than is counted. */
export async function fromReach(
  db: Database,
  list: LargeList,
  reach: Reach,
  sections: Sections,
): Promise<PageKeys | null> {
  const { section } = sections
  const { field, limit, offset, isTooDeep } = section
  if (list.filters.length > 0 || field !== null || isTooDeep)
    return fromCountedKeys(db, list, sections, { ...byReach(list, COUNTED_MAX), max: COUNTED_MAX })
  const rows = await numberedPage(db, { list, reach, sections }, { ...reach.caller, limit, offset })
  return unlessMore(pageOf(section, rows), COUNTED_MAX)
}

/** The keys that the filters match, of which no more are looked for than are counted. */
function byCountedFilters(list: LargeList): KeySet {
  const among = onlyAmong(list)
  const keySet = byFilters(list, COUNTED_MAX)
  return among ? { ...keySet, ids: idsAlongValues(list, among, COUNTED_MAX + 1), repeats: true } : keySet
}

/** From all that the filters match, if that is no more than is counted. */
export const fromFilters = (db: Database, list: LargeList, sections: Sections) =>
  fromCountedKeys(db, list, sections, { ...byCountedFilters(list), max: COUNTED_MAX })

const fromKeys = (db: Database, list: LargeList, sections: Sections, keySet: KeySet & { max: number }) =>
  (isByKey(sections) ? fromSorted : fromKeySet)(db, list, sections, keySet)

/** From all keys that the filters match, if they are not too many to be sorted. */
export const fromManyFiltered = (db: Database, list: LargeList, sections: Sections) =>
  fromKeys(db, list, sections, { ...byFilters(list, KEYS_MAX), max: KEYS_MAX })

const fromKeysReached = (db: Database, list: LargeList, sections: Sections, max: number) =>
  fromKeys(db, list, sections, { ...byReach(list, max), max })

/** From all keys that the caller reaches, if they are not too many to be sorted. */
export const fromManyReached = (db: Database, list: LargeList, sections: Sections) =>
  fromKeysReached(db, list, sections, KEYS_MAX)

/** The same where that costs less than to pass the rows before a deep page: if the keys are the order, and fewer. */
export const fromSomeReached = (db: Database, list: LargeList, sections: Sections) =>
  isByKey(sections) ? fromKeysReached(db, list, sections, SOME_KEYS_MAX) : Promise.resolve(null)
