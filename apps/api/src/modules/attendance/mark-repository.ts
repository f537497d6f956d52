import type { AttendanceMark, PresenceFlag } from '@consilium/contract/attendance/presence.ts'
import { SPREAD_NETWORKS, type MarkKind, type MarkMethod } from '@consilium/contract/attendance/presence.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { PresenceQuery } from '@consilium/contract/attendance/attendance.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { countsAt } from '../../domain/attendance.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Decided, Mark } from './presence.ts'
import { engagements } from '../agreements/service.ts'

/** Who is listed: whoever counts at the meeting, and whoever was there without counting. */
export interface ListedAttendee {
  attendeeId: number
  expertId: number
  meetingId: number
  currentStage: MeetingStage
  name: string
  unit: string | null
  /** Minutes that the fee is for; null if none are agreed. */
  feeMinutes: number | null
}

const attendees = (db: Db, now: string) =>
  engagements(db)
    .select([
      't.attendee_id as attendeeId',
      't.expert_id as expertId',
      't.meeting_id as meetingId',
      'm.current_stage as currentStage',
      't.name',
      't.unit',
      'a.fee_minutes as feeMinutes',
    ])
    .where(
      sql<boolean>`(${countsAt(now)} or exists (
        select from attendance_mark x where x.attendee_id = t.attendee_id and x.replaced_by is null))`,
    )

const SORTING = {
  columns: { attendeeId: 't.attendee_id', name: 't.name', createTime: 't.create_time' },
  key: 't.attendee_id',
} as const

export type OfMeeting = { meetingId: number } & Partial<
  Pick<PresenceQuery, 'name' | 'params[beginTime]' | 'params[endTime]'>
>

const named = (db: Db, now: string, { meetingId, name, ...range }: OfMeeting) => {
  const rows = attendees(db, now)
    .where('t.meeting_id', '=', meetingId)
    .where(inTimeRange('t.create_time', range['params[beginTime]'], range['params[endTime]']))
  return name ? rows.where(sql<boolean>`t.name ilike ${containing(name)}`) : rows
}

/** A page of the attendees of a meeting. */
export const listAttendees = (
  db: Db,
  now: string,
  query: PresenceQuery & OfMeeting,
): Promise<Page<ListedAttendee>> => selectPage(db, named(db, now, query), query, SORTING)

/** All attendees of a meeting, in the order in which they were added. */
export const attendeesOf = (db: Db, now: string, query: OfMeeting): Promise<ListedAttendee[]> =>
  named(db, now, query).orderBy('t.attendee_id').execute()

/** All attendees of these meetings, in the order in which they were added. */
export const attendeesAt = (db: Db, now: string, meetingIds: readonly number[]): Promise<ListedAttendee[]> =>
  attendees(db, now)
    .where('t.meeting_id', '=', sql<number>`any(${[...meetingIds]}::bigint[])`)
    .orderBy('t.attendee_id')
    .execute()

/** An attendee within the caller's reach. */
export const findAttendee = (db: Db, actor: Actor, attendeeId: number): Promise<ListedAttendee | undefined> =>
  engagements(db)
    .select([
      't.attendee_id as attendeeId',
      't.expert_id as expertId',
      't.meeting_id as meetingId',
      'm.current_stage as currentStage',
      't.name',
      't.unit',
      'a.fee_minutes as feeMinutes',
    ])
    .where('t.attendee_id', '=', attendeeId)
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .executeTakeFirst()

/** A mark with what presence follows from. */
export interface StoredMark
  extends Mark, Omit<AttendanceMark, 'distance' | 'clockOffset' | 'photoUrl' | 'signatureUrl'> {
  attendeeId: number
  recordedBy: number | null
  photoFileId: number | null
  handsignFileId: number | null
}

