import type { SigningForm } from '@consilium/contract/signing/document-proof.ts'
import type { RevocationState, TimestampState } from '@consilium/contract/signing/document-proof.ts'
import type { SealStatus } from '@consilium/contract/signing/document-seal.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { accountName } from '../../../domain/account-name.ts'
import { fileFacts } from '../../files/service.ts'

const FEE_COLUMNS = [
  'payable_amount',
  'vat_amount',
  'surcharge_amount',
  'income_tax',
  'net_amount',
  'surcharge_rate',
  'fee_rule_version',
] as const

/** Returns true if one of the attendees has a superseded agreement. */
export async function haveHistory(db: Db, attendeeIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('labor_agreement_history')
    .select('history_id')
    .where('attendee_id', 'in', [...attendeeIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Copies the signed agreement to the history and resets it to unsigned. The caller has locked the agreement, and it is
 * signed.
 */
export async function supersede(
  db: Db,
  attendeeId: number,
  { userId, time, reason }: { userId: number | null; time: string; reason: string },
): Promise<void> {
  await db
    .insertInto('labor_agreement_history')
    .columns([
      'attendee_id',
      'pdf_file_id',
      'handsign_file_id',
      'verify_code',
      'content_sha256',
      'form',
      'event_id',
      ...FEE_COLUMNS,
      'signed_time',
      'superseded_time',
      'superseded_by',
      'superseded_reason',
    ])
    .expression((eb) =>
      eb
        .selectFrom('labor_agreement')
        .select([
          'attendee_id',
          eb.ref('pdf_file_id').$notNull().as('pdf_file_id'),
          eb.ref('handsign_file_id').$notNull().as('handsign_file_id'),
          'verify_code',
          'content_sha256',
          'form',
          'event_id',
          ...FEE_COLUMNS,
          eb.ref('signed_time').$notNull().as('signed_time'),
          sql<string>`${time}::timestamptz`.as('superseded_time'),
          sql<number | null>`${userId}::bigint`.as('superseded_by'),
          sql<string>`${reason}::text`.as('superseded_reason'),
        ])
        .where('attendee_id', '=', attendeeId),
    )
    .execute()
  await db
    .updateTable('labor_agreement')
    .set({
      step: 'contract',
      signature_status: 'unsigned',
      handsign_file_id: null,
      pdf_file_id: null,
      verify_code: null,
      content_sha256: null,
      signed_time: null,
      form: null,
      event_id: null,
    })
    .where('attendee_id', '=', attendeeId)
    .execute()
}

const superseded = (db: Db, attendeeId: number) =>
  db
    .selectFrom('labor_agreement_history as h')
    .innerJoin(fileFacts('f'), 'f.file_id', 'h.pdf_file_id')
    .select([
      'h.history_id as historyId',
      'h.attendee_id as attendeeId',
      'h.payable_amount as payableAmount',
      'h.vat_amount as vatAmount',
      'h.surcharge_amount as surchargeAmount',
      'h.income_tax as incomeTax',
      'h.net_amount as netAmount',
      'h.fee_rule_version as feeRuleVersion',
      'h.signed_time as signedTime',
      'h.superseded_time as supersededTime',
      'h.superseded_by as supersededBy',
      accountName('h.superseded_by').as('supersededByName'),
      'h.superseded_reason as supersededReason',
      'f.sha256 as documentSha256',
      'h.content_sha256 as contentSha256',
      'h.form',
      'h.pdf_file_id as pdfFileId',
    ])
    .where('h.attendee_id', '=', attendeeId)

export type SupersededRow = Awaited<ReturnType<ReturnType<typeof superseded>['executeTakeFirstOrThrow']>>

/** The attendee's superseded agreements, newest first. */
export const listSuperseded = (db: Db, attendeeId: number): Promise<SupersededRow[]> =>
  superseded(db, attendeeId).orderBy('h.history_id', 'desc').execute()

export const findSuperseded = (
  db: Db,
  attendeeId: number,
  historyId: number,
): Promise<SupersededRow | undefined> =>
  superseded(db, attendeeId).where('h.history_id', '=', historyId).executeTakeFirst()

export interface SignedDocument {
  current: boolean
  timestamp: TimestampState | null
  timestampTime: string | null
  timestampAuthority: string | null
  timestampVerified: boolean | null
  revocation: RevocationState | null
  sealStatus: SealStatus | null
  sealedTime: string | null
  certificateSha256: Buffer | null
  sealCertificateSha256: Buffer | null
  signedTime: string
  form: SigningForm
  documentSha256: Buffer
  contentSha256: Buffer
}

const PROOF = [
  's.timestamp_status as timestamp',
  's.timestamp_time as timestampTime',
  's.timestamp_authority as timestampAuthority',
  's.timestamp_verified as timestampVerified',
  's.revocation_status as revocation',
  's.seal_status as sealStatus',
  's.sealed_time as sealedTime',
  's.certificate_sha256 as certificateSha256',
  's.seal_certificate_sha256 as sealCertificateSha256',
] as const

/** The signed document with this verification code, whether current or superseded. */
export const findByCode = (db: Db, code: string): Promise<SignedDocument | undefined> =>
  db
    .selectFrom('labor_agreement as a')
    .innerJoin(fileFacts('f'), 'f.file_id', 'a.pdf_file_id')
    .leftJoin('signed_document as s', 's.verify_code', 'a.verify_code')
    .select((eb) => [
      ...PROOF,
      sql<boolean>`true`.as('current'),
      eb.ref('a.signed_time').$notNull().as('signedTime'),
      'f.sha256 as documentSha256',
      eb.ref('a.content_sha256').$notNull().as('contentSha256'),
      eb.ref('a.form').$notNull().as('form'),
    ])
    .where('a.verify_code', '=', code)
    .unionAll((eb) =>
      eb
        .selectFrom('labor_agreement_history as h')
        .innerJoin(fileFacts('g'), 'g.file_id', 'h.pdf_file_id')
        .leftJoin('signed_document as s', 's.verify_code', 'h.verify_code')
        .select((inner) => [
          ...PROOF,
          sql<boolean>`false`.as('current'),
          'h.signed_time as signedTime',
          'g.sha256 as documentSha256',
          inner.ref('h.content_sha256').$notNull().as('contentSha256'),
          inner.ref('h.form').$notNull().as('form'),
        ])
        .where('h.verify_code', '=', code),
    )
    .executeTakeFirst()
