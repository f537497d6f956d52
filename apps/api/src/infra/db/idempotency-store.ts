import { sql, type Kysely } from 'kysely'
import type { Claim, IdempotencyStore } from '../http/idempotency.ts'
import type { Keys } from '../keys.ts'
import type { Tables } from './tables.ts'

/** A request that has not answered for this long died with its process; its key is free again. */
const ABANDONED_AFTER = sql<string>`now() - interval '60 seconds'`
const KEPT_FOR = sql<string>`now() - interval '24 hours'`

export function createIdempotencyStore(
  db: Kysely<Tables>,
  keys: Keys,
): IdempotencyStore & { purge(): Promise<void> } {
  const record = (scope: string, key: string) =>
    db.selectFrom('idempotency_record').where('scope', '=', scope).where('idempotency_key', '=', key)

  return {
    async claim(scope, key, request): Promise<Claim> {
      // Keyed: a registration holds a password, and a plain hash of it could be guessed at from a stolen database.
      const requestHash = keys.sign(request, 'idempotency')
      const claimed = await db
        .insertInto('idempotency_record')
        .values({ scope, idempotency_key: key, request_hash: requestHash })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'idempotency_key'])
            .doUpdateSet({ create_time: sql<string>`now()` })
            .where('idempotency_record.answer', 'is', null)
            .where('idempotency_record.request_hash', '=', requestHash)
            .where('idempotency_record.create_time', '<', ABANDONED_AFTER),
        )
        .returning('scope')
        .executeTakeFirst()
      if (claimed) return { state: 'fresh' }
      const known = await record(scope, key).select(['request_hash', 'answer']).executeTakeFirst()
      if (!known) return { state: 'busy' }
      if (!known.request_hash.equals(requestHash)) return { state: 'mismatch' }
      return known.answer === null ? { state: 'busy' } : { state: 'done', answer: known.answer }
    },
    async complete(scope, key, answer) {
      await db
        .updateTable('idempotency_record')
        .set({ answer: JSON.stringify(answer) })
        .where('scope', '=', scope)
        .where('idempotency_key', '=', key)
        .execute()
    },
    async release(scope, key) {
      await db
        .deleteFrom('idempotency_record')
        .where('scope', '=', scope)
        .where('idempotency_key', '=', key)
        .execute()
    },
    async purge() {
      await db.deleteFrom('idempotency_record').where('create_time', '<', KEPT_FOR).execute()
    },
  }
}
