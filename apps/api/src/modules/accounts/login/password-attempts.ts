import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import { Refusal } from '../../../infra/refusal.ts'
import * as repository from './failure-repository.ts'
import {
  countStranger,
  momentOfFailure,
  placeOf,
  rememberPlace,
  takeTurnOfStrangers,
  type Place,
} from './places.ts'
import type { Scope } from '../scope.ts'

export const WRONG_PASSWORDS_MAX = 5
export const LOCK_MINUTES = 10
/** Each further series of wrong passwords doubles the lock, up to this. */
const LOCK_MINUTES_MAX = 24 * 60

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

interface Named {
  userId: number
}

/** Duration of a lock: ten minutes after five wrong passwords, twenty after ten, and so on. */
const lockMinutes = (failures: number) =>
  Math.min(LOCK_MINUTES * 2 ** (failures / WRONG_PASSWORDS_MAX - 1), LOCK_MINUTES_MAX)

const nameHash = ({ keys }: Scope, userName: string) => keys.sign(userName.toLowerCase(), 'login')
async function refuseLocked({ db, clock }: Scope, key: repository.FailureKey): Promise<void> {
  const now = clock.wire()
  const recent = await repository.recentFailures(db, key, now)
  if (!recent || recent.lockedUntil <= now) return
  throw new Refusal('ACCOUNT_LOCKED', { params: { minutes: lockMinutes(recent.failures) } })
}

async function countWrong(scope: Scope, place: Place): Promise<never> {
  const { db, clock } = scope
  const { key } = place
  const failures = await repository.countFailure(db, key, momentOfFailure(scope))
  await countStranger(scope, place)
  if (failures % WRONG_PASSWORDS_MAX !== 0) throw new Refusal('LOGIN_FAILED')
  const minutes = lockMinutes(failures)
  await repository.lockUntil(db, key, later(clock, minutes * MINUTE_MS))
  throw new Refusal('ACCOUNT_LOCKED', { params: { minutes } })
}

/**
 * Runs a password check within the limits and refuses a wrong password. Attempts for a name from one source run one
 * after the other, so that concurrent requests cannot exceed the limit. Attempts by strangers from many networks are
 * slowed down per account.
 */
export async function attemptPassword(
  scope: Scope,
  { userName, account, origin }: { userName: string; account: Named | undefined; origin: Origin },
  isRight: () => Promise<boolean>,
): Promise<void> {
  const place = await placeOf(scope, nameHash(scope, userName), account, origin)
  const { nameHash: name, sourceHash: source } = place.key
  await scope.inTurn(Buffer.concat([name, source]).toString('hex'), async () => {
    await refuseLocked(scope, place.key)
    await takeTurnOfStrangers(scope, place)
    if (!(await isRight())) await countWrong(scope, place)
    await repository.forgetFailures(scope.db, name, source)
  })
}

/** Records a completed login: its time, and its source as one that strangers elsewhere do not affect. */
export async function rememberLogin(scope: Scope, within: Db, userId: number, origin: Origin): Promise<void> {
  await rememberPlace(scope, within, userId, origin)
  await repository.markLogin(within, userId)
}

/** Removes the locks of a name for all sources. */
export const unlockName = (scope: Scope, within: Db, userName: string): Promise<void> =>
  repository.forgetFailures(within, nameHash(scope, userName))
