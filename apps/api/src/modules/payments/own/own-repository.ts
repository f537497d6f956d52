import {
  OWN_PAYMENTS_MAX,
  type OwnEntry,
  type OwnFee,
  type PayerOfYear,
} from '@consilium/contract/payments/own-payments.ts'
import { sql } from 'kysely'
import { countsAt } from '../../../domain/attendance.ts'
import type { Db } from '../../../infra/db/db.ts'
import { attendeeFacts, engagements } from '../../agreements/service.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { meetingFacts } from '../../meetings/service.ts'

const SURCHARGES = sql<string>`(e.urban_levy + e.education_levy + e.local_education_levy + e.own_levy)`

/** The fees of an expert that are agreed or estimated and not paid. */
export const pendingOf = (db: Db, userId: number, now: string): Promise<OwnFee[]> =>
  engagements(db)
    .leftJoin(organizationFacts('o'), 'o.main_user_id', 'm.exec_user_id')
    .select([
      't.attendee_id as attendeeId',
      'm.meeting_name as meetingName',
      'o.org_name as orgName',
      't.labor_form as laborForm',
      'm.schedule_start_time as scheduleStartTime',
      sql<OwnFee['state']>`case when a.was_paid then 'returned'
        when a.signature_status = 'signed' then 'agreed' else 'estimated' end`.as('state'),
      'a.payable_amount as payableAmount',
      'a.net_amount as netAmount',
    ])
    .where('t.user_id', '=', userId)
    .where('m.current_stage', '<>', 'draft')
    .where('a.paid_date', 'is', null)
    .where('a.payable_amount', '>', '0')
    .where(countsAt(now))
    .orderBy('m.schedule_start_time')
    .orderBy('t.attendee_id')
    .limit(OWN_PAYMENTS_MAX)
    .execute()

const ofYear = (db: Db, userId: number, year: number) =>
  db
    .selectFrom('labor_payment_entry as e')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'e.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .where('t.user_id', '=', userId)
    .where('e.paid_date', '>=', `${year}-01-01`)
    .where('e.paid_date', '<=', `${year}-12-31`)

export const entriesOf = (db: Db, userId: number, year: number): Promise<OwnEntry[]> =>
  ofYear(db, userId, year)
    .select([
      'e.entry_id as entryId',
      'e.kind',
      'e.paid_date as paidDate',
      'e.attendee_id as attendeeId',
      'm.meeting_name as meetingName',
      'o.org_name as orgName',
      'e.labor_item as laborForm',
      'e.payable_amount as payableAmount',
      'e.vat_amount as vatAmount',
      SURCHARGES.as('surchargeAmount'),
      'e.income_tax as incomeTax',
      'e.net_amount as netAmount',
    ])
    .orderBy('e.paid_date', 'desc')
    .orderBy('e.entry_id', 'desc')
    .limit(OWN_PAYMENTS_MAX)
    .execute()

/** The sums of all entries, so that they are those of the ledger. */
export const payersOf = (db: Db, userId: number, year: number): Promise<PayerOfYear[]> =>
  ofYear(db, userId, year)
    .select([
      'o.org_id as orgId',
      'o.org_name as orgName',
      sql<number>`count(*) filter (where e.is_live)::int`.as('count'),
      sql<string>`sum(e.payable_amount)`.as('payableAmount'),
      sql<string>`sum(e.vat_amount)`.as('vatAmount'),
      sql<string>`sum(${SURCHARGES})`.as('surchargeAmount'),
      sql<string>`sum(e.income_tax)`.as('incomeTax'),
      sql<string>`sum(e.net_amount)`.as('netAmount'),
    ])
    .groupBy(['o.org_id', 'o.org_name'])
    .orderBy('o.org_id')
    .execute()
