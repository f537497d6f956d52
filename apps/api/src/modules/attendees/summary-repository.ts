import type { AttendeeSummary } from '@consilium/contract/attendees/attendees.ts'
import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import { countsAt } from '../../domain/attendance.ts'
import { hasSigned, waitsForSignature } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { meetingFacts } from '../meetings/service.ts'
import { agreementFacts } from '../agreements/service.ts'

const SIGNED = hasSigned('a')

/** The sums of those who count at a meeting within the caller's reach; undefined if it is beyond. */
export const summaryOf = (
  db: Db,
  actor: Actor,
  meetingId: number,
  now: string,
): Promise<AttendeeSummary | undefined> =>
  db
    .selectFrom(meetingFacts('m'))
    .leftJoin('meeting_attendee as t', 't.meeting_id', 'm.meeting_id')
    .leftJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')
    .select([
      'm.meeting_id as meetingId',
      'm.labor_budget as laborBudget',
      sql<number>`count(a.attendee_id) filter (where ${countsAt(now)})`.as('attendeeCount'),
      sql<number>`count(a.attendee_id) filter (where ${SIGNED})`.as('signedCount'),
      sql<number>`count(a.attendee_id) filter (where ${waitsForSignature(now)})`.as('toSignCount'),
      sql<string>`coalesce(sum(a.payable_amount) filter (where ${countsAt(now)}), 0.00)`.as('payableAmount'),
      sql<string>`coalesce(sum(a.payable_amount) filter (where ${SIGNED}), 0.00)`.as('signedAmount'),
      sql<string>`coalesce(sum(a.net_amount) filter (where ${countsAt(now)}), 0.00)`.as('netAmount'),
    ])
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .groupBy(['m.meeting_id', 'm.labor_budget'])
    .executeTakeFirst()
