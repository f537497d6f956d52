import type { SignatureStatus } from '@consilium/contract/agreements/agreements.ts'
import type { SigningForm } from '@consilium/contract/signing/document-proof.ts'
import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { withinReach } from '../../domain/reach.ts'
import { isAmended, waitsForSignature } from '../../domain/signing.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Fee } from '../fees/service.ts'
import { feeColumns } from './fee-columns.ts'
import { records, type AgreementRecord } from './record-repository.ts'
import { lockOwnMeeting } from './meeting-lock-repository.ts'
import { attendeeFacts, engagements } from './facts-repository.ts'
import { payeeFacts } from '../experts/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { shareLockConsents } from '../consents/service.ts'

export { hasDataConsent, type AgreementRecord } from './record-repository.ts'

export const findAgreement = (
  db: Db,
  actor: Actor,
  attendeeId: number,
): Promise<AgreementRecord | undefined> =>
  records(db)
    .where('a.attendee_id', '=', attendeeId)
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .executeTakeFirst()

/** The signed ones of these agreements within the caller's reach, and how many of them the caller reaches at all. */
export async function findSigned(
  db: Db,
  actor: Actor,
  attendeeIds: readonly number[],
): Promise<{ reached: number; signed: AgreementRecord[] }> {
  const found = await records(db)
    .where('a.attendee_id', 'in', [...attendeeIds])
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .orderBy('a.attendee_id')
    .execute()
  return { reached: found.length, signed: found.filter(({ pdfFileId }) => pdfFileId !== null) }
}

/** How many of these agreements within the caller's reach this main account pays. */
export async function findPaidBy(
  db: Db,
  actor: Actor,
  attendeeIds: readonly number[],
  mainUserId: number,
): Promise<{ found: number }> {
  const rows = await db
    .selectFrom(attendeeFacts('t'))
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select('t.attendee_id')
    .where('t.attendee_id', 'in', [...attendeeIds])
    .where('m.exec_user_id', '=', mainUserId)
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .execute()
  return { found: rows.length }
}

/** The agreement, if this user is the expert who signs it. */
const ownRecord = (db: Db, userId: number, attendeeId: number) =>
  records(db).where('a.attendee_id', '=', attendeeId).where('t.user_id', '=', userId)

export const findOwnAgreement = (db: Db, userId: number, attendeeId: number) =>
  ownRecord(db, userId, attendeeId).executeTakeFirst()

/**
 * As `findOwnAgreement`, and locks the agreement, its meeting, its expert and their consent until the transaction ends. A separate
 * statement locks meeting and expert first: a change of a meeting locks in the same order, which avoids deadlocks,
 * and the second statement then reads the state after that change.
 */
export async function lockOwnAgreement(
  db: Db,
  userId: number,
  attendeeId: number,
  expert: 'asItIs' | 'toChangeExpert' = 'asItIs',
): Promise<AgreementRecord | undefined> {
  await lockOwnMeeting(db, userId, attendeeId, expert)
  await shareLockConsents(db, userId)
  return ownRecord(db, userId, attendeeId).forUpdate('a').executeTakeFirst()
}

export interface AgreementState {
  attendeeId: number
  signatureStatus: SignatureStatus
  payableAmount: string
  netAmount: string
  surchargeRate: string
  feeRuleVersion: string
  feeMinutes: number | null
  /** That of the expert today, which decides the table of income tax. */
  taxResidence: TaxResidence
  bankRegion: string | null
  /** The contract has been drawn up. */
  isDrawnUp: boolean
  /** The fee has been paid, and the payment is not reversed. */
  isPaid: boolean
  /** The fee was paid at some time. */
  wasPaid: boolean
  version: number
}

const taxResidence = sql<TaxResidence>`(
  select e.tax_residence from ${attendeeFacts('t')} join ${payeeFacts('e')} using (expert_id)
  where t.attendee_id = labor_agreement.attendee_id
)`

/** Locks the agreements until the transaction ends and returns their states. The order by id avoids deadlocks. */
export const lockStates = (db: Db, attendeeIds: readonly number[]): Promise<AgreementState[]> =>
  db
    .selectFrom('labor_agreement')
    .select((eb) => [
      'attendee_id as attendeeId',
      'signature_status as signatureStatus',
      'payable_amount as payableAmount',
      'net_amount as netAmount',
      'surcharge_rate as surchargeRate',
      'fee_rule_version as feeRuleVersion',
      'fee_minutes as feeMinutes',
      taxResidence.as('taxResidence'),
      'bank_region as bankRegion',
      eb('labor_protocol', 'is not', null).$castTo<boolean>().as('isDrawnUp'),
      eb('paid_date', 'is not', null).$castTo<boolean>().as('isPaid'),
      'was_paid as wasPaid',
      'version',
    ])
    .where('attendee_id', 'in', [...attendeeIds])
    .orderBy('attendee_id')
    .forUpdate()
    .execute()

/** The expert of an agreement, and the name of the meeting. */
export const findSigner = (
  db: Db,
  attendeeId: number,
): Promise<{ userId: number; name: string; meetingName: string }> =>
  db
    .selectFrom(attendeeFacts('t'))
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select(['t.user_id as userId', 't.name', 'm.meeting_name as meetingName'])
    .where('t.attendee_id', '=', attendeeId)
    .executeTakeFirstOrThrow()

