import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { createTurns } from '../../infra/in-turn.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './failure-repository.ts'

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

/**
 * Limits on password attempts. Wrong passwords are counted per name and source: a device or network from which the
 * account has logged in before, otherwise the network. A stranger can therefore lock out only itself. Attempts by
 * strangers from many networks are slowed down per account.
 */
export function createPasswordAttempts({ db, clock, keys }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
  const inTurn = createTurns()
  const nameHash = (userName: string) => keys.sign(userName.toLowerCase(), 'login')
  const sourceHash = (source: string) => keys.sign(source, 'login-source')
  const sourcesOf = ({ device, network }: Origin) => ({
    device: device === null ? null : sourceHash(`device:${device}`),
    network: sourceHash(`network:${network}`),
  })

  async function placeOf(userName: string, account: Named | undefined, origin: Origin): Promise<Place> {
    const { device, network } = sourcesOf(origin)
    const hash = nameHash(userName)
    const candidates = device === null ? [network] : [device, network]
    const known = account
      ? await repository.knownSources(db, account.userId, candidates, later(-KNOWN_DAYS * DAY_MS))
      : []
    const isKnown = (source: Buffer | null) => source !== null && known.some((row) => row.equals(source))
    const source = device !== null && isKnown(device) ? device : network
    return { key: { nameHash: hash, sourceHash: source }, isKnown: isKnown(source) }
  }

  async function refuseLocked(key: repository.FailureKey): Promise<void> {
    const now = clock.wire()
    const recent = await repository.recentFailures(db, key, now)
    if (!recent || recent.lockedUntil <= now) return
    throw new Refusal('ACCOUNT_LOCKED', { params: { minutes: lockMinutes(recent.failures) } })
  }

  /** Once strangers have tried too many passwords for an account, they share one attempt per interval. */
  async function takeTurnOfStrangers(name: Buffer): Promise<void> {
    const key = { nameHash: name, sourceHash: sourceHash(ALL_STRANGERS) }
    const now = clock.wire()
    const recent = await repository.recentFailures(db, key, now)
    const beyond = (recent?.failures ?? 0) - STRANGERS_FREE_MAX
    if (beyond < 0) return
    const seconds = Math.min(2 ** beyond, STRANGERS_PAUSE_SECONDS_MAX)
    const nextTurn = later(seconds * SECOND_MS)
    if (!(await repository.takeTurn(db, key, { now, nextTurn })))
      throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds } })
  }

  async function countWrong({ key, isKnown }: Place): Promise<never> {
    const moment = { now: clock.wire(), forgetTime: later(FORGET_HOURS * HOUR_MS) }
    const failures = await repository.countFailure(db, key, moment)
    if (!isKnown) await repository.countFailure(db, { ...key, sourceHash: sourceHash(ALL_STRANGERS) }, moment)
    if (failures % WRONG_PASSWORDS_MAX !== 0) throw new Refusal('LOGIN_FAILED')
    const minutes = lockMinutes(failures)
    await repository.lockUntil(db, key, later(minutes * MINUTE_MS))
    throw new Refusal('ACCOUNT_LOCKED', { params: { minutes } })
  }

  return {
    /**
     * Runs a password check within the limits and refuses a wrong password. Attempts for a name from one source run
     * one after the other, so that concurrent requests cannot exceed the limit.
     */
    async attempt(
      { userName, account, origin }: { userName: string; account: Named | undefined; origin: Origin },
      isRight: () => Promise<boolean>,
    ): Promise<void> {
      const place = await placeOf(userName, account, origin)
      const { nameHash: name, sourceHash: source } = place.key
      await inTurn(Buffer.concat([name, source]).toString('hex'), async () => {
        await refuseLocked(place.key)
        if (!place.isKnown) await takeTurnOfStrangers(name)
        if (!(await isRight())) await countWrong(place)
        await repository.forgetFailures(db, name, source)
      })
    },

    /** Records a successful login, so that attempts by strangers elsewhere no longer affect this source. */
    async remember(within: Db, userId: number, origin: Origin): Promise<void> {
      const { device, network } = sourcesOf(origin)
      const now = clock.wire()
      for (const source of device === null ? [network] : [device, network])
        await repository.rememberSource(within, userId, source, now)
      await repository.markLogin(within, userId)
    },

    /** Removes the locks of a name for all sources. */
    unlock: (within: Db, userName: string): Promise<void> =>
      repository.forgetFailures(within, nameHash(userName)),

    /** After a password reset no source counts as known. */
    forgetPlaces: repository.forgetSources,

    purge: (): Promise<void> => repository.purgeFailures(db, clock.wire(), later(-KNOWN_DAYS * DAY_MS)),
  }
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>
