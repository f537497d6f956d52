import type { Page } from '@consilium/contract/envelope.ts'
import type { OwnSession, OwnSessionQuery } from '@consilium/contract/login/own-sessions.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Person } from '../../../domain/actor.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { endAccess } from './endings.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'
import * as repository from './session-list-repository.ts'

type Ended = Promise<{ ended: number }>

const ending = ({ db }: Scope, userId: number, which: Parameters<typeof endAccess>[2]): Ended =>
  inTransaction(db, async (trx) => ({ ended: await endAccess(trx, [userId], which) }))

export const listOwnSessions = (
  { db, clock }: Scope,
  { userId, sessionId }: Person,
  query: OwnSessionQuery,
): Promise<Page<OwnSession>> => repository.listSessions(db, { userId, sessionId, now: clock.wire() }, query)

export const endOwnSessions = (scope: Scope, { userId }: Person, sessionIds: readonly number[]): Ended =>
  ending(scope, userId, { only: sessionIds })

export const endOtherSessions = (scope: Scope, { userId, sessionId }: Person): Ended =>
  ending(scope, userId, { kept: { sessionId } })

/** Ends all sessions of another account. */
export async function endSessionsOf(scope: Scope, actor: Person, userId: number): Ended {
  if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
  if (!(await accounts.findAccount(scope.db, userId))) throw new Refusal('NOT_FOUND')
  return ending(scope, userId, {})
}
