import type { Page } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

export interface Paging {
  pageNum: number
  pageSize: number
  orderByColumn?: string | undefined
  isAsc: 'asc' | 'desc'
}

export interface Sorting<Column extends string> {
  /** Column on the wire → reference in the query. */
  columns: Readonly<Record<Column, string>>
  /** Unique reference: the default order and the tie-breaker, so that no row is on two pages. */
  key: string
  /** References without nulls, whose index serves both directions. */
  neverNull?: readonly string[]
}

/** Returns the ORDER BY terms of a list. Nulls come last in both directions. */
export function orderOf<Column extends string>(
  { orderByColumn, isAsc }: Pick<Paging, 'orderByColumn' | 'isAsc'>,
  { columns, key, neverNull = [] }: Sorting<Column>,
) {
  const column = orderByColumn ? columns[orderByColumn as Column] : key
  const direction =
    isAsc === 'desc' && column !== key && !neverNull.includes(column) ? 'desc nulls last' : isAsc
  const terms = [
    sql`${sql.ref(column)} ${sql.raw(direction)}`,
    ...(column === key ? [] : [sql`${sql.ref(key)} ${sql.raw(isAsc)}`]),
  ]
  return { column, terms }
}

/** Sorts the query by the terms of `orderOf`. */
export const sortedBy = <DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  terms: readonly RawBuilder<unknown>[],
): SelectQueryBuilder<DB, TB, Row> => terms.reduce((query, term) => query.orderBy(term), filtered)

/** Returns one page of a filtered query and the count of all matching rows. */
export async function selectPage<DB, TB extends keyof DB, Row, Column extends string>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  paging: Paging,
  sorting: Sorting<Column>,
): Promise<Page<Row>> {
  const { total } = await filtered
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const rows = await sortedBy(filtered, orderOf(paging, sorting).terms)
    .limit(paging.pageSize)
    .offset((paging.pageNum - 1) * paging.pageSize)
    .execute()
  return { total, rows }
}

/** Returns a LIKE pattern that finds the text anywhere; wildcards in the text are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A condition of a list that depends on the value of its filter. */
export type Condition = (value: unknown) => RawBuilder<boolean>
