import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingCheck } from '@consilium/contract/gates.ts'
import type { Evidence, Waiver, WaiverDecision, WaiverQuery } from '@consilium/contract/gate-routes.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { checkViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'

export type WaiverRow = Omit<Waiver, 'abilities'>

const views = (db: Db) =>
  db
    .selectFrom('meeting_waiver as w')
    .innerJoin('meeting as m', 'm.meeting_id', 'w.meeting_id')
    .select([
      'w.waiver_id as waiverId',
      'w.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'w.check_id as check',
      'w.expert_id as expertId',
      'w.covers',
      'w.reason',
      'w.status',
      'w.asked_by as askedBy',
      accountName('w.asked_by').$castTo<string | null>().as('askedByName'),
      'w.decided_by as decidedBy',
      accountName('w.decided_by').$castTo<string | null>().as('decidedByName'),
      'w.decided_time as decidedTime',
      'w.opinion',
      'w.create_time as createTime',
      'w.version',
    ])

const reached = (db: Db, actor: Actor) => views(db).where(withinReach(actor, 'meeting', 'w.meeting_id'))

const SORTING = { columns: { waiverId: 'w.waiver_id' }, key: 'w.waiver_id' } as const

export function listWaivers(db: Db, actor: Actor, query: WaiverQuery): Promise<Page<WaiverRow>> {
  let rows = reached(db, actor)
  rows = rows.where(inTimeRange('w.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.meetingId) rows = rows.where('w.meeting_id', '=', query.meetingId)
  if (query.status) rows = rows.where('w.status', '=', query.status)
  if (query.check) rows = rows.where('w.check_id', '=', query.check)
  return selectPage(db, rows, query, SORTING)
}

export const findWaiver = (db: Db, actor: Actor, waiverId: number): Promise<WaiverRow | undefined> =>
  reached(db, actor).where('w.waiver_id', '=', waiverId).executeTakeFirst()

/** The waivers of one meeting, the latest first. */
export const waiversOf = (db: Db, meetingId: number): Promise<WaiverRow[]> =>
  views(db).where('w.meeting_id', '=', meetingId).orderBy('w.waiver_id', 'desc').execute()

export interface NewWaiver {
  meetingId: number
  check: MeetingCheck
  expertId: number | null
  covers: readonly Evidence[]
  reason: string
  askedBy: number
}

/** The unique index refuses a second request for the same check while the first one waits. */
export async function insertWaiver(db: Db, waiver: NewWaiver): Promise<number> {
  const row = await db
    .insertInto('meeting_waiver')
    .values({
      meeting_id: waiver.meetingId,
      check_id: waiver.check,
      expert_id: waiver.expertId,
      covers: JSON.stringify(waiver.covers),
      reason: waiver.reason,
      asked_by: waiver.askedBy,
    })
    .returning('waiver_id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'meeting_waiver_pending' ? new Refusal('WAIVER_PENDING') : error
    })
  return row.waiver_id
}

/** Decides a pending waiver. Returns false if another decision, or a change of it, came first. */
export async function decideWaiver(
  db: Db,
  { waiverId, version, status, opinion = null }: WaiverDecision,
  decided: { by: number; time: string },
): Promise<boolean> {
  const result = await db
    .updateTable('meeting_waiver')
    .set((eb) => ({
      status,
      opinion,
      decided_by: decided.by,
      decided_time: decided.time,
      version: eb('version', '+', 1),
    }))
    .where('waiver_id', '=', waiverId)
    .where('version', '=', version)
    .where('status', '=', 'pending')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw checkViolation(error) === 'meeting_waiver_two_people' ? new Refusal('OWN_REQUEST') : error
    })
  return result.numUpdatedRows > 0n
}
