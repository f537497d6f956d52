import { later } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './failure-repository.ts'
import type { Scope } from './scope.ts'

export const WRONG_PASSWORDS_MAX = 5
export const LOCK_MINUTES = 10
/** Each further series of wrong passwords doubles the lock, up to this. */
const LOCK_MINUTES_MAX = 24 * 60
const FORGET_HOURS = 24
/** Wrong passwords for one account from all unknown sources together before further attempts are slowed down. */
export const STRANGERS_FREE_MAX = 20
export const STRANGERS_PAUSE_SECONDS_MAX = 60
const KNOWN_DAYS = 90

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ALL_STRANGERS = 'strangers'

interface Named {
  userId: number
}

/** Where an attempt is counted. */
interface Place {
  key: repository.FailureKey
  isKnown: boolean
}

/** Duration of a lock: ten minutes after five wrong passwords, twenty after ten, and so on. */
const lockMinutes = (failures: number) =>
  Math.min(LOCK_MINUTES * 2 ** (failures / WRONG_PASSWORDS_MAX - 1), LOCK_MINUTES_MAX)

const nameHash = ({ keys }: Scope, userName: string) => keys.sign(userName.toLowerCase(), 'login')
const sourceHash = ({ keys }: Scope, source: string) => keys.sign(source, 'login-source')
const sourcesOf = (scope: Scope, { device, network }: Origin) => ({
  device: device === null ? null : sourceHash(scope, `device:${device}`),
  network: sourceHash(scope, `network:${network}`),
})

/**
 * Wrong passwords are counted per name and source: a device or network from which the account has logged in before,
 * otherwise the network. A stranger can therefore lock out only itself.
 */
async function placeOf(
  scope: Scope,
  userName: string,
  account: Named | undefined,
  origin: Origin,
): Promise<Place> {
  const { db, clock } = scope
  const { device, network } = sourcesOf(scope, origin)
  const candidates = device === null ? [network] : [device, network]
  const known = account
    ? await repository.knownSources(db, account.userId, candidates, later(clock, -KNOWN_DAYS * DAY_MS))
    : []
  const isKnown = (source: Buffer | null) => source !== null && known.some((row) => row.equals(source))
  const source = device !== null && isKnown(device) ? device : network
  return { key: { nameHash: nameHash(scope, userName), sourceHash: source }, isKnown: isKnown(source) }
}

async function refuseLocked({ db, clock }: Scope, key: repository.FailureKey): Promise<void> {
  const now = clock.wire()
  const recent = await repository.recentFailures(db, key, now)
  if (!recent || recent.lockedUntil <= now) return
  throw new Refusal('ACCOUNT_LOCKED', { params: { minutes: lockMinutes(recent.failures) } })
}

/** Once strangers have tried too many passwords for an account, they share one attempt per interval. */
async function takeTurnOfStrangers(scope: Scope, name: Buffer): Promise<void> {
  const { db, clock } = scope
  const key = { nameHash: name, sourceHash: sourceHash(scope, ALL_STRANGERS) }
  const now = clock.wire()
  const recent = await repository.recentFailures(db, key, now)
  const beyond = (recent?.failures ?? 0) - STRANGERS_FREE_MAX
  if (beyond < 0) return
  const seconds = Math.min(2 ** beyond, STRANGERS_PAUSE_SECONDS_MAX)
  const nextTurn = later(clock, seconds * SECOND_MS)
  if (!(await repository.takeTurn(db, key, { now, nextTurn })))
    throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds } })
}

async function countWrong(scope: Scope, { key, isKnown }: Place): Promise<never> {
  const { db, clock } = scope
  const moment = { now: clock.wire(), forgetTime: later(clock, FORGET_HOURS * HOUR_MS) }
  const failures = await repository.countFailure(db, key, moment)
  if (!isKnown) {
    const strangers = { ...key, sourceHash: sourceHash(scope, ALL_STRANGERS) }
    await repository.countFailure(db, strangers, moment)
  }
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
  const place = await placeOf(scope, userName, account, origin)
  const { nameHash: name, sourceHash: source } = place.key
  await scope.inTurn(Buffer.concat([name, source]).toString('hex'), async () => {
    await refuseLocked(scope, place.key)
    if (!place.isKnown) await takeTurnOfStrangers(scope, name)
    if (!(await isRight())) await countWrong(scope, place)
    await repository.forgetFailures(scope.db, name, source)
  })
}

/** Records a successful login, so that attempts by strangers elsewhere no longer affect this source. */
export async function rememberLogin(scope: Scope, within: Db, userId: number, origin: Origin): Promise<void> {
  const { device, network } = sourcesOf(scope, origin)
  const now = scope.clock.wire()
  for (const source of device === null ? [network] : [device, network])
    await repository.rememberSource(within, userId, source, now)
  await repository.markLogin(within, userId)
}

/** Removes the locks of a name for all sources. */
export const unlockName = (scope: Scope, within: Db, userName: string): Promise<void> =>
  repository.forgetFailures(within, nameHash(scope, userName))

export const purgeAttempts = ({ db, clock }: Scope): Promise<void> =>
  repository.purgeFailures(db, clock.wire(), later(clock, -KNOWN_DAYS * DAY_MS))
