import type { AttendeeReply } from '@consilium/contract/attendees/attendees.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { projectOfPlan } from '../../modules/plans/service.ts'

/** Who submitted a plan, and what was decided on it. */
export const planSubject = (trx: Db, planId: number) =>
  trx
    .selectFrom('project_plan as l')
    .leftJoin('project as p', (join) => join.on('p.project_id', '=', projectOfPlan))
    .select([
      'l.submitter_id as userId',
      'l.plan_name as planName',
      'p.project_name as projectName',
      'l.audit_opinion as opinion',
    ])
    .where('l.plan_id', '=', planId)
    .executeTakeFirstOrThrow()

export const expertSubject = (trx: Db, expertId: number) =>
  trx
    .selectFrom('expert')
    .select(['user_id as userId', 'audit_opinion as opinion', 'account_from as accountFrom'])
    .where('expert_id', '=', expertId)
    .executeTakeFirstOrThrow()

/** An account, with the phone that was proposed for it. */
export const accountSubject = (trx: Db, userId: number) =>
  trx
    .selectFrom('sys_user as u')
    .leftJoin('phone_change as c', 'c.user_id', 'u.user_id')
    .select(['u.user_name as userName', 'u.phone', 'c.phone as newPhone'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()

export const mainAccountOf = async (trx: Db, orgId: number): Promise<number> => {
  const { userId } = await trx
    .selectFrom('organization')
    .select('main_user_id as userId')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return userId
}

export const meetingSubject = (trx: Db, meetingId: number) =>
  trx
    .selectFrom('meeting')
    .select([
      'meeting_name as meetingName',
      'org_name as orgName',
      'schedule_start_time as startTime',
      'schedule_location as place',
    ])
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()

export interface AttendeeSubject {
  attendeeId: number
  userId: number
  name: string
  reply: AttendeeReply | null
  replyReason: string | null
  meetingId: number
  meetingName: string
  projectName: string
  startTime: string | null
  place: string | null
  execUserId: number | null
  createUserId: number
  payableAmount: string
}

const attendees = (trx: Db) =>
  trx
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('project as p', 'p.project_id', 'm.project_id')
    .innerJoin('labor_agreement as a', 'a.attendee_id', 't.attendee_id')
    .select([
      't.attendee_id as attendeeId',
      't.user_id as userId',
      't.name',
      't.reply',
      't.reply_reason as replyReason',
      'm.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'p.project_name as projectName',
      'm.schedule_start_time as startTime',
      'm.schedule_location as place',
      'm.exec_user_id as execUserId',
      'm.create_user_id as createUserId',
      'a.payable_amount as payableAmount',
    ])

export const attendeeSubject = (trx: Db, attendeeId: number): Promise<AttendeeSubject> =>
  attendees(trx).where('t.attendee_id', '=', attendeeId).executeTakeFirstOrThrow()

/** The attendees of a meeting who count at a time. */
export const countingAttendees = (trx: Db, meetingId: number, now: string): Promise<AttendeeSubject[]> =>
  attendees(trx).where('t.meeting_id', '=', meetingId).where(countsAt(now)).orderBy('t.attendee_id').execute()

/** The newest amendment of an agreement, of whatever status. */
export const amendmentSubject = (trx: Db, attendeeId: number) =>
  trx
    .selectFrom('agreement_amendment as x')
    .innerJoin('decision as d', 'd.decision_id', 'x.decision_id')
    .select([
      sql<string>`d.reason`.as('reason'),
      'd.asked_by as proposedBy',
      'x.payable_amount as payableAmount',
    ])
    .where('x.attendee_id', '=', attendeeId)
    .orderBy('x.amendment_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Whose payment of a batch the bank returned, and why. */
export const returnedSubject = (trx: Db, entryId: number) =>
  trx
    .selectFrom('payment_batch_line as l')
    .innerJoin('meeting_attendee as t', 't.attendee_id', 'l.attendee_id')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .select([
      't.user_id as userId',
      't.expert_id as expertId',
      'm.meeting_name as meetingName',
      'l.return_reason as reason',
    ])
    .where('l.entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
