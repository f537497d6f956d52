import { sql, type SelectQueryBuilder } from 'kysely'
import { compiledByShape } from '@consilium/lists/compiled-once.ts'
import type { Db } from '../db.ts'
import { sortedBy, termsOf, type Order } from '@consilium/lists/list-order.ts'

type Ids = Readonly<Record<'userId' | 'mainUserId', number>>

/**
 * Reads the rows of a page that are still within reach, in its order. The query is the same for all callers whose reach has
 * the same conditions, and is compiled once for them and each order. Rows that depend on the time get it as `now`.
 */
export function reachedRows<Caller extends Ids, DB, TB extends keyof DB, Row>(
  key: string,
  reached: (db: Db, caller: Caller, now: string) => SelectQueryBuilder<DB, TB, Row>,
  reachKind: (caller: Caller) => string,
): (db: Db, caller: Caller, keys: readonly number[], order: Order, now?: string) => Promise<Row[]> {
  const read = compiledByShape<
    { caller: Caller; order: Order },
    Ids & { keys: readonly number[]; now: string },
    Row,
    Db
  >(
    ({ caller, order: { references, isAsc } }) => `${reachKind(caller)} ${references.join(' ')} ${isAsc}`,
    (db, { caller, order }, { userId, mainUserId, keys, now }) =>
      sortedBy(
        reached(db, { ...caller, userId, mainUserId }, now).where(
          sql<boolean>`${sql.ref(key)} = any(${keys}::bigint[])`,
        ),
        termsOf(order),
      ),
  )
  return (db, caller, keys, order, now = '') => {
    const { userId, mainUserId } = caller
    return read(db, { caller, order }, { userId, mainUserId, keys: [...keys], now })
  }
}
