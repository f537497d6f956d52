import type { Page } from '@consilium/contract/envelope.ts'
import { paymentRecord } from '@consilium/contract/payments/payment-record.ts'
import type {
  DuePayment,
  DuePaymentQuery,
  LaborPayment,
  LaborPaymentQuery,
  TaxMonth,
} from '@consilium/contract/payments/payments.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { PayeeFact } from '@consilium/contract/persons/personal-facts.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { textContains } from '../../infra/db/lists/name-search.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { taxItem } from './ledger-repository.ts'
import { attendeeFacts, engagements } from '../agreements/service.ts'
import { organizationFacts } from '../organizations/service.ts'
import { payeeFacts } from '../experts/service.ts'
import { meetingFacts } from '../meetings/service.ts'

const SURCHARGES = sql<string>`(e.urban_levy + e.education_levy + e.local_education_levy + e.own_levy)`

const columns = declaredColumns<'labor_payment_entry'>()

const views = (db: Db) =>
  db
    .selectFrom('labor_payment_entry as e')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'e.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select([
      ...columns.select('e', paymentRecord.stored),
      'o.org_name as orgName',
      't.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'e.person_name as name',
      'e.labor_item as laborForm',
      taxItem,
      SURCHARGES.as('surchargeAmount'),
    ])

export type PaymentRow = Omit<LaborPayment, 'abilities'>

const SORTING = {
  columns: columns.order('e', paymentRecord.ordered),
  key: 'e.entry_id',
  neverNull: ['e.paid_date', 'e.payable_amount'],
} as const

type Scope = { mainUserId?: number }

