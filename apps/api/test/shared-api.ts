import type { Clock } from '../src/infra/clock.ts'
import { startApi, type Api } from './harness.ts'
import type { Scope } from './db/test-engine.ts'

/** What one file sends in a day has its tests; those that share an API send many times that. */
const MANY_CODES = {
  SMS_PER_DAY: '1000000',
  SMS_PER_DAY_AND_ADDRESS: '1000000',
  SMS_FREE_PER_DAY_AND_ADDRESS: '1000000',
}

const shared = new Map<Clock | undefined, Promise<Api>>()

/**
 * The API of all files of this process that need no settings, platform or empty database of their own, and change
 * nothing that the next would see (decision 171). A process that takes file after file (scripts/runner) keeps one for
 * each clock until there are no more; otherwise it is closed with the file.
 */
export async function sharedApi(scope: Scope, clock?: Clock): Promise<Api> {
  const isKept = process.send !== undefined
  const starting = shared.get(clock) ?? startApi({ env: MANY_CODES, ...(clock ? { clock } : {}) })
  if (isKept && !shared.has(clock)) {
    shared.set(clock, starting)
    process.once('disconnect', () => void starting.then((api) => api.close()))
  }
  const api = await starting
  if (!isKept) scope.after(() => api.close())
  return api
}
