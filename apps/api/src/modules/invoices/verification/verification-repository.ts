import type { InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import {
  VERIFICATIONS_PER_INVOICE_AND_DAY,
  type VerificationDay,
  type VerificationProblem,
  type VerificationState,
} from '@consilium/contract/invoices/verification.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { AuthorityFields } from '../../../infra/invoice-verifier.ts'
import { meetingFacts } from '../../meetings/service.ts'
import { fileFacts } from '../../files/service.ts'

/** An invoice that was handed to a job. */
export interface Run {
  recordId: number
  run: number
}

const ASKED = [
  'i.record_id as recordId',
  'i.invoice_type as invoiceType',
  'i.invoice_code as invoiceCode',
  'i.invoice_number as invoiceNumber',
  'i.issue_date as issueDate',
  'i.check_code as checkCode',
  'i.amount',
  'i.total_amount as totalAmount',
] as const

/** Locks invoices in the order of their ids, with what the authority would be asked about. */
export const lockInvoices = (db: Db, recordIds: readonly number[]) =>
  db
    .selectFrom('meeting_invoice as i')
    .select([...ASKED, 'i.verification_state as verificationState', 'i.verification_run as run'])
    .where('i.record_id', 'in', recordIds)
    .orderBy('i.record_id')
    .forUpdate()
    .execute()
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoices>>[number]

const NEXT_NO = sql<number>`nextval('verification_order')`

/** Hands invoices to jobs that the caller sends in the same transaction. */
export async function startRuns(db: Db, recordIds: readonly number[], now: string): Promise<Run[]> {
  if (recordIds.length === 0) return []
  const rows = await db
    .updateTable('meeting_invoice')
    .set((eb) => ({ verification_state: 'waiting', verification_run: eb('verification_run', '+', 1) }))
    .where('record_id', 'in', recordIds)
    .returning(['record_id as recordId', 'verification_run as run'])
    .execute()
  const fresh = { asked_no: NEXT_NO, attempts: 0, next_time: now, problem: null }
  await db
    .insertInto('invoice_verification')
    .values(rows.map(({ recordId }) => ({ record_id: recordId, ...fresh })))
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(fresh))
    .execute()
  return rows
}

/** Drops what was answered about values that have changed since. */
export async function forgetAnswers(db: Db, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return
  await db.deleteFrom('invoice_verification').where('record_id', 'in', recordIds).execute()
}

/** The invoices among these that were asked for as often as a day allows. */
export async function spentKeys(db: Db, day: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('verification_count')
    .select('invoice_key')
    .where('day', '=', day)
    .where('invoice_key', 'in', keys)
    .where('calls', '>=', VERIFICATIONS_PER_INVOICE_AND_DAY)
    .execute()
  return new Set(rows.map((row) => row.invoice_key))
}

/** Locks an invoice that still waits for this run and is due. */
export const lockDue = (db: Db, { recordId, run }: Run, now: string) =>
  db
    .selectFrom('meeting_invoice as i')
    .innerJoin('invoice_verification as v', 'v.record_id', 'i.record_id')
    .select([...ASKED, 'v.asked_no as askedNo', 'v.attempts'])
    .where('i.record_id', '=', recordId)
    .where('i.verification_run', '=', run)
    .where('i.verification_state', '=', 'waiting')
    .where('v.next_time', '<=', now)
    .forUpdate()
    .executeTakeFirst()
export type DueInvoice = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** Locks an invoice that waits for this run, and its meeting, with the values that the answer is compared with. */
export const lockRun = (db: Db, { recordId, run }: Run) =>
  db
    .selectFrom('meeting_invoice as i')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'i.meeting_id')
    .select([
      ...ASKED,
      'i.buyer_name as buyerName',
      'i.buyer_tax_id as buyerTaxId',
      'i.seller_name as sellerName',
      'i.seller_tax_id as sellerTaxId',
      'i.tax_amount as taxAmount',
      'i.recognized',
      'm.current_stage as currentStage',
    ])
    .where('i.record_id', '=', recordId)
    .where('i.verification_run', '=', run)
    .where('i.verification_state', '=', 'waiting')
    .forUpdate('i')
    .forShare('m')
    .executeTakeFirst()
export type RunInvoice = NonNullable<Awaited<ReturnType<typeof lockRun>>>

