import type { Clock } from '../../clock.ts'
import type { Keys } from '../../keys/keys.ts'
import { Refusal } from '../../refusal.ts'
import type { Db } from '../db.ts'

const DAY_SECONDS = 86_400
const MINUTE_SECONDS = 60

/** The counter and its owner. */
export type Scope = readonly [what: string, ...of: (string | number)[]]

interface Needs {
  db: Db
  keys: Keys
  clock: Clock
}

/** Counters per day in the configured time zone, shared by all nodes. */
export function createDailyCounts({ db, keys, clock }: Needs) {
  function secondsLeft(): number {
    const [hours = 0, minutes = 0, seconds = 0] = clock.wire().slice(-8).split(':').map(Number)
    return DAY_SECONDS - (hours * MINUTE_SECONDS + minutes) * MINUTE_SECONDS - seconds
  }

  return {
    /**
     * Adds to today's count. Throws TOO_MANY_REQUESTS, and adds nothing, if the sum would exceed `max`. In the
     * transaction of a request the count is rolled back if the request fails.
     */
    async add(scope: Scope, amount: number, max: number): Promise<void> {
      const row = await db
        .insertInto('daily_count')
        .values({ scope_hash: keys.sign(JSON.stringify(scope), 'daily-count'), day: clock.today(), amount })
        .onConflict((conflict) =>
          conflict
            .columns(['scope_hash', 'day'])
            .doUpdateSet((eb) => ({ amount: eb('daily_count.amount', '+', eb.ref('excluded.amount')) }))
            .where((eb) => eb(eb('daily_count.amount', '+', eb.ref('excluded.amount')), '<=', max)),
        )
        .returning('amount')
        .executeTakeFirst()
      if (!row) throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: secondsLeft() } })
    },

    async purge(): Promise<void> {
      await db.deleteFrom('daily_count').where('day', '<', clock.today()).execute()
    },
  }
}

export type DailyCounts = ReturnType<typeof createDailyCounts>
