import type { SelectQueryBuilder } from 'kysely'
import { sql, type RawBuilder } from 'kysely'
import type { Section } from './page-keys.ts'

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
  /** The tables of the list, joined so that this order is kept, where PostgreSQL would not keep it by itself. */
  alongFrom?: RawBuilder<unknown>
  /**
   * What all rows that match meet in the list's own table, where an index holds the rows that meet it in the order of
   * the key: the condition itself, or a part of it.
   */
  byKey?: RawBuilder<boolean>
  /** The first reference of an order whose index holds little but rows that match. */
  leads?: string
  /** The same condition where it reads nothing but the rows of one table, at next to no cost for one of many. */
  ofRow?: { alias: string; condition: RawBuilder<boolean> }
  /** Where the condition is that a column of this table holds one of several values, of which there may be a great many. */
  among?: Among
}

/** Values of a column, which are found when they are read. */
export interface Among {
  /** The column, with the alias of its table. */
  column: string
  /** Selects `value` of each of them. One may come twice. */
  values: RawBuilder<{ value: string }>
  /** Whether one row holds one of them, at a cost that does not grow with their number. */
  ofOne: RawBuilder<boolean>
}

/** What the conditions of reach read of a caller, as values of their queries. */
export type CallerIds = Readonly<Record<string, number>>

/** One reason why a caller reaches a record. */
export interface Way {
  /** Condition on the record itself; costs a few look-ups in indexes for each row. */
  condition: RawBuilder<boolean>
  /** Selects `id` of all records that are reached this way. */
  ids: RawBuilder<{ id: number }>
}

/** What a caller reaches that does not reach everything. */
export class Reach {
  readonly caller: CallerIds
  /** Names callers whose ways differ by more than their ids. */
  readonly kind: string
  /** The ways of any caller of this kind, for a query that is compiled once for all of them. */
  readonly waysOf: (caller: CallerIds) => readonly Way[]
  #ways: readonly Way[] | undefined

  constructor(caller: CallerIds, kind: string, waysOf: (caller: CallerIds) => readonly Way[]) {
    this.caller = caller
    this.kind = kind
    this.waysOf = waysOf
  }

  /** Made when they are first asked for: most pages are read by a query that is compiled already. */
  get ways(): readonly Way[] {
    return (this.#ways ??= this.waysOf(this.caller))
  }

  /** The set of these keys, for rows that have them in a column. */
  setOf(key: string): ReachedSet {
    const ways = () => this.ways
    return {
      key,
      get ways() {
        return ways()
      },
    }
  }
}

/** What a caller reaches as one set of keys, which a row is compared with instead of looking up what it belongs to. */
export interface ReachedSet {
  /** Column of the scanned table. */
  key: string
  /** Select `id` of these keys. */
  ways: readonly Way[]
  /** Condition on the row that reaches it without the set. */
  besides?: RawBuilder<boolean>
}

/** How rows are read along an index of one table, which every reference of the order belongs to. */
export interface IndexScan {
  alias: string
  table: RawBuilder<unknown>
  /** Joins of the other tables, each a look-up for a row that is there already. */
  joins: RawBuilder<unknown>
  /** Missing where the table has no such column. */
  reachedSet?: ReachedSet
}

export interface LargeList {
  name: string
  /** The table of the list and the joins that its filters or its order need. */
  from: RawBuilder<unknown>
  /** The same with what the conditions of reach read. */
  fromReached: RawBuilder<unknown>
  key: string
  filters: readonly Filter[]
  /** Null for a caller that reaches everything. */
  reach: Reach | null
  /** Missing where the list is never that long, or ordered by another table than its key is in. */
  scan?: IndexScan | undefined
}

/** A page in the order of the list, and the same for the rows of a key set. */
export interface Sections {
  section: Section
  sorted: Section
}

export const allOf = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** No row is asked about a way by which the caller reaches nothing: that is settled once for the statement. */
export const anyOf = (ways: readonly Way[]) =>
  sql<boolean>`(${sql.join(
    ways.map(({ condition, ids }) => sql`((select exists (${ids})) and ${condition})`),
    sql` or `,
  )})`

export const conditionsOf = (reach: Reach | null) => (reach === null ? [] : [anyOf(reach.ways)])

export const reachedFrom = ({ from, fromReached, reach }: LargeList) => (reach ? fromReached : from)

/** The filter by many values of the scanned table, if there is no other filter. */
export function onlyAmong({ filters, scan }: LargeList): Among | null {
  const [filter] = filters
  return filters.length === 1 && scan && filter?.ofRow?.alias === scan.alias ? (filter.among ?? null) : null
}

/** Restricts a query of whole rows, such as that of an export, by the filters of its list. */
export const matching = <DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  filters: readonly Filter[],
): SelectQueryBuilder<DB, TB, Row> => filters.reduce((query, { found }) => query.where(found), rows)
