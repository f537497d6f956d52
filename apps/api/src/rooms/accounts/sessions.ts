import { createHash, randomBytes } from 'node:crypto'
import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { raise } from '../../infra/db/events.ts'
import type { Actor } from '../../infra/http/actor.ts'
import { NO_PASSWORD } from '../../infra/password.ts'
import * as accounts from './repository.ts'
import * as sessions from './session-repository.ts'

const SESSION_HOURS = 12
export const SESSION_SECONDS = SESSION_HOURS * 3600
const TOKEN_BYTES = 32
const SECOND_MS = 1000

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Sessions: opening one for somebody who has proven who they are, finding it by its token, ending it. */
export function createSessions({ db, clock }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))

  return {
    async open(account: accounts.Credentials, within: Db = db): Promise<LoginAnswer> {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expireTime = later(SESSION_SECONDS * SECOND_MS)
      await sessions.insertSession(within, {
        userId: account.userId,
        tokenHash: tokenHash(token),
        expireTime,
      })
      const { userId, userName, roleType, mustChangePassword } = account
      const hasPassword = account.passwordHash !== NO_PASSWORD
      return { token, expiresAt: expireTime, userId, userName, roleType, mustChangePassword, hasPassword }
    },

    async authenticate(token: string): Promise<Actor | null> {
      return (await accounts.findActor(db, tokenHash(token), clock.wire())) ?? null
    },

    async logout(actor: Actor): Promise<void> {
      await sessions.deleteSession(db, actor.sessionId)
      await raise(db, { type: 'sessionEnded', userId: actor.userId, sessionId: actor.sessionId })
    },

    /** Ends every session of an account, and its event streams on all nodes, when the transaction commits. */
    async endAll(within: Db, userId: number): Promise<void> {
      await sessions.deleteSessionsOf(within, userId)
      await raise(within, { type: 'sessionsEnded', userId })
    },

    /** Ends the sessions of accounts and of those below them. Who has no session has no stream to be told of either. */
    async endAllBelow(within: Db, mainUserIds: readonly number[]): Promise<void> {
      const userIds = await sessions.deleteSessionsBelow(within, mainUserIds)
      for (const userId of userIds) await raise(within, { type: 'sessionsEnded', userId })
    },

    purgeExpired: (): Promise<void> => sessions.deleteExpiredSessions(db, clock.wire()),
  }
}

export type Sessions = ReturnType<typeof createSessions>
