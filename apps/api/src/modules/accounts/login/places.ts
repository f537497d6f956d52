import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import { Refusal } from '../../../infra/refusal.ts'
import * as repository from './failure-repository.ts'
import type { Scope } from '../scope.ts'

/** Wrong answers for one account from all unknown sources together before further attempts are slowed down. */
export const STRANGERS_FREE_MAX = 20
export const STRANGERS_PAUSE_SECONDS_MAX = 60
export const KNOWN_DAYS = 90
const FORGET_HOURS = 24

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const ALL_STRANGERS = 'strangers'

/** Where an attempt is counted. */
export interface Place {
  key: repository.FailureKey
  isKnown: boolean
}

const sourceHash = ({ keys }: Scope, source: string) => keys.sign(source, 'login-source')
const sourcesOf = (scope: Scope, { device, network }: Origin) => ({
  device: device === null ? null : sourceHash(scope, `device:${device}`),
  network: sourceHash(scope, `network:${network}`),
})

/**
 * Wrong answers are counted per name and source: a device or network from which the account has logged in before,
 * otherwise the network. A stranger can therefore lock out only itself.
 */
export async function placeOf(
  scope: Scope,
  nameHash: Buffer,
  account: { userId: number } | undefined,
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
  return { key: { nameHash, sourceHash: source }, isKnown: isKnown(source) }
}

/** Once strangers have tried too often for an account, they share one attempt per interval. */
export async function takeTurnOfStrangers(scope: Scope, { key, isKnown }: Place): Promise<void> {
  if (isKnown) return
  const { db, clock } = scope
  const shared = { ...key, sourceHash: sourceHash(scope, ALL_STRANGERS) }
  const now = clock.wire()
  const recent = await repository.recentFailures(db, shared, now)
  const beyond = (recent?.failures ?? 0) - STRANGERS_FREE_MAX
  if (beyond < 0) return
  const seconds = Math.min(2 ** beyond, STRANGERS_PAUSE_SECONDS_MAX)
  const nextTurn = later(clock, seconds * SECOND_MS)
  if (!(await repository.takeTurn(db, shared, { now, nextTurn })))
    throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds } })
}

/** How long a wrong answer is remembered. */
export const momentOfFailure = ({ clock }: Scope) => ({
  now: clock.wire(),
  forgetTime: later(clock, FORGET_HOURS * HOUR_MS),
})

/** Counts a wrong answer of a stranger with those of all strangers. */
export async function countStranger(scope: Scope, { key, isKnown }: Place): Promise<void> {
  if (isKnown) return
  const shared = { ...key, sourceHash: sourceHash(scope, ALL_STRANGERS) }
  await repository.countFailure(scope.db, shared, momentOfFailure(scope))
}

/** Records that the account logged in from here, so that attempts of strangers elsewhere no longer affect this source. */
export async function rememberPlace(scope: Scope, within: Db, userId: number, origin: Origin): Promise<void> {
  const { device, network } = sourcesOf(scope, origin)
  const now = scope.clock.wire()
  for (const source of device === null ? [network] : [device, network])
    await repository.rememberSource(within, userId, source, now)
}

export const purgeAttempts = ({ db, clock }: Scope): Promise<void> =>
  repository.purgeFailures(db, clock.wire(), later(clock, -KNOWN_DAYS * DAY_MS))
