import { sql } from 'kysely'
import type { Keys } from '../../keys/keys.ts'
import type { Db } from '../db.ts'

/** Calls in the current window, of this one and all before it on every node, and when the window ends. */
export interface Counted {
  calls: number
  seconds: number
}

export interface RateCounts {
  count(scope: string, key: string, windowSeconds: number): Promise<Counted>
  purge(): Promise<void>
}

/** Counters that all nodes share, by the time of the database. Keys are stored as keyed hashes. */
export function createRateCounts(db: Db, keys: Keys): RateCounts {
  return {
    async count(scope, key, windowSeconds) {
      const hash = keys.sign(JSON.stringify([scope, key]), 'rate-count')
      const { rows } = await sql<Counted>`
        insert into rate_count as c (key_hash, calls, window_ends)
          values (${hash}, 1, now() + make_interval(secs => ${windowSeconds}))
        on conflict (key_hash) do update set
          calls = case when c.window_ends <= now() then 1 else c.calls + 1 end,
          window_ends = case when c.window_ends <= now() then excluded.window_ends else c.window_ends end
        returning calls, ceil(extract(epoch from window_ends - now()))::int as seconds`.execute(db)
      return rows[0] ?? { calls: 1, seconds: windowSeconds }
    },

    async purge() {
      await db
        .deleteFrom('rate_count')
        .where('window_ends', '<', sql<string>`now()`)
        .execute()
    },
  }
}