function filtered(db: Db, { mainUserId }: Scope, query: Omit<LaborPaymentQuery, 'pageNum' | 'pageSize'>) {
  let rows = views(db)
  if (mainUserId !== undefined) rows = rows.where('o.main_user_id', '=', mainUserId)
  rows = rows.where(inTimeRange('e.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('e.org_id', '=', query.orgId)
  if (query.period) rows = rows.where('e.period', '=', query.period)
  if (query.name) rows = rows.where('e.person_name', 'ilike', containing(query.name))
  if (query.meetingId) rows = rows.where('t.meeting_id', '=', query.meetingId)
  if (query.kind) rows = rows.where('e.kind', '=', query.kind)
  if (query.isCorrection !== undefined) rows = rows.where('e.is_correction', '=', query.isCorrection)
  return rows
}

export const listPayments = (db: Db, scope: Scope, query: LaborPaymentQuery): Promise<Page<PaymentRow>> =>
  selectPage(db, filtered(db, scope, query), query, SORTING)

export const findPayment = (db: Db, scope: Scope, entryId: number): Promise<PaymentRow | undefined> =>
  filtered(db, scope, {} as LaborPaymentQuery)
    .where('e.entry_id', '=', entryId)
    .executeTakeFirst()

const DUE_SORTING = {
  columns: { attendeeId: 't.attendee_id', payableAmount: 'a.payable_amount' },
  key: 't.attendee_id',
  neverNull: ['a.payable_amount'],
} as const

/** With what is known of the person, sealed. */
type DueRow = Omit<DuePayment, 'obstacles' | 'missingFacts'> & {
  idType: IdType
} & Readonly<Record<PayeeFact, Buffer | null>>

/** The attendees who count and whose agreed fee is not paid. */
const dueFees = (db: Db, now: string) =>
  engagements(db)
    .innerJoin(organizationFacts('o'), 'o.main_user_id', 'm.exec_user_id')
    .innerJoin(payeeFacts('x'), 'x.expert_id', 't.expert_id')
    .select((eb) => [
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
      'a.signature_status as signatureStatus',
      'x.tax_residence as taxResidence',
      'x.id_type as idType',
      eb.fn.coalesce('a.id_card_cipher', 'x.id_card_cipher').as('idCardNo'),
      'x.nationality_cipher as nationality',
      'x.sex_cipher as sex',
      'x.birth_date_cipher as birthDate',
    ])
    .where('a.paid_date', 'is', null)
    .where('a.payable_amount', '>', '0')
    .where(countsAt(now))

/** Fees among the due ones: with `isFree` those that no batch holds, with `attendeeIds` those of these attendees. */
export interface DueChoice {
  isFree?: boolean
  attendeeIds?: readonly number[]
}

type DueFilters = Partial<
  Omit<DuePaymentQuery, 'pageNum' | 'pageSize' | 'after' | 'before' | 'orderByColumn' | 'isAsc'>
>

function chosenDue(
  db: Db,
  { mainUserId }: Scope,
  query: DueFilters,
  { now, isFree = false, attendeeIds }: DueChoice & { now: string },
) {
  let rows = dueFees(db, now)
  if (isFree)
    rows = rows.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('labor_payment_claim as c')
            .select('c.attendee_id')
            .whereRef('c.attendee_id', '=', 't.attendee_id'),
        ),
      ),
    )
  if (attendeeIds) rows = rows.where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
  if (mainUserId !== undefined) rows = rows.where('m.exec_user_id', '=', mainUserId)
  rows = rows.where(inTimeRange('t.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('o.org_id', '=', query.orgId)
  if (query.meetingId) rows = rows.where('t.meeting_id', '=', query.meetingId)
  if (query.name) rows = rows.where(textContains('t.name', query.name).found)
  if (query.signatureStatus) rows = rows.where('a.signature_status', '=', query.signatureStatus)
  return rows
}

/** One page of the due fees of a payer. */
export const listDue = (
  db: Db,
  scope: Scope,
  query: DuePaymentQuery,
  choice: DueChoice & { now: string },
): Promise<Page<DueRow>> => selectPage(db, chosenDue(db, scope, query, choice), query, DUE_SORTING)

/** What due fees come to, as their agreements estimated it. */
export interface DueSum {
  attendeeId: number
  payableAmount: string
  netAmount: string
}

/** The oldest due fees of a payer, at most so many. */
export const oldestDue = (
  db: Db,
  scope: Scope,
  query: DueFilters,
  { max, ...choice }: DueChoice & { now: string; max: number },
): Promise<DueSum[]> =>
  chosenDue(db, scope, query, choice)
    .clearSelect()
    .select(['t.attendee_id as attendeeId', 'a.payable_amount as payableAmount', 'a.net_amount as netAmount'])
    .orderBy('t.attendee_id')
    .limit(max)
    .execute()

type MonthSums = Omit<
  TaxMonth,
  | 'orgId'
  | 'orgName'
  | 'period'
  | 'nonResidents'
  | 'foreigners'
  | 'unreportable'
  | 'openCorrections'
  | 'filings'
  | 'abilities'
>

/** The sums of a payer's month; zero where nothing was paid. */
export async function sumMonth(
  db: Db,
  { orgId, period }: { orgId: number; period: string },
): Promise<MonthSums> {
  const total = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0.00)`
  const filed = db
    .selectFrom('labor_tax_month as f')
    .select('f.filed_time')
    .where('f.org_id', '=', orgId)
    .where('f.period', '=', period)
  return db
    .selectFrom('labor_payment_entry as e')
    .select([
      sql<number>`count(distinct e.person_hash) filter (where e.is_live)`.as('people'),
      sql<number>`count(*) filter (where e.is_live)`.as('payments'),
      sql<number>`count(*) filter (where e.is_correction)`.as('corrections'),
      total('e.payable_amount').as('payableAmount'),
      total('e.vat_amount').as('vatAmount'),
      total('e.urban_levy').as('urbanLevy'),
      total('e.education_levy').as('educationLevy'),
      total('e.local_education_levy').as('localEducationLevy'),
      total('e.own_levy').as('ownLevy'),
      sql<string>`coalesce(sum(${SURCHARGES}), 0.00)`.as('surchargeAmount'),
      total('e.income_tax').as('incomeTax'),
      total('e.net_amount').as('netAmount'),
      filed.as('filedTime'),
    ])
    .where('e.org_id', '=', orgId)
    .where('e.period', '=', period)
    .executeTakeFirstOrThrow()
}