export interface ReadyToSign {
  attendeeId: number
  userId: number
  meetingName: string
  payableAmount: string
  isAmended: boolean
}

/** The agreements that wait for their experts; `isAmended` is true where a change of the fee does. */
export const readyToSign = (db: Db, attendeeIds: readonly number[], now: string): Promise<ReadyToSign[]> =>
  engagements(db)
    .select([
      'a.attendee_id as attendeeId',
      't.user_id as userId',
      'm.meeting_name as meetingName',
      'a.payable_amount as payableAmount',
      isAmended('a').as('isAmended'),
    ])
    .where('a.attendee_id', 'in', [...attendeeIds])
    .where(waitsForSignature(now))
    .orderBy('a.attendee_id')
    .execute()

export async function insertAgreement(
  db: Db,
  agreement: { attendeeId: number; fee: Fee; feeMinutes: number | null; bankRegion: string | null },
): Promise<void> {
  await db
    .insertInto('labor_agreement')
    .values({
      attendee_id: agreement.attendeeId,
      ...feeColumns(agreement.fee),
      fee_minutes: agreement.feeMinutes,
      bank_region: agreement.bankRegion,
    })
    .execute()
}

/** A change makes the contract outdated: it is removed and the expert has to read a new one. */
const WITHOUT_CONTRACT = {
  labor_protocol: null,
  account_at: null,
  payer_name: null,
  payer_credit_code: null,
} as const

/** Undefined fields are left unchanged. */
export async function changeTerms(
  db: Db,
  attendeeId: number,
  terms: {
    fee?: Fee | undefined
    bankRegion?: string | null | undefined
    feeMinutes?: number | null | undefined
  },
): Promise<void> {
  await db
    .updateTable('labor_agreement')
    .set((eb) => ({
      ...(terms.fee ? feeColumns(terms.fee) : {}),
      bank_region: terms.bankRegion,
      fee_minutes: terms.feeMinutes,
      ...WITHOUT_CONTRACT,
      version: eb('version', '+', 1),
    }))
    .where('attendee_id', '=', attendeeId)
    .execute()
}

export interface FilledIn {
  name: string
  unit: string | null
  title: string | null
  idCardCipher: Buffer
  bankName: string
  bankAccountCipher: Buffer
  bankRegion: string
}

export async function saveFilledIn(db: Db, attendeeId: number, filled: FilledIn): Promise<void> {
  await db
    .updateTable('labor_agreement')
    .set((eb) => ({
      step: 'contract',
      signer_name: filled.name,
      signer_unit: filled.unit,
      signer_title: filled.title,
      id_card_cipher: filled.idCardCipher,
      bank_name: filled.bankName,
      bank_account_cipher: filled.bankAccountCipher,
      bank_region: filled.bankRegion,
      ...WITHOUT_CONTRACT,
      version: eb('version', '+', 1),
    }))
    .where('attendee_id', '=', attendeeId)
    .execute()
}

/** A contract as it was drawn up, with what its text and its head say of the payer. */
export interface DrawnUp {
  text: string
  /** Where the masked bank account begins in the text. */
  accountAt: number | null
  payerName: string | null
  payerCreditCode: string | null
}

export async function saveContract(db: Db, attendeeId: number, contract: DrawnUp): Promise<void> {
  await db
    .updateTable('labor_agreement')
    .set((eb) => ({
      labor_protocol: contract.text,
      account_at: contract.accountAt,
      payer_name: contract.payerName,
      payer_credit_code: contract.payerCreditCode,
      version: eb('version', '+', 1),
    }))
    .where('attendee_id', '=', attendeeId)
    .execute()
}

export interface Signature {
  handsignFileId: number
  pdfFileId: number
  verifyCode: string
  contentSha256: Buffer
  signedTime: string
  form: SigningForm
  eventId: number
}

/** Returns false if the agreement is signed already or is no longer the version that the document shows. */
export async function saveSignature(
  db: Db,
  { attendeeId, version }: Pick<AgreementRecord, 'attendeeId' | 'version'>,
  signature: Signature,
): Promise<boolean> {
  const result = await db
    .updateTable('labor_agreement')
    .set((eb) => ({
      step: 'success',
      signature_status: 'signed',
      handsign_file_id: signature.handsignFileId,
      pdf_file_id: signature.pdfFileId,
      verify_code: signature.verifyCode,
      content_sha256: signature.contentSha256,
      signed_time: signature.signedTime,
      form: signature.form,
      event_id: signature.eventId,
      version: eb('version', '+', 1),
    }))
    .where('attendee_id', '=', attendeeId)
    .where('signature_status', '=', 'unsigned')
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The day on which the fee was paid; null after a reversal. */
export async function savePaidDate(db: Db, attendeeId: number, paidDate: string | null): Promise<void> {
  await db
    .updateTable('labor_agreement')
    .set((eb) => ({ paid_date: paidDate, was_paid: true, version: eb('version', '+', 1) }))
    .where('attendee_id', '=', attendeeId)
    .execute()
}
