import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { Evidence, Waiver, WaiverQuery, WaiverStatus } from '@consilium/contract/gates/gate-routes.ts'
import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { asksAccount, type Viewer } from '../approvals/service.ts'
import {
  askedByName,
  decidedByName,
  decidedForNames,
  DECISION_COLUMNS,
  DECISION_WORDS,
  decisionFacts,
} from '../decisions/service.ts'
import { meetingFacts, placesOf } from '../meetings/service.ts'

export type WaiverRow = Omit<Waiver, 'abilities'> & {
  /** Whether the open step asks the caller. */
  isAsked: boolean
}

const views = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('meeting_waiver as w')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'w.meeting_id')
    .innerJoin(decisionFacts('d'), 'd.decision_id', 'w.decision_id')
    .select([
      'w.waiver_id as waiverId',
      'w.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'w.check_id as check',
      'w.expert_id as expertId',
      'w.covers',
      'w.create_time as createTime',
      sql<string>`d.reason`.as('reason'),
      sql<WaiverStatus>`d.state`.as('status'),
      sql<number>`d.asked_by`.as('askedBy'),
      ...DECISION_COLUMNS,
      ...DECISION_WORDS,
      askedByName,
      decidedByName,
      decidedForNames,
      asksAccount(viewer).as('isAsked'),
    ])

const reached = (db: Db, actor: Actor, now: string) =>
  views(db, { userId: actor.userId, now }).where(withinReach(actor, 'meeting', 'w.meeting_id'))

const SORTING = { columns: { waiverId: 'w.waiver_id' }, key: 'w.waiver_id' } as const

export function listWaivers(db: Db, actor: Actor, query: WaiverQuery, now: string): Promise<Page<WaiverRow>> {
  let rows = reached(db, actor, now)
  rows = rows.where(inTimeRange('w.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.meetingId) rows = rows.where('w.meeting_id', '=', query.meetingId)
  if (query.status) rows = rows.where('d.state', '=', query.status)
  if (query.check) rows = rows.where('w.check_id', '=', query.check)
  return selectPage(db, rows, query, SORTING)
}

export const findWaiver = (
  db: Db,
  actor: Actor,
  waiverId: number,
  now: string,
): Promise<WaiverRow | undefined> =>
  reached(db, actor, now).where('w.waiver_id', '=', waiverId).executeTakeFirst()

/** The waivers of meetings, the latest first, as an account may decide them. */
export async function waiversOf(
  db: Db,
  meetingIds: readonly number[],
  viewer: Viewer,
): Promise<Map<number, WaiverRow[]>> {
  const isAsked = sql<number>`any(${[...meetingIds]}::bigint[])`
  const ofMeetings = db.selectFrom('meeting_waiver').select('waiver_id').where('meeting_id', '=', isAsked)
  // Most meetings have none, and to plan the statement below takes longer than to ask for that.
  if (!(await ofMeetings.limit(1).executeTakeFirst())) return new Map()
  const rows = await views(db, viewer)
    .where('w.meeting_id', '=', isAsked)
    .orderBy('w.waiver_id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ meetingId }) => meetingId)
}

export async function decisionOf(db: Db, waiverId: number): Promise<number> {
  const row = await db
    .selectFrom('meeting_waiver')
    .select('decision_id')
    .where('waiver_id', '=', waiverId)
    .executeTakeFirstOrThrow()
  return row.decision_id
}

export interface NewWaiver {
  meetingId: number
  check: MeetingCheck
  expertId: number | null
  covers: readonly Evidence[]
  reason: string
  askedBy: number
}

export async function insertWaiver(
  db: Db,
  waiver: Omit<NewWaiver, 'reason' | 'askedBy'> & { decisionId: number },
): Promise<number> {
  const row = await db
    .insertInto('meeting_waiver')
    .values({
      meeting_id: waiver.meetingId,
      check_id: waiver.check,
      expert_id: waiver.expertId,
      covers: JSON.stringify(waiver.covers),
      decision_id: waiver.decisionId,
    })
    .returning('waiver_id')
    .executeTakeFirstOrThrow()
  return row.waiver_id
}

/** A waiver as it is decided on. */
export type DecidedWaiver = Pick<WaiverRow, 'waiverId' | 'meetingId' | 'check' | 'expertId' | 'covers'> & {
  decisionId: number
}

export const ofDecision = (db: Db, decisionId: number): Promise<DecidedWaiver> =>
  db
    .selectFrom('meeting_waiver as w')
    .select([
      'w.waiver_id as waiverId',
      'w.meeting_id as meetingId',
      'w.check_id as check',
      'w.expert_id as expertId',
      'w.covers',
      'w.decision_id as decisionId',
    ])
    .where('w.decision_id', '=', decisionId)
    .executeTakeFirstOrThrow()

export async function projectOf(db: Db, meetingId: number): Promise<number> {
  const [place] = await placesOf(db, [meetingId])
  if (!place) throw new Error(`There is no meeting ${meetingId}`)
  return place.projectId
}

/** The names of the meetings that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('meeting_waiver as w')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'w.meeting_id')
    .select(['w.decision_id as decisionId', 'm.meeting_name as title'])
    .where('w.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}
