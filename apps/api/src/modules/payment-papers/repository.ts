import type { Page } from '@consilium/contract/envelope.ts'
import {
  PAPERS_LACKING,
  type PaperState,
  type PaymentPaper,
  type PaymentPaperQuery,
  type PaymentPaperSums,
  type PaymentPaperSumsQuery,
} from '@consilium/contract/payments/payment-papers.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { vatThresholds } from '../fees/service.ts'
import { expectsInvoices, organizationFacts } from '../organizations/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { fileFacts } from '../files/service.ts'
import { attendeeFacts } from '../agreements/service.ts'
import { entryFacts, ledger } from '../payments/service.ts'
import { isOnItsWay } from '../batches/service.ts'

type Owner = { mainUserId?: number }

/** From how much on a person's day bears VAT, by the rules of the day; null on a day without rules. */
const threshold = sql<string | null>`(case ${sql.join(
  vatThresholds().map(
    ({ from, to, amount }) =>
      sql`when e.paid_date between ${from}::date and ${to ?? 'infinity'}::date then ${amount}::numeric`,
  ),
  sql` `,
)} end)`

/** VAT compares what one payer pays a person on one day; without rules for the day nobody can say that it is little. */
const needsInvoice = sql<boolean>`coalesce((
  select sum(d.payable_amount) from ${entryFacts('d')}
    where d.org_id = e.org_id and d.person_hash = e.person_hash and d.paid_date = e.paid_date and d.is_live
) >= ${threshold}, true)`

const isExpected = expectsInvoices('e.org_id', 'e.paid_date')

const hasNumber = sql<boolean>`exists (
  select from ${entryFacts('n')}
    where n.org_id = e.org_id and n.person_hash = e.person_hash and n.id_number_cipher is not null)`

const state: RawBuilder<PaperState> = sql<PaperState>`(case
  when i.invoice_id is not null then 'invoice'
  when ${needsInvoice} then case when ${isExpected} then 'invoiceMissing' else 'notExpected' end
  when r.entry_id is not null then 'receipt'
  when ${hasNumber} then 'receiptDue'
  else 'numberMissing' end)`

/** Live payments that have arrived: those of batches once the bank has said so, all others when they are recorded. */
const settled = (db: Db) =>
  ledger(db)
    .leftJoin('payment_paper as r', 'r.entry_id', 'e.entry_id')
    .leftJoin('payment_invoice as i', (join) =>
      join.onRef('i.entry_id', '=', 'e.entry_id').on('i.released_time', 'is', null),
    )
    .leftJoin(fileFacts('s'), 's.file_id', 'i.file_id')
    .where('e.is_live', '=', true)
    .where('e.kind', '=', 'payment')
    .where(sql<boolean>`not ${isOnItsWay('e.entry_id')}`)

