import type { Page } from '@consilium/contract/envelope.ts'
import type { Db } from './db.ts'
import { fromFilters, fromManyFiltered, fromManyReached, fromReach } from './gathered-page.ts'
import type { LargeList, Sections } from './large-list.ts'
import { orderOf, type Order, type Paging, type Sorting } from './list-order.ts'
import { sectionOf, selectedOrder, type PageKeys } from './page-keys.ts'
import { fromOrder, fromWalk } from './walked-page.ts'
import { unlessWide } from './wide-reach.ts'

/** Pages further on are read from what the caller reaches: along the order, all before them would be passed. */
const DEEP = 1000

/**
 * Reads the keys of a page: from all that the caller reaches or from all that the filters match, where one of them is
 * little; otherwise along the order of the list, in which the next matching row is seldom far. Where it is far, the keys of
 * the smaller of both are sorted, and what is left is read along the order however long that takes.
 */
async function keysOfPage(db: Db, list: LargeList, sections: Sections): Promise<PageKeys> {
  const { filters, reach, name } = list
  const remembered = `${name} ${reach?.caller.userId}`
  const { section } = sections
  const gathered =
    (reach && (await unlessWide(remembered, () => fromReach(db, list, reach, sections)))) ??
    (filters.length > 0 ? await fromFilters(db, list, sections) : null)
  if (gathered) return gathered
  if (section.exactTotal) return fromOrder(db, list, section)
  const many = () => unlessWide(`${remembered} many`, () => fromManyReached(db, list, sections))
  const isDeep = reach !== null && list.walk !== undefined && section.offset > DEEP
  return (
    (isDeep ? await many() : await fromWalk(db, list, section)) ??
    (filters.length > 0 ? await fromManyFiltered(db, list, sections) : null) ??
    (reach && !isDeep && list.walk ? await many() : null) ??
    (await fromOrder(db, list, section))
  )
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
