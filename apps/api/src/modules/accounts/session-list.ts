import type { Page } from '@consilium/contract/envelope.ts'
import type { OwnSession, OwnSessionQuery } from '@consilium/contract/own-sessions.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { raiseEvent } from '../../domain/events.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as accounts from './repository.ts'
import * as repository from './session-list-repository.ts'

type Ended = Promise<{ ended: number }>

/** Lists and ends the sessions of an account for its owner. */
export function createSessionList({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  /** Runs a deletion of sessions and closes their event streams on all nodes. */
  const ending = (userId: number, deletion: (within: typeof db) => Promise<number[]>): Ended =>
    inTransaction(db, async (trx) => {
      const sessionIds = await deletion(trx)
      for (const sessionId of sessionIds) await raiseEvent(trx, { type: 'sessionEnded', userId, sessionId })
      return { ended: sessionIds.length }
    })

  return {
    list: ({ userId, sessionId }: Actor, query: OwnSessionQuery): Promise<Page<OwnSession>> =>
      repository.listSessions(db, { userId, sessionId, now: clock.wire() }, query),

    end: ({ userId }: Actor, sessionIds: readonly number[]): Ended =>
      ending(userId, (within) => repository.deleteOwnSessions(within, userId, sessionIds)),

    endOthers: ({ userId, sessionId }: Actor): Ended =>
      ending(userId, (within) => repository.deleteOtherSessions(within, userId, sessionId)),

    async endOf(actor: Actor, userId: number): Ended {
      if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
      if (!(await accounts.findAccount(db, userId))) throw new Refusal('NOT_FOUND')
      return ending(userId, (within) => repository.deleteOtherSessions(within, userId, null))
    },
  }
}

export type SessionList = ReturnType<typeof createSessionList>
