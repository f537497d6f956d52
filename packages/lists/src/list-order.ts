import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { NoSuchPage } from './page.ts'

export interface Paging {
  pageNum: number
  pageSize: number
  orderByColumn?: string | undefined
  isAsc: 'asc' | 'desc'
  after?: string | undefined
  before?: string | undefined
  /** True: all rows are counted. False: no row is read to be counted. */
  exactTotal?: boolean | undefined
}

export interface Sorting<Column extends string> {
  /** Column on the wire → reference in the query, or several of which the later ones order equal values of the first. */
  columns: Readonly<Record<Column, string | readonly string[]>>
  /** Unique reference: the default order and the tie-breaker, so that no row is on two pages. */
  key: string
  /** References without nulls, whose index serves both directions. */
  neverNull?: readonly string[]
}

/** An order that no two rows share: its references, the key last. Nulls come last in both directions. */
export interface Order {
  references: readonly string[]
  /** Whether the first reference may be null. */
  mayBeNull: boolean
  isAsc: 'asc' | 'desc'
  /** What a cursor of this order begins with. */
  name: string
}

/** Keys are made in the order of time, so that they stand for the time of creation where a list names no column for it. */
const referencesOf = (
  column: string,
  columns: Readonly<Record<string, string | readonly string[]>>,
  key: string,
) => (column === 'createTime' ? (columns[column] ?? key) : columns[column]!)

export function orderOf<Column extends string>(
  { orderByColumn, isAsc }: Pick<Paging, 'orderByColumn' | 'isAsc'>,
  { columns, key, neverNull = [] }: Sorting<Column>,
): Order {
  const found = orderByColumn ? referencesOf(orderByColumn, columns, key) : key
  const chosen = typeof found === 'string' ? [found] : found
  const references = chosen.at(-1) === key ? chosen : [...chosen, key]
  const [first = key] = references
  return {
    references,
    mayBeNull: first !== key && !neverNull.includes(first),
    isAsc,
    name: `${orderByColumn ?? ''} ${isAsc}`,
  }
}

const opposite = (isAsc: 'asc' | 'desc') => (isAsc === 'asc' ? 'desc' : 'asc')

/** The direction in which rows are read. */
export const directionOf = ({ isAsc }: Order, backwards: boolean): 'asc' | 'desc' =>
  backwards ? opposite(isAsc) : isAsc

/** The terms of ORDER BY; backwards they are the exact reverse, nulls first. */
export function termsOf(order: Order, backwards = false): RawBuilder<unknown>[] {
  const { references, mayBeNull } = order
  const direction = directionOf(order, backwards)
  return references.map((reference, index) => {
    const nulls = index === 0 && mayBeNull ? ` nulls ${backwards ? 'first' : 'last'}` : ''
    return sql`${sql.ref(reference)} ${sql.raw(direction + nulls)}`
  })
}

/** Sorts the query by terms. */
export const sortedBy = <DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, Row>,
  terms: readonly RawBuilder<unknown>[],
): SelectQueryBuilder<DB, TB, Row> => terms.reduce((query, term) => query.orderBy(term), filtered)

/** The values of a row's references as text; only the first may be null. */
export type Place = readonly (string | null)[]

/** A place in one order, as a client keeps it between two requests. */
export const cursorOf = (order: Order, place: Place): string =>
  Buffer.from(JSON.stringify([order.name, ...place])).toString('base64url')

/** Reads a cursor. Throws NoSuchPage if it is none of this order. */
export function placeOf(order: Order, field: 'after' | 'before', cursor: string): Place {
  try {
    const [name, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const fits =
      name === order.name &&
      place.length === order.references.length &&
      place.every(
        (value, index) => typeof value === 'string' || (value === null && index === 0 && order.mayBeNull),
      )
    if (fits) return place as Place
  } catch {
    // Refused below, like any other text that is no cursor.
  }
  throw new NoSuchPage(field)
}

const rowOf = (references: readonly string[]) => sql`(${sql.join(references.map((each) => sql.ref(each)))})`
const valuesOf = (place: Place) => sql`(${sql.join([...place])})`

/** The rows beyond a place whose first reference is not null, or all of whose references are compared. */
function beyond(references: readonly string[], place: Place, compare: string): RawBuilder<boolean> {
  const whole = sql<boolean>`${rowOf(references)} ${sql.raw(compare)} ${valuesOf(place)}`
  if (references.length < 3) return whole
  // The last reference may belong to another table than the index that the others stand in.
  const [leading, from] = [references.slice(0, -1), place.slice(0, -1)]
  return sql<boolean>`(${rowOf(leading)} ${sql.raw(compare)}= ${valuesOf(from)} and ${whole})`
}

/**
 * Conditions for the rows that follow a place, or stand before it. Rows with and without a null have a condition of
 * their own, in the order in which they come, so that each is a range of an index.
 */
export function rangesBeyond(
  { references, mayBeNull, isAsc }: Order,
  place: Place,
  backwards: boolean,
): RawBuilder<boolean>[] {
  const compare = (isAsc === 'asc') === backwards ? '<' : '>'
  const [first = '', ...others] = references
  if (!mayBeNull) return [beyond(references, place, compare)]
  if (place[0] !== null) {
    const range = beyond(references, place, compare)
    return backwards ? [range] : [range, sql<boolean>`${sql.ref(first)} is null`]
  }
  const range = sql<boolean>`(${sql.ref(first)} is null and ${beyond(others, place.slice(1), compare)})`
  return backwards ? [range, sql<boolean>`${sql.ref(first)} is not null`] : [range]
}
