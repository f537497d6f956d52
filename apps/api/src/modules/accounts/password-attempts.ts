import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { createTurns } from '../../infra/in-turn.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './failure-repository.ts'

export const WRONG_PASSWORDS_MAX = 5
export const LOCK_MINUTES = 10
/** Each further round of wrong passwords locks twice as long. */
const LOCK_MINUTES_MAX = 24 * 60
const FORGET_HOURS = 24
/** Wrong passwords for one account, from all places it is not known at, before they have to take turns. */
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

/** The minutes that a lock lasts: ten after five wrong passwords, twenty after ten, and so on. */
const lockMinutes = (failures: number) =>
  Math.min(LOCK_MINUTES * 2 ** (failures / WRONG_PASSWORDS_MAX - 1), LOCK_MINUTES_MAX)

/**
 * Limits on trying passwords. Wrong ones are counted for a name and the place they come from: a device or network that
 * the account has logged in from, or else a network. So a stranger locks out nobody but itself. What strangers try
 * from many networks together is slowed down for each account.
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

  /** Strangers who have tried too many passwords get one turn in a while between them. */
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
     * Runs the check of a password within the limits; a wrong one is refused. The tries for a name from one place go
     * one after the other, so that many at once get no more guesses than the limit.
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

    /** The account has logged in from there: what strangers do elsewhere no longer concerns that place. */
    async remember(within: Db, userId: number, origin: Origin): Promise<void> {
      const { device, network } = sourcesOf(origin)
      const now = clock.wire()
      for (const source of device === null ? [network] : [device, network])
        await repository.rememberSource(within, userId, source, now)
      await repository.markLogin(within, userId)
    },

    /** Lets a name in again that wrong passwords have locked, wherever they came from. */
    unlock: (within: Db, userName: string): Promise<void> =>
      repository.forgetFailures(within, nameHash(userName)),

    /** After a password was lost no place counts as known. */
    forgetPlaces: repository.forgetSources,

    purge: (): Promise<void> => repository.purgeFailures(db, clock.wire(), later(-KNOWN_DAYS * DAY_MS)),
  }
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>