export interface Waiting {
  nextTime: string
  problem?: VerificationProblem | null
  attempts?: number
  /** What was answered so far counts for nothing. */
  asksAnew?: boolean
}

export async function keepWaiting(
  db: Db,
  recordId: number,
  { nextTime, problem, attempts, asksAnew = false }: Waiting,
): Promise<void> {
  await db
    .updateTable('invoice_verification')
    .set({ next_time: nextTime, problem, attempts, asked_no: asksAnew ? NEXT_NO : undefined })
    .where('record_id', '=', recordId)
    .execute()
}

interface NewCall {
  callId: string
  key: string
  hash: Buffer
  recordId: number
  now: string
}

/**
 * Begins the only open call about an invoice. Null while another one is open; one whose process has died is taken over, with
 * its id if it asked the same, so that the verifier can tell that it is repeated.
 */
export async function openCall(
  db: Db,
  { callId, key, hash, recordId, now }: NewCall,
  diedBefore: string,
): Promise<{ callId: string; tries: number } | null> {
  const row = await db
    .insertInto('verification_call')
    .values({ call_id: callId, invoice_key: key, question_hash: hash, record_id: recordId, asked_time: now })
    .onConflict((conflict) =>
      conflict
        .column('invoice_key')
        .where('answered_time', 'is', null)
        .doUpdateSet((eb) => ({
          call_id: sql<string>`case when verification_call.question_hash = excluded.question_hash
            then verification_call.call_id else excluded.call_id end`,
          question_hash: eb.ref('excluded.question_hash'),
          record_id: eb.ref('excluded.record_id'),
          asked_time: eb.ref('excluded.asked_time'),
          tries: eb('verification_call.tries', '+', 1),
        }))
        .where('verification_call.asked_time', '<', diedBefore),
    )
    .returning(['call_id as callId', 'tries'])
    .executeTakeFirst()
  return row ?? null
}

/** Adds to the calls of a day. Returns false, and adds nothing, if there would be more than `max`. */
export async function countCall(db: Db, day: string, key: string, max: number): Promise<boolean> {
  const row = await db
    .insertInto('verification_count')
    .values({ day, invoice_key: key, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['invoice_key', 'day'])
        .doUpdateSet((eb) => ({ calls: eb('verification_count.calls', '+', 1) }))
        .where('verification_count.calls', '<', max),
    )
    .returning('calls')
    .executeTakeFirst()
  return row !== undefined
}

export const ALL = ''

interface CallEnd {
  outcome: string
  fields: AuthorityFields | null
  cost: string | null
  isFailure: boolean
}

