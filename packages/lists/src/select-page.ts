import type { Page } from './page.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from './database.ts'
import { orderOf, sortedBy, termsOf, type Paging, type Sorting } from './list-order.ts'
import { countOf, keysOf, readKeys, sectionOf, type Candidates } from './page-keys.ts'

/**
 * Returns one page of a filtered query: its keys and the number of matching rows first, then all columns of these rows
 * alone, which `rowsBy` finds by their keys where the filtered query would read more than them.
 */
export async function selectPage<DB, TB extends keyof DB, Row, Column extends string>(
  db: Database,
  filtered: SelectQueryBuilder<DB, TB, Row>,
  paging: Paging,
  sorting: Sorting<Column>,
  rowsBy: SelectQueryBuilder<DB, TB, Row> = filtered,
): Promise<Page<Row>> {
  const order = orderOf(paging, sorting)
  const section = sectionOf(order, paging)
  const bare = filtered.clearSelect().clearOrderBy()
  const candidates: Candidates = (columns, condition, end) =>
    (condition ? bare.where(condition) : bare).select([...columns]).modifyEnd(end)
  const { keys, total, totalIsExact, next, previous } = await readKeys(db, section, {
    counts: countOf(section, candidates),
    keys: keysOf(section, candidates),
  })
  const rows = await rowsOf(rowsBy, sorting.key, keys, termsOf(order))
  return { total, totalIsExact, rows, next, previous }
}

/** The rows of a page that still match, in its order. */
export async function rowsOf<DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  key: string,
  keys: readonly number[],
  terms: readonly RawBuilder<unknown>[],
): Promise<Row[]> {
  if (keys.length === 0) return []
  return sortedBy(
    filtered.where(sql<boolean>`${sql.ref(key)} = any(${[...keys]}::bigint[])`),
    terms,
  ).execute()
}
