import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingCheck } from '@consilium/contract/gates.ts'
import type { Evidence, Waiver, WaiverDecision, WaiverQuery } from '@consilium/contract/gate-routes.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { lockOpenMeeting } from '../meetings/service.ts'
import { mayDecide } from './policy.ts'
import * as repository from './repository.ts'
import type { NewWaiver, WaiverRow } from './repository.ts'

export type { NewWaiver } from './repository.ts'

export const viewOf = (actor: Actor, row: WaiverRow): Waiver => ({
  ...row,
  abilities: { decide: mayDecide(actor, row) },
})

/** What the approved waivers of a meeting cover, by check: the keys of what was open when each was asked for. */
export function coveredBy(waivers: readonly Pick<WaiverRow, 'check' | 'status' | 'covers'>[]) {
  const approved = waivers.filter(({ status }) => status === 'approved')
  const byCheck = Map.groupBy(approved, ({ check }) => check)
  const keys = new Map(
    [...byCheck].map(([check, group]) => [
      check,
      new Set(group.flatMap(({ covers }) => covers.map(({ key }) => key))),
    ]),
  )
  /** True if something is open and a waiver covers all of it: what a later change opens, it does not cover. */
  return (check: MeetingCheck, open: readonly Evidence[]): boolean =>
    open.length > 0 && open.every(({ key }) => keys.get(check)?.has(key))
}

/** Waivers of checks: asked for by one person, decided by another. Which checks there are is for gates and caps. */
export function createWaivers({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  async function find(actor: Actor, waiverId: number): Promise<Waiver> {
    const row = await repository.findWaiver(db, actor, waiverId)
    if (!row) throw new Refusal('NOT_FOUND')
    return viewOf(actor, row)
  }

  return {
    find,
    /** The waivers of a meeting, the latest first. */
    of: (within: Db, meetingId: number): Promise<WaiverRow[]> => repository.waiversOf(within, meetingId),
    insert: (within: Db, waiver: NewWaiver): Promise<number> => repository.insertWaiver(within, waiver),

    async list(actor: Actor, query: WaiverQuery): Promise<Page<Waiver>> {
      const page = await repository.listWaivers(db, actor, query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    /** A decision locks the meeting, so that a stage change sees all of it or none. */
    async decide(actor: Actor, body: WaiverDecision): Promise<Waiver> {
      const waiver = await find(actor, body.waiverId)
      if (waiver.askedBy === actor.userId) throw new Refusal('OWN_REQUEST')
      if (waiver.status !== 'pending') throw new Refusal('REQUEST_DECIDED')
      await inTransaction(db, async (trx) => {
        await lockOpenMeeting(trx, actor, waiver.meetingId)
        const decided = await repository.decideWaiver(trx, body, { by: actor.userId, time: clock.wire() })
        if (!decided) throw new Refusal('STALE_RECORD')
      })
      return find(actor, body.waiverId)
    },
  }
}

export type Waivers = ReturnType<typeof createWaivers>