/** Ends a call and counts its cost. Returns false if another process has taken it over. */
export async function endCall(
  db: Db,
  { callId, tries }: { callId: string; tries: number },
  { outcome, fields, cost, isFailure }: CallEnd,
  at: { now: string; day: string },
): Promise<boolean> {
  const ended = await db
    .updateTable('verification_call')
    .set({
      answered_time: at.now,
      answered_no: NEXT_NO,
      outcome,
      fields: fields && JSON.stringify(fields),
      cost,
    })
    .where('call_id', '=', callId)
    .where('tries', '=', tries)
    .where('answered_time', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await db
    .updateTable('verification_count')
    .set((eb) => ({
      failures: eb('failures', '+', isFailure ? 1 : 0),
      cost: sql<string>`cost + ${cost ?? '0'}::numeric`,
    }))
    .where('day', '=', at.day)
    .where('invoice_key', '=', ALL)
    .execute()
  return true
}

/** What the authority answered to the same question since it was asked. */
export const answerSince = (db: Db, key: string, hash: Buffer, askedNo: number) =>
  db
    .selectFrom('verification_call')
    .select(['outcome', 'fields'])
    .where('invoice_key', '=', key)
    .where('question_hash', '=', hash)
    .where('answered_no', '>', askedNo)
    .orderBy('answered_no', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface Settled {
  state: VerificationState
  problem: VerificationProblem | null
  /** Undefined: what was answered before stays. */
  verifiedTime?: string
  fields?: AuthorityFields | null
  attempts?: number
}

export const COLUMN_OF = {
  invoiceType: 'invoice_type',
  invoiceCode: 'invoice_code',
  invoiceNumber: 'invoice_number',
  issueDate: 'issue_date',
  checkCode: 'check_code',
  buyerName: 'buyer_name',
  buyerTaxId: 'buyer_tax_id',
  sellerName: 'seller_name',
  sellerTaxId: 'seller_tax_id',
  amount: 'amount',
  taxAmount: 'tax_amount',
  totalAmount: 'total_amount',
} as const satisfies Record<InvoiceReadField, string>

/** Ends a run: the state, and the values of the authority that replace others. Those raise the version of the record. */
export async function settleRun(
  db: Db,
  recordId: number,
  { state, problem, verifiedTime, fields, attempts }: Settled,
  replaced: AuthorityFields,
): Promise<void> {
  const values = Object.entries(replaced).map(([field, value]) => [
    COLUMN_OF[field as InvoiceReadField],
    value,
  ])
  await db
    .updateTable('meeting_invoice')
    .set((eb) => ({
      ...Object.fromEntries(values),
      ...(values.length === 0 ? {} : { version: eb('version', '+', 1) }),
      verification_state: state,
      verification_run: eb('verification_run', '+', 1),
    }))
    .where('record_id', '=', recordId)
    .execute()
  await db
    .updateTable('invoice_verification')
    .set({
      problem,
      next_time: null,
      verified_time: verifiedTime,
      fields: fields && JSON.stringify(fields),
      attempts,
    })
    .where('record_id', '=', recordId)
    .execute()
}

/** After the values were written, since a new version ends a review. */
export async function askForReview(db: Db, recordId: number): Promise<void> {
  await db
    .updateTable('meeting_invoice')
    .set({ needs_review: true })
    .where('record_id', '=', recordId)
    .execute()
}

/** Invoices that have been due for a while, so that nobody seems to have a job for them. */
export const overdueRuns = (db: Db, dueBefore: string, max: number): Promise<Run[]> =>
  db
    .selectFrom('invoice_verification as v')
    .innerJoin('meeting_invoice as i', 'i.record_id', 'v.record_id')
    .select(['i.record_id as recordId', 'i.verification_run as run'])
    .where('v.next_time', '<=', dueBefore)
    .where('i.verification_state', '=', 'waiting')
    .orderBy('v.next_time')
    .limit(max)
    .execute()

/** What is known of the verification of records, for those that were ever asked for. */
export const detailsOf = (db: Db, recordIds: readonly number[]) =>
  db
    .selectFrom('invoice_verification')
    .select([
      'record_id as recordId',
      'problem',
      'next_time as nextTime',
      'verified_time as verifiedTime',
      'fields',
    ])
    .where('record_id', 'in', recordIds)
    .execute()
export type Details = Awaited<ReturnType<typeof detailsOf>>[number]

export const storedFilesOf = async (db: Db, fileIds: readonly number[]) =>
  fileIds.length === 0
    ? []
    : db
        .selectFrom(fileFacts('f'))
        .select(['f.file_id as fileId', 'f.media_type as mediaType', 'f.sha256'])
        .where('f.file_id', 'in', fileIds)
        .execute()

export const daysOf = (db: Db, max: number): Promise<VerificationDay[]> =>
  db
    .selectFrom('verification_count')
    .select(['day', 'calls', 'failures', sql<string>`cost::numeric(14, 2)`.as('cost')])
    .where('invoice_key', '=', ALL)
    .orderBy('day', 'desc')
    .limit(max)
    .execute()

/** How many invoices wait, counted up to `max`. */
export async function countWaiting(db: Db, max: number): Promise<number> {
  const rows = db
    .selectFrom('meeting_invoice')
    .select('record_id')
    .where('verification_state', '=', 'waiting')
    .limit(max)
    .as('waiting')
  const row = await db
    .selectFrom(rows)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Deletes calls and counts that nothing refers to any more; the sums of days stay. */
export async function purge(db: Db, before: { calls: string; day: string }): Promise<void> {
  await db
    .deleteFrom('verification_call')
    .where('asked_time', '<', before.calls)
    .where('answered_time', 'is not', null)
    .execute()
  await db
    .deleteFrom('verification_count')
    .where('day', '<', before.day)
    .where('invoice_key', '<>', ALL)
    .execute()
}
