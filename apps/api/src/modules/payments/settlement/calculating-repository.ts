import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import { countsAt } from '../../../domain/attendance.ts'
import { withinReach } from '../../../domain/reach.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Db } from '../../../infra/db/db.ts'
import { attendeeFacts, engagements } from '../../agreements/service.ts'

/** An attendee within the caller's reach. */
export const findAttendee = (
  db: Db,
  actor: Actor,
  attendeeId: number,
): Promise<{ userId: number; meetingId: number; laborForm: LaborForm } | undefined> =>
  db
    .selectFrom(attendeeFacts('t'))
    .select(['t.user_id as userId', 't.meeting_id as meetingId', 't.labor_form as laborForm'])
    .where('t.attendee_id', '=', attendeeId)
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .executeTakeFirst()

export interface AgreedFee {
  attendeeId: number
  scheduleStartTime: string | null
  laborForm: LaborForm
  payableAmount: string
}

/** The fees that a payer has agreed with an expert and not paid. */
export const agreedFees = (db: Db, payerUserId: number, userId: number, now: string): Promise<AgreedFee[]> =>
  engagements(db)
    .select([
      't.attendee_id as attendeeId',
      'm.schedule_start_time as scheduleStartTime',
      't.labor_form as laborForm',
      'a.payable_amount as payableAmount',
    ])
    .where('t.user_id', '=', userId)
    .where('m.exec_user_id', '=', payerUserId)
    .where('a.paid_date', 'is', null)
    .where('a.payable_amount', '>', '0')
    .where(countsAt(now))
    .orderBy('t.attendee_id')
    .execute()
