import { sql, type SelectQueryBuilder } from 'kysely'
import { compiledByShape } from '../infra/db/compiled-once.ts'
import type { Db } from '../infra/db/db.ts'
import { sortedBy, termsOf, type Order } from '../infra/db/list-order.ts'
import { reachesAll, type Actor } from './actor.ts'

type ReachedKeys = Readonly<Pick<Actor, 'userId' | 'mainUserId'> & { keys: readonly number[] }>

interface Shape {
  actor: Actor
  order: Order
}

/**
 * Reads the rows of a page that are still within reach, in its order. The query is the same for all callers that do not
 * reach everything, and is compiled once for each order.
 */
export function reachedRows<DB, TB extends keyof DB, Row>(
  key: string,
  reached: (db: Db, actor: Actor) => SelectQueryBuilder<DB, TB, Row>,
): (db: Db, actor: Actor, keys: readonly number[], order: Order) => Promise<Row[]> {
  const read = compiledByShape<Shape, ReachedKeys, Row>(
    ({ actor, order: { references, isAsc } }) => `${reachesAll(actor)} ${references.join(' ')} ${isAsc}`,
    (db, { actor, order }, { userId, mainUserId, keys }) =>
      sortedBy(
        reached(db, { ...actor, userId, mainUserId }).where(
          sql<boolean>`${sql.ref(key)} = any(${keys}::bigint[])`,
        ),
        termsOf(order),
      ),
  )
  return (db, actor, keys, order) => {
    const { userId, mainUserId } = actor
    return read(db, { actor, order }, { userId, mainUserId, keys: [...keys] })
  }
}
