import type { PayableFee, PayableQuery } from '@consilium/contract/batches/batches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { textContains } from '../../infra/db/lists/name-search.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'

type Owner = { mainUserId?: number }

/** The attendees of a payer who count and whose agreed fee is neither paid nor held by a batch. */
const dueFees = (db: Db, now: string) =>
  db
    .selectFrom('labor_agreement as a')
    .innerJoin('meeting_attendee as t', 't.attendee_id', 'a.attendee_id')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('organization as o', 'o.main_user_id', 'm.exec_user_id')
    .select([
      't.attendee_id as attendeeId',
      'o.org_id as orgId',
      'o.org_name as orgName',
      't.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.schedule_start_time as scheduleStartTime',
      't.name',
      't.labor_form as laborForm',
      'a.payable_amount as payableAmount',
      'a.net_amount as netAmount',
    ])
    .where('a.paid_date', 'is', null)
    .where('a.payable_amount', '>', '0')
    .where(countsAt(now))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('labor_payment_claim as c')
            .select('c.attendee_id')
            .whereRef('c.attendee_id', '=', 't.attendee_id'),
        ),
      ),
    )

const SORTING = {
  columns: { attendeeId: 't.attendee_id', payableAmount: 'a.payable_amount' },
  key: 't.attendee_id',
  neverNull: ['a.payable_amount'],
} as const

export function listDue(
  db: Db,
  { mainUserId }: Owner,
  query: PayableQuery,
  now: string,
): Promise<Page<Omit<PayableFee, 'reasons'>>> {
  let rows = dueFees(db, now)
  if (mainUserId !== undefined) rows = rows.where('m.exec_user_id', '=', mainUserId)
  rows = rows.where(inTimeRange('t.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('o.org_id', '=', query.orgId)
  if (query.meetingId) rows = rows.where('t.meeting_id', '=', query.meetingId)
  if (query.name) rows = rows.where(textContains('t.name', query.name).found)
  return selectPage(db, rows, query, SORTING)
}

/** Due fees of a payer, the oldest first: all, those of a meeting, or those among these. */
export async function chooseDue(
  db: Db,
  orgId: number,
  { meetingId, attendeeIds, max }: { meetingId?: number; attendeeIds?: readonly number[]; max: number },
  now: string,
): Promise<number[]> {
  let rows = dueFees(db, now).where('o.org_id', '=', orgId)
  if (meetingId !== undefined) rows = rows.where('t.meeting_id', '=', meetingId)
  if (attendeeIds) rows = rows.where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
  const found = await rows.orderBy('t.attendee_id').limit(max).execute()
  return found.map(({ attendeeId }) => attendeeId)
}

/** What decides whether a fee is payable beside its agreement. */
export interface FeeFacts {
  attendeeId: number
  meetingId: number
  expertId: number
  isPaid: boolean
  hasPayer: boolean
  /** The name on the agreement, which is that of the account. */
  payeeName: string
  /** The name that was audited; null while none was. */
  auditedName: string | null
  bankName: string | null
  bankRegion: string | null
  idCardCipher: Buffer | null
  bankAccountCipher: Buffer | null
}

export const factsOf = (db: Db, attendeeIds: readonly number[]): Promise<FeeFacts[]> =>
  db
    .selectFrom('labor_agreement as a')
    .innerJoin('meeting_attendee as t', 't.attendee_id', 'a.attendee_id')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('expert as x', 'x.expert_id', 't.expert_id')
    .leftJoin('organization as o', 'o.main_user_id', 'm.exec_user_id')
    .select((eb) => [
      't.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      't.expert_id as expertId',
      sql<boolean>`a.paid_date is not null`.as('isPaid'),
      sql<boolean>`o.org_id is not null`.as('hasPayer'),
      eb.fn.coalesce('a.signer_name', 't.name').as('payeeName'),
      sql<string | null>`case when x.audit_status = 'approved' then x.name else x.audited_name end`.as(
        'auditedName',
      ),
      'a.bank_name as bankName',
      'a.bank_region as bankRegion',
      'a.id_card_cipher as idCardCipher',
      'a.bank_account_cipher as bankAccountCipher',
    ])
    .where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()

export const phonesOf = async (db: Db, attendeeIds: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('meeting_attendee as t')
    .innerJoin('sys_user as u', 'u.user_id', 't.user_id')
    .select(['t.attendee_id as attendeeId', 'u.phone'])
    .where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ attendeeId, phone }) => [attendeeId, phone ?? '']))
}
