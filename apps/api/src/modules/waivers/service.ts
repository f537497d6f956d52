import type { Page } from '@consilium/contract/envelope.ts'
import { decisionEvents } from '@consilium/contract/events/decisions.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import {
  EVIDENCE_MAX,
  type Evidence,
  type Waiver,
  type WaiverDecision,
  type WaiverQuery,
} from '@consilium/contract/gates/gate-routes.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Served } from '../approvals/service.ts'
import {
  mayDecide,
  requireUndecided,
  type Decisions,
  type DecisionState,
  type Verdict,
} from '../decisions/service.ts'
import { lockOpenMeeting } from '../meetings/service.ts'
import { mayApprove, shownTo } from './policy.ts'
import * as repository from './repository.ts'
import type { NewWaiver, WaiverRow } from './repository.ts'
import { WAIVER } from './states.ts'

export { shownTo } from './policy.ts'
export type { NewWaiver } from './repository.ts'

export const viewOf = (actor: Actor, { isAsked, ...row }: WaiverRow): Waiver => ({
  ...row,
  covers: shownTo(actor, row.covers),
  abilities: { decide: mayApprove(actor) && isAsked && mayDecide(actor, row) },
})

/** What is decided on. */
const contentOf = ({ check, expertId, covers }: Pick<NewWaiver, 'check' | 'expertId' | 'covers'>) => ({
  check,
  expertId,
  covers,
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

type Settle = (
  trx: Db,
  actor: Actor,
  waiver: repository.DecidedWaiver,
  verdict: Omit<Verdict, 'by' | 'content'>,
) => Promise<DecisionState>

/** How waivers are decided step by step. Of the check of fees it is a fee above its tier. */
const servedBy = (settle: Settle): Served => ({
  name: WAIVER.name,
  async about(trx, { recordId, content }) {
    const category = String(content['check'])
    const kind = category === 'tiers' ? 'feeAboveTier' : 'waiver'
    return { kind, projectId: await repository.projectOf(trx, recordId), amount: null, category }
  },
  titles: repository.titlesOf,
  async describe(db, decisionId) {
    const { meetingId, check, covers } = await repository.ofDecision(db, decisionId)
    const openChecks = covers.slice(0, EVIDENCE_MAX).map(({ name, key }) => name ?? key)
    return { changes: [{ field: 'check', before: null, after: check }], money: null, openChecks, meetingId }
  },
  async settle(trx, actor, decisionId, verdict) {
    return settle(trx, actor, await repository.ofDecision(trx, decisionId), verdict)
  },
})

/** Reads the waivers of meetings, the latest first; a meeting without any is left out. */
function readingBy(clock: Context['clock']) {
  const ofMeetings = (
    within: Db,
    meetingIds: readonly number[],
    userId: number | null = null,
  ): Promise<Map<number, WaiverRow[]>> =>
    repository.waiversOf(within, meetingIds, { userId, now: clock.wire() })
  return {
    ofMeetings,
    of: async (within: Db, meetingId: number, userId: number | null = null): Promise<WaiverRow[]> =>
      (await ofMeetings(within, [meetingId], userId)).get(meetingId) ?? [],
  }
}

/** Waivers of checks: asked for by one person, decided by another. Which checks there are is for gates and caps. */
export function createWaivers(
  { db, clock, eventLog }: Pick<Context, 'db' | 'clock' | 'eventLog'>,
  { decisions }: { decisions: Decisions },
) {
  async function findRow(actor: Actor, waiverId: number): Promise<WaiverRow> {
    const row = await repository.findWaiver(db, actor, waiverId, clock.wire())
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }
  const find = async (actor: Actor, waiverId: number): Promise<Waiver> =>
    viewOf(actor, await findRow(actor, waiverId))

  /** Decides within the caller's transaction. A decision locks the meeting, so that a stage change sees all of it or none. */
  async function settle(
    trx: Db,
    actor: Actor,
    waiver: repository.DecidedWaiver,
    verdict: Omit<Verdict, 'by' | 'content'>,
  ): Promise<DecisionState> {
    await lockOpenMeeting(trx, actor, waiver.meetingId)
    const content = contentOf(waiver)
    const given = { ...verdict, by: actor.userId, content }
    const state = await decisions.decide(trx, WAIVER, waiver.decisionId, given)
    if (state === 'approved' || state === 'refused')
      await eventLog.record(trx, decisionEvents.waiverDecided, {
        recordId: waiver.waiverId,
        actorId: actor.userId,
        fields: { status: state },
      })
    return state
  }

  return {
    find,
    approvals: [servedBy(settle)],
    ...readingBy(clock),

    /** Throws WAIVER_PENDING while another request for the same check waits. */
    async insert(trx: Db, { askedBy, reason, ...waiver }: NewWaiver): Promise<number> {
      const decisionId = await decisions.ask(trx, WAIVER, {
        recordId: waiver.meetingId,
        part: `${waiver.check}:${waiver.expertId ?? 0}`,
        content: contentOf(waiver),
        askedBy,
        reason,
      })
      return repository.insertWaiver(trx, { ...waiver, decisionId })
    },

    async list(actor: Actor, query: WaiverQuery): Promise<Page<Waiver>> {
      const page = await repository.listWaivers(db, actor, query, clock.wire())
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    async decide(actor: Actor, { waiverId, version, status: to, opinion }: WaiverDecision): Promise<Waiver> {
      const waiver = await findRow(actor, waiverId)
      requireUndecided(actor, waiver)
      await inTransaction(db, async (trx) => {
        const decisionId = await repository.decisionOf(trx, waiverId)
        await settle(trx, actor, { ...waiver, decisionId }, { to, opinion, version })
      })
      return find(actor, waiverId)
    },
  }
}

export type Waivers = ReturnType<typeof createWaivers>