/** The marks of these attendees, corrected ones included. */
export const marksOf = (db: Db, attendeeIds: readonly number[]): Promise<StoredMark[]> =>
  db
    .selectFrom('attendance_mark as x')
    .leftJoin('conference_row as r', 'r.row_id', 'x.conference_row_id')
    .select([
      'x.mark_id as markId',
      'x.attendee_id as attendeeId',
      'x.kind',
      'x.method',
      'x.mark_time as markTime',
      sql<number>`extract(epoch from x.mark_time)::float8`.as('at'),
      'x.distance',
      'x.clock_offset as clockOffset',
      'x.recorded_by as recordedBy',
      accountName<string | null>('x.recorded_by').as('recordedByName'),
      'x.reason',
      'x.photo_file_id as photoFileId',
      'x.handsign_file_id as handsignFileId',
      'x.replaced_by as replacedBy',
      'x.create_time as createTime',
      'x.conference_row_id as rowId',
      'r.stay_seconds as staySeconds',
      sql<boolean>`exists (select from attendance_mark o where o.meeting_id = x.meeting_id
        and o.device_hash = x.device_hash and o.attendee_id <> x.attendee_id)`.as('isDeviceShared'),
      sql<boolean>`(select count(distinct o.network) >= ${SPREAD_NETWORKS} from attendance_mark o
        where o.meeting_id = x.meeting_id and o.step = x.step)`.as('isCodeSpread'),
    ])
    .where('x.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .orderBy('x.mark_time')
    .orderBy('x.mark_id')
    .execute()

export interface StoredReview extends Decided {
  attendeeId: number
  reason: string
  reviewedByName: string | null
  reviewedTime: string
}

export const reviewsOf = (db: Db, attendeeIds: readonly number[]): Promise<StoredReview[]> =>
  db
    .selectFrom('attendance_review as r')
    .select([
      'r.attendee_id as attendeeId',
      'r.review',
      'r.flags',
      'r.seen_mark_id as seenMarkId',
      'r.reason',
      accountName<string | null>('r.reviewed_by').as('reviewedByName'),
      'r.reviewed_time as reviewedTime',
    ])
    .where('r.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()

/** The last mark of an attendee that counts. */
export const lastMark = (
  db: Db,
  attendeeId: number,
): Promise<{ kind: MarkKind; markTime: string } | undefined> =>
  db
    .selectFrom('attendance_mark')
    .select(['kind', 'mark_time as markTime'])
    .where('attendee_id', '=', attendeeId)
    .where('replaced_by', 'is', null)
    .orderBy('mark_time', 'desc')
    .orderBy('mark_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewMark {
  meetingId: number
  attendeeId: number
  kind: MarkKind
  method: MarkMethod
  markTime: string
  createTime: string
  deviceHash?: Buffer | null
  network?: string | null
  step?: number | null
  distance?: number | null
  clockOffset?: number | null
  entryKey?: string | null
  recordedBy?: number | null
  reason?: string | null
  photoFileId?: number | null
  handsignFileId?: number | null
}

/** Undefined if an entry with the same key was added before. */
export async function insertMark(db: Db, mark: NewMark): Promise<number | undefined> {
  const row = await db
    .insertInto('attendance_mark')
    .values({
      meeting_id: mark.meetingId,
      attendee_id: mark.attendeeId,
      kind: mark.kind,
      method: mark.method,
      mark_time: mark.markTime,
      create_time: mark.createTime,
      device_hash: mark.deviceHash ?? null,
      network: mark.network ?? null,
      step: mark.step ?? null,
      distance: mark.distance ?? null,
      clock_offset: mark.clockOffset ?? null,
      entry_key: mark.entryKey ?? null,
      recorded_by: mark.recordedBy ?? null,
      reason: mark.reason ?? null,
      photo_file_id: mark.photoFileId ?? null,
      handsign_file_id: mark.handsignFileId ?? null,
    })
    .onConflict((conflict) => conflict.column('entry_key').doNothing())
    .returning('mark_id')
    .executeTakeFirst()
  return row?.mark_id
}

/** Marks one as corrected by another. Returns false if it is not of this attendee or was corrected before. */
export async function replaceMark(
  db: Db,
  attendeeId: number,
  { markId, replacedBy }: { markId: number; replacedBy: number },
): Promise<boolean> {
  const result = await db
    .updateTable('attendance_mark')
    .set({ replaced_by: replacedBy })
    .where('mark_id', '=', markId)
    .where('attendee_id', '=', attendeeId)
    .where('replaced_by', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface NewReview {
  attendeeId: number
  review: 'accepted' | 'rejected'
  flags: PresenceFlag[]
  seenMarkId: number
  reason: string
  reviewedBy: number
  reviewedTime: string
}

/** A later decision takes the place of an earlier one; the operation log keeps both. */
export async function saveReview(db: Db, review: NewReview): Promise<void> {
  const decided = {
    review: review.review,
    flags: review.flags,
    seen_mark_id: review.seenMarkId,
    reason: review.reason,
    reviewed_by: review.reviewedBy,
    reviewed_time: review.reviewedTime,
  }
  await db
    .insertInto('attendance_review')
    .values({ attendee_id: review.attendeeId, ...decided })
    .onConflict((conflict) => conflict.column('attendee_id').doUpdateSet(decided))
    .execute()
}
