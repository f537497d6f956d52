import type { Page } from './page.ts'
import type { Database } from './database.ts'
import { fromLongIndexScan, fromNearRows, fromScanOfReachedSet } from './long-index-scan.ts'
import { fromFilters, fromManyFiltered, fromManyReached, fromReach, fromSomeReached } from './filter-first.ts'
import type { LargeList, Sections } from './large-list.ts'
import { orderOf, type Order, type Paging, type Sorting } from './list-order.ts'
import { sectionOf, selectedOrder, type PageKeys } from './page-keys.ts'
import { fromWholeIndex, fromIndexScan } from './index-scan.ts'
import { unlessWide } from './wide-reach.ts'

/** Pages further on are not looked for among the first rows of the order. */
const DEEP = 1000

/** Whether the filters are answered by what is written in the scanned rows themselves, so that skipping a row is cheap. */
const isQuicklyPassed = ({ filters, scan }: LargeList) =>
  filters.length > 0 && filters.every(({ ofRow, byKey }) => ofRow && ofRow.alias === scan?.alias && !byKey)

/**
 * Along the order, to a bound: row by row, then from the keys that the caller reaches, if they are few, or by a set of
 * what is reached. What a caller found no page with, without filters, is not tried again for a while.
 */
async function fromIndexScans(db: Database, list: LargeList, sections: Sections, caller: string) {
  const { filters, reach, scan } = list
  const { section } = sections
  const isDeep = reach !== null && scan !== undefined && section.offset > DEEP
  const place = `${section.order.name} ${section.field} ${isDeep}`
  const unlessVain = (what: string, attempt: () => Promise<PageKeys | null>) =>
    filters.length > 0 || !reach ? attempt() : unlessWide(`${caller} ${what} ${place}`, attempt)
  const read = isDeep || isQuicklyPassed(list) ? fromLongIndexScan : fromIndexScan
  return (
    (section.offset > DEEP ? null : await fromNearRows(db, list, section)) ??
    (await unlessVain('row by row', () => read(db, list, section))) ??
    (isDeep ? await unlessVain('keys', () => fromSomeReached(db, list, sections)) : null) ??
    (await unlessVain('set', () => fromScanOfReachedSet(db, list, section, `${caller} set`)))
  )
}

/**
 * Reads the keys of a page: from all that the caller reaches or from all that the filters match, where one of them is
 * little; otherwise along the order of the list, in which the next matching row is seldom far. Where it is far, the keys of
 * the smaller of both are sorted, and what is left is read along the order however long that takes.
 */
async function keysOfPage(db: Database, list: LargeList, sections: Sections): Promise<PageKeys> {
  const { filters, reach, name } = list
  const caller = `${name} ${reach ? Object.values(reach.caller).join(' ') : ''}`
  const filteredFirst =
    (reach && (await unlessWide(caller, () => fromReach(db, list, reach, sections)))) ??
    (filters.length > 0 ? await fromFilters(db, list, sections) : null)
  if (filteredFirst) return filteredFirst
  const { exactTotal, order } = sections.section
  if (exactTotal || filters.some(({ leads }) => leads === order.references[0]))
    return fromWholeIndex(db, list, sections.section)
  return (
    (await fromIndexScans(db, list, sections, caller)) ??
    (filters.length > 0 ? await fromManyFiltered(db, list, sections) : null) ??
    (reach && list.scan
      ? await unlessWide(`${caller} many`, () => fromManyReached(db, list, sections))
      : null) ??
    (await fromWholeIndex(db, list, sections.section))
  )
}

/** Reads the rows of a page in its order. Some may have gone since their keys were read. */
export type RowsOf<Row> = (keys: readonly number[], order: Order) => Promise<Row[]>

/** One page of a list that may be too long to count or to sort. */
export async function selectLargePage<Row, Column extends string>(
  db: Database,
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
