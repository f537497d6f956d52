import { hash, randomBytes } from 'node:crypto'
import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { raiseEvent } from '../../../domain/events.ts'
import type { Person } from '../../../domain/actor.ts'
import type { Visit } from '../../../infra/http/cookies/session-cookie.ts'
import { isHash } from '../../../infra/passwords/password.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { deviceName } from './device-name.ts'
import { endAccess } from './endings.ts'
import { factorsOf, findProofs } from '../factors/factor-repository.ts'
import { factorsRequired, lacksFactor } from '../policy.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'
import * as sessions from './session-repository.ts'

/** Absolute lifetime of a session. */
const SESSION_HOURS = 12
export const SESSION_SECONDS = SESSION_HOURS * 3600
/** A session ends after this time without use (NIST SP 800-63B-4, section 2.2.3, allows an hour at most). */
export const SESSION_IDLE_MINUTES = 60
/** When a further session is opened, the oldest one of the account ends. */
export const SESSIONS_MAX = 20
/** The last use is recorded at most this often, to avoid a write at every request. */
const USE_NOTED_SECONDS = 60
const TOKEN_BYTES = 32
const SECOND_MS = 1000
const MINUTE_MS = 60_000

const tokenHash = (token: string) => hash('sha256', token, 'buffer')

/** How a session begins: from where, and what was proven for it. */
export interface Opening {
  visit: Visit
  firstFactorTime: string | null
  secondFactorTime: string | null
  /** The user has just proven possession of the account's phone. */
  byCode?: boolean
}

/**
 * Refuses a login whose account has changed since its password or code was checked: a change that ends sessions would
 * otherwise miss the one about to be opened. The caller holds the lock of the account.
 */
async function requireUnchanged(within: Db, proven: accounts.Credentials): Promise<void> {
  const now = await accounts.credentialsById(within, proven.userId)
  const isSame =
    now?.passwordHash === proven.passwordHash &&
    now.phone === proven.phone &&
    now.status === proven.status &&
    now.roleType === proven.roleType
  if (!isSame) throw new Refusal('LOGIN_FAILED', { subject: proven })
}

/** Concurrent logins of an account wait for each other here, so that they cannot exceed the maximum together. */
async function makeRoom({ clock }: Scope, within: Db, account: accounts.Credentials): Promise<void> {
  const { userId } = account
  await sessions.lockSessions(within, userId)
  await requireUnchanged(within, account)
  const now = clock.wire()
  const ended = await sessions.deleteOldSessions(within, { userId, now, kept: SESSIONS_MAX - 1 })
  for (const sessionId of ended) await raiseEvent(within, { type: 'sessionEnded', userId, sessionId })
}

async function endByToken(within: Db, token: string): Promise<void> {
  const ended = await sessions.deleteSessionByToken(within, tokenHash(token))
  if (ended) await raiseEvent(within, { type: 'sessionEnded', ...ended })
}

/** Opens a session after a login. A new login in the same browser replaces its previous session. */
export async function openSession(
  scope: Scope,
  within: Db,
  account: accounts.Credentials,
  { visit, firstFactorTime, secondFactorTime, byCode = false }: Opening,
): Promise<LoginAnswer> {
  const { config, clock } = scope
  const { userId, userName, roleType, mustChangePassword } = account
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const endTime = later(clock, SESSION_SECONDS * SECOND_MS)
  if (visit.formerToken !== null) await endByToken(within, visit.formerToken)
  await makeRoom(scope, within, account)
  await sessions.insertSession(within, {
    userId,
    tokenHash: tokenHash(token),
    now: clock.wire(),
    expireTime: later(clock, SESSION_IDLE_MINUTES * MINUTE_MS),
    endTime,
    address: visit.address,
    device: deviceName(visit.userAgent),
    firstFactorTime,
    secondFactorTime,
    codeTime: byCode ? clock.wire() : null,
  })
  const required = factorsRequired(config.secondFactor, roleType)
  return {
    token,
    expiresAt: endTime,
    userId,
    userName,
    roleType,
    mustChangePassword,
    hasPassword: isHash(account.passwordHash),
    mustEnrolFactor: lacksFactor(required, await factorsOf(within, userId)),
    secondFactor: null,
  }
}

/**
 * Ends every session of the account, changes it, and opens a new session that keeps the proven second factor. What the
 * change proves itself with is spent before, as it ends with the sessions.
 */
export async function reopenSession(
  scope: Scope,
  within: Db,
  actor: Person,
  { change, visit }: { change: () => Promise<accounts.Credentials>; visit: Visit },
): Promise<LoginAnswer> {
  await sessions.lockSessions(within, actor.userId)
  const proofs = await findProofs(within, actor.sessionId)
  // The session was ended after this request began.
  if (!proofs) throw new Refusal('UNAUTHENTICATED')
  await endAccess(within, [actor.userId])
  const account = await change()
  const secondFactorTime = proofs.secondFactorTime
  return openSession(scope, within, account, {
    visit,
    firstFactorTime: scope.clock.wire(),
    secondFactorTime,
  })
}

/** The caller behind a token. `isUse` extends the session; automatic reconnects of an event stream must not. */
export async function authenticate(
  { config, db, clock }: Scope,
  token: string,
  { isUse }: { isUse: boolean },
): Promise<Person | null> {
  const now = clock.wire()
  const found = await accounts.findActor(db, tokenHash(token), now)
  if (!found) return null
  const { sessionId, roleType, lastUsedTime } = found
  if (isUse && lastUsedTime <= later(clock, -USE_NOTED_SECONDS * SECOND_MS)) {
    const expireTime = later(clock, SESSION_IDLE_MINUTES * MINUTE_MS)
    await sessions.noteUse(db, { sessionId, now, expireTime })
  }
  const required = factorsRequired(config.secondFactor, roleType)
  return {
    ...found,
    kind: 'person',
    isLimited: found.portfolio !== null,
    mustEnrolFactor: lacksFactor(required, found),
  }
}

export async function logout({ db }: Scope, { userId, sessionId }: Person): Promise<void> {
  await sessions.deleteSession(db, sessionId)
  await raiseEvent(db, { type: 'sessionEnded', userId, sessionId })
}

export const purgeSessions = ({ db, clock }: Scope): Promise<void> =>
  sessions.deleteExpiredSessions(db, clock.wire())
