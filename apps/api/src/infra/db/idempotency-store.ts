import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { IdempotencyStore, KeyedRequest, Known } from '../http/repeats/idempotency.ts'
import type { Keys } from '../keys/keys.ts'
import { Refusal } from '../refusal.ts'
import { inRequestTransaction, type Companion, type RunQuery } from './transactions/request-transaction.ts'
import type { Tables } from './tables.ts'

const KEPT_FOR = sql<string>`now() - interval '24 hours'`
/** A statement that deletes a day of a busy installation at once would exceed its time, and hold the embedded engine. */
const PURGED_AT_ONCE = 1000

const NO_KEY: Companion<unknown> = { begun: async () => {}, settled: async () => {} }

/** Removes the answers of more than a day ago, in batches. */
async function purge(db: Kysely<Tables>): Promise<void> {
  const old = db
    .selectFrom('idempotency_record')
    .select(['scope', 'idempotency_key'])
    .where('create_time', '<', KEPT_FOR)
    .orderBy('create_time')
    .limit(PURGED_AT_ONCE)
    .forUpdate()
    .skipLocked()
  let purged: number
  do {
    const { numDeletedRows } = await db
      .deleteFrom('idempotency_record')
      .where(({ eb, refTuple }) =>
        eb(refTuple('scope', 'idempotency_key'), 'in', old.$asTuple('scope', 'idempotency_key')),
      )
      .executeTakeFirst()
    purged = Number(numDeletedRows)
  } while (purged === PURGED_AT_ONCE)
}

/**
 * The row is written in the transaction of its request, and the key stays locked until that transaction ends, so that
 * no claim outlives its request.
 */
export function createIdempotencyStore(
  db: Kysely<Tables>,
  keys: Keys,
): IdempotencyStore & { purge(): Promise<void> } {
  const record = ({ scope, key }: KeyedRequest) =>
    db.selectFrom('idempotency_record').where('scope', '=', scope).where('idempotency_key', '=', key)
  // A keyed hash, since a registration contains a password, which a plain hash in a stolen database would expose to
  // guessing.
  const hashOf = ({ content }: KeyedRequest) => keys.sign(content, 'idempotency')

  /** An answer that was committed while this statement began is seen at the end: its key refuses a second one. */
  async function claim(request: KeyedRequest, run: RunQuery): Promise<void> {
    const name = JSON.stringify(['idempotency', request.scope, request.key])
    const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`
    const isAnswered = ({ exists }: ExpressionBuilder<Tables, never>) =>
      exists(record(request).select('scope'))
    const held = await run(
      db.selectNoFrom((eb) => [lock.as('isFree'), isAnswered(eb).as('isAnswered')]).compile(),
    )
    const [state] = held.rows as { isFree: boolean; isAnswered: boolean }[]
    if (!state?.isFree || state.isAnswered) throw new Refusal('REQUEST_IN_PROGRESS')
  }

  const remember = async ({ scope, key }: KeyedRequest, requestHash: Buffer, answer: string) => {
    await db
      .insertInto('idempotency_record')
      .values({ scope, idempotency_key: key, request_hash: requestHash, answer })
      .execute()
  }

  return {
    async find(request): Promise<Known> {
      const known = await record(request).select(['request_hash', 'answer']).executeTakeFirst()
      if (!known) return { state: 'unknown' }
      if (!keys.verify(request.content, 'idempotency', known.request_hash)) return { state: 'mismatch' }
      return { state: 'done', answer: known.answer }
    },
    run<T>(request: KeyedRequest | null, work: () => Promise<T>, written: (answer: T) => string): Promise<T> {
      if (!request) return inRequestTransaction<T>(NO_KEY, work)
      const requestHash = hashOf(request)
      return inRequestTransaction<T>(
        {
          begun: (run) => claim(request, run),
          settled: (answer) => remember(request, requestHash, written(answer)),
        },
        work,
      )
    },
    purge: () => purge(db),
  }
}
