import { createHash, randomBytes } from 'node:crypto'
import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { raiseEvent } from '../../domain/events.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Visit } from '../../infra/http/session-cookie.ts'
import { isHash } from '../../infra/password.ts'
import { deviceName } from './device-name.ts'
import { factorsOf, findProofs } from './factor-repository.ts'
import { factorsRequired, lacksFactor } from './policy.ts'
import * as accounts from './repository.ts'
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

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** How a session begins: from where, and what was proven for it. */
export interface Opening {
  visit: Visit
  firstFactorTime: string | null
  secondFactorTime: string | null
  /** The user has just proven possession of the account's phone. */
  byCode?: boolean
}

/** Opens sessions after a login, finds them by token and ends them. */
export function createSessions({ config, db, clock }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))

  /** Concurrent logins of an account wait for each other here, so that they cannot exceed the maximum together. */
  async function makeRoom(within: Db, userId: number): Promise<void> {
    await sessions.lockSessions(within, userId)
    const ended = await sessions.deleteOldSessions(within, {
      userId,
      now: clock.wire(),
      kept: SESSIONS_MAX - 1,
    })
    for (const sessionId of ended) await raiseEvent(within, { type: 'sessionEnded', userId, sessionId })
  }

  async function open(account: accounts.Credentials, opening: Opening, within: Db): Promise<LoginAnswer> {
    const { userId, userName, roleType, mustChangePassword } = account
    const { visit, firstFactorTime, secondFactorTime, byCode = false } = opening
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const endTime = later(SESSION_SECONDS * SECOND_MS)
    // A new login in the same browser replaces its previous session.
    if (visit.formerToken !== null) await end(within, tokenHash(visit.formerToken))
    await makeRoom(within, userId)
    await sessions.insertSession(within, {
      userId,
      tokenHash: tokenHash(token),
      now: clock.wire(),
      expireTime: later(SESSION_IDLE_MINUTES * MINUTE_MS),
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

  async function end(within: Db, hash: Buffer): Promise<void> {
    const ended = await sessions.deleteSessionByToken(within, hash)
    if (ended) await raiseEvent(within, { type: 'sessionEnded', ...ended })
  }

  /** Ends every session of an account, and its event streams on all nodes, when the transaction commits. */
  async function endAll(within: Db, userId: number): Promise<void> {
    await sessions.deleteSessionsOf(within, userId)
    await raiseEvent(within, { type: 'sessionsEnded', userId })
  }

  return {
    open,
    endAll,

    /** Ends every session of the account and opens a new one that keeps the proven second factor. */
    async reopen(
      account: accounts.Credentials,
      actor: Actor,
      visit: Visit,
      within: Db,
    ): Promise<LoginAnswer> {
      const proofs = await findProofs(within, actor.sessionId)
      await endAll(within, actor.userId)
      const secondFactorTime = proofs?.secondFactorTime ?? null
      return open(account, { visit, firstFactorTime: clock.wire(), secondFactorTime }, within)
    },

    /** The caller behind a token. `isUse` extends the session; automatic reconnects of an event stream must not. */
    async authenticate(token: string, { isUse }: { isUse: boolean }): Promise<Actor | null> {
      const now = clock.wire()
      const found = await accounts.findActor(db, tokenHash(token), now)
      if (!found) return null
      const { lastUsedTime, hasTotp, hasPasskey, ...actor } = found
      if (isUse && lastUsedTime <= later(-USE_NOTED_SECONDS * SECOND_MS))
        await sessions.noteUse(db, {
          sessionId: actor.sessionId,
          now,
          expireTime: later(SESSION_IDLE_MINUTES * MINUTE_MS),
        })
      const required = factorsRequired(config.secondFactor, actor.roleType)
      return { ...actor, mustEnrolFactor: lacksFactor(required, { hasTotp, hasPasskey }) }
    },

    async logout(actor: Actor): Promise<void> {
      await sessions.deleteSession(db, actor.sessionId)
      await raiseEvent(db, { type: 'sessionEnded', userId: actor.userId, sessionId: actor.sessionId })
    },

    /**
     * Ends the sessions of accounts and of their sub-accounts. An account without sessions has no streams, so no event
     * is raised for it.
     */
    async endAllBelow(within: Db, mainUserIds: readonly number[]): Promise<void> {
      const userIds = await sessions.deleteSessionsBelow(within, mainUserIds)
      for (const userId of userIds) await raiseEvent(within, { type: 'sessionsEnded', userId })
    },

    purgeExpired: (): Promise<void> => sessions.deleteExpiredSessions(db, clock.wire()),
  }
}

export type Sessions = ReturnType<typeof createSessions>