const papers = (db: Db) =>
  settled(db).select([
    'e.entry_id as entryId',
    'e.org_id as orgId',
    'o.org_name as orgName',
    'e.attendee_id as attendeeId',
    't.meeting_id as meetingId',
    'm.meeting_name as meetingName',
    'e.person_name as name',
    'e.labor_item as laborForm',
    'e.paid_date as paidDate',
    'e.payable_amount as payableAmount',
    'e.net_amount as netAmount',
    state.as('state'),
    needsInvoice.as('needsInvoice'),
    sql<boolean>`r.entry_id is not null`.as('hasReceipt'),
    'i.invoice_id as invoiceId',
    'i.invoice_code as invoiceCode',
    'i.invoice_number as invoiceNumber',
    'i.issue_date as issueDate',
    'i.seller_name as sellerName',
    'i.total_amount as totalAmount',
    's.original_name as fileName',
    'i.user_name as userName',
    'i.create_time as createTime',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof papers>['executeTakeFirstOrThrow']>>
export type PaperRow = Omit<PaymentPaper, 'abilities'>

function view(row: Row): PaperRow {
  const { invoiceId, invoiceCode, invoiceNumber, issueDate, sellerName, totalAmount, ...rest } = row
  const { fileName, userName, createTime, ...payment } = rest
  const invoice =
    invoiceId === null
      ? null
      : {
          invoiceId,
          invoiceCode,
          invoiceNumber: invoiceNumber ?? '',
          issueDate,
          sellerName: sellerName ?? '',
          totalAmount: totalAmount ?? '',
          fileName: fileName ?? '',
          userName: userName ?? '',
          createTime: createTime ?? '',
        }
  return { ...payment, invoice }
}

const SORTING = {
  columns: { entryId: 'e.entry_id', paidDate: 'e.paid_date', payableAmount: 'e.payable_amount' },
  key: 'e.entry_id',
  neverNull: ['e.paid_date', 'e.payable_amount'],
} as const

type Filters = Partial<Omit<PaymentPaperQuery, 'pageNum' | 'pageSize'>>
const LACKING = sql.join(PAPERS_LACKING.map((each) => sql`${each}`))

function filtered(db: Db, { mainUserId }: Owner, query: Filters) {
  let rows = papers(db)
  if (mainUserId !== undefined) rows = rows.where('o.main_user_id', '=', mainUserId)
  rows = rows.where(inTimeRange('e.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('e.org_id', '=', query.orgId)
  if (query.period) rows = rows.where('e.period', '=', query.period)
  if (query.meetingId) rows = rows.where('t.meeting_id', '=', query.meetingId)
  if (query.name) rows = rows.where('e.person_name', 'ilike', containing(query.name))
  if (query.state) rows = rows.where(sql<boolean>`${state} = ${query.state}`)
  if (query.isLacking !== undefined)
    rows = rows.where(sql<boolean>`(${state} in (${LACKING})) = ${query.isLacking}`)
  return rows
}

export async function listPapers(db: Db, owner: Owner, query: PaymentPaperQuery): Promise<Page<PaperRow>> {
  const page = await selectPage(db, filtered(db, owner, query), query, SORTING)
  return { ...page, rows: page.rows.map(view) }
}

export async function batchOfPapers(
  db: Db,
  owner: Owner,
  query: Parameters<typeof selectBatch>[2] & Filters,
  after: Cursor | null,
): Promise<Batch<PaperRow>> {
  const { rows, next } = await selectBatch(db, filtered(db, owner, query), query, SORTING, after)
  return { rows: rows.map(view), next }
}

export async function findPaper(db: Db, owner: Owner, entryId: number): Promise<PaperRow | undefined> {
  const row = await filtered(db, owner, {}).where('e.entry_id', '=', entryId).executeTakeFirst()
  return row && view(row)
}

export const sumPapers = (
  db: Db,
  owner: Owner,
  query: PaymentPaperSumsQuery,
): Promise<PaymentPaperSums['states']> =>
  filtered(db, owner, query)
    .clearSelect()
    .select([
      state.as('state'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(e.payable_amount)`.as('amount'),
    ])
    .groupBy(sql`1`)
    .execute()

/** Payments whose receipt is due: of a payer's month, or among these. */
export async function dueReceipts(
  db: Db,
  chosen: { orgId: number; period: string; max: number } | { entryIds: readonly number[] },
): Promise<number[]> {
  const due = settled(db)
    .select('e.entry_id as entryId')
    .where(sql<boolean>`${state} = 'receiptDue'`)
    .orderBy('e.entry_id')
  const rows =
    'entryIds' in chosen
      ? due.where('e.entry_id', '=', sql<number>`any(${[...chosen.entryIds]}::bigint[])`)
      : due.where('e.org_id', '=', chosen.orgId).where('e.period', '=', chosen.period).limit(chosen.max)
  return (await rows.execute()).map(({ entryId }) => entryId)
}

/** What a receipt says. */
export interface ReceiptFacts {
  entryId: number
  userId: number | null
  mainUserId: number
  orgName: string
  creditCode: string | null
  attendeeId: number
  meetingName: string
  name: string
  idType: IdType
  /** The entry of the person whose cipher holds the number: its own, or else the latest. */
  numberEntryId: number
  idNumberCipher: Buffer
  laborForm: PaperRow['laborForm']
  paidDate: string
  payableAmount: string
  vatAmount: string
  surchargeAmount: string
  incomeTax: string
  netAmount: string
}

/** The facts of a payment whose receipt is due; undefined if it is not, or not any more. */
export async function receiptFacts(db: Db, entryId: number): Promise<ReceiptFacts | undefined> {
  if ((await dueReceipts(db, { entryIds: [entryId] })).length === 0) return undefined
  const { rows } = await sql<ReceiptFacts>`
    select e.entry_id as "entryId", e.user_id as "userId", o.main_user_id as "mainUserId", o.org_name as "orgName",
      o.credit_code as "creditCode", e.attendee_id as "attendeeId", m.meeting_name as "meetingName",
      e.person_name as name, n.id_type as "idType", n.entry_id as "numberEntryId",
      n.id_number_cipher as "idNumberCipher", e.labor_item as "laborForm", e.paid_date as "paidDate",
      e.payable_amount as "payableAmount", e.vat_amount as "vatAmount",
      (e.urban_levy + e.education_levy + e.local_education_levy + e.own_levy) as "surchargeAmount",
      e.income_tax as "incomeTax", e.net_amount as "netAmount"
    from ${entryFacts('e')}
      join ${organizationFacts('o')} on o.org_id = e.org_id
      join ${attendeeFacts('t')} on t.attendee_id = e.attendee_id
      join ${meetingFacts('m')} on m.meeting_id = t.meeting_id
      cross join lateral (
        select k.entry_id, k.id_type, k.id_number_cipher from ${entryFacts('k')}
          where k.org_id = e.org_id and k.person_hash = e.person_hash and k.id_number_cipher is not null
          order by k.entry_id = e.entry_id desc, k.entry_id desc limit 1) n
    where e.entry_id = ${entryId}`.execute(db)
  return rows[0]
}

/**
 * Keeps the receipt of a payment. Returns false if it has one, or was reversed: the lock lets one of a reversal and a receipt at
 * once come first, so that the reversal finds the receipt that it withdraws.
 */
export async function insertReceipt(
  db: Db,
  { entryId, fileId, sha256 }: { entryId: number; fileId: number; sha256: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payment_paper')
    .columns(['entry_id', 'file_id', 'sha256'])
    .expression((eb) =>
      eb
        .selectFrom(entryFacts('e'))
        .select(['e.entry_id', eb.val(fileId).as('file_id'), eb.val(sha256).as('sha256')])
        .where('e.entry_id', '=', entryId)
        .where('e.is_live', '=', true)
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The hashes of the receipts of payments that these entries reverse. */
export async function receiptsOfReversed(db: Db, reversalIds: readonly number[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom(entryFacts('e'))
    .innerJoin('payment_paper as r', 'r.entry_id', 'e.payment_id')
    .select('r.sha256')
    .where('e.entry_id', 'in', [...reversalIds])
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** The file of a receipt; its payment may have been reversed since. */
export async function receiptFile(
  db: Db,
  { mainUserId }: Owner,
  entryId: number,
): Promise<number | undefined> {
  const rows = db
    .selectFrom('payment_paper as r')
    .innerJoin(entryFacts('e'), 'e.entry_id', 'r.entry_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .select('r.file_id as fileId')
    .where('r.entry_id', '=', entryId)
  const owned = mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)
  return (await owned.executeTakeFirst())?.fileId
}
