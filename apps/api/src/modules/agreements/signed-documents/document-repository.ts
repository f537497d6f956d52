import type {
  ProofProblem,
  RevocationState,
  TimestampState,
} from '@consilium/contract/signing/document-proof.ts'
import type { SealStatus } from '@consilium/contract/signing/document-seal.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { SignedDocumentFile } from '../../../infra/db/agreement-tables.ts'

/** What is known of the timestamp when a document is written. */
export interface StampColumns {
  timestamp_status: TimestampState
  timestamp_time: string | null
  timestamp_authority: string | null
  /** Its authority is one that the operator trusts. */
  timestamp_verified: boolean
}

export interface NewDocument {
  verifyCode: string
  attendeeId: number
  stamp: StampColumns
  revocation: RevocationState
  seal: SealStatus
  certificateSha256: Buffer
}

export async function insertDocument(
  trx: Db,
  { verifyCode, attendeeId, stamp, revocation, seal, certificateSha256 }: NewDocument,
): Promise<void> {
  await trx
    .insertInto('signed_document')
    .values({
      verify_code: verifyCode,
      attendee_id: attendeeId,
      ...stamp,
      revocation_status: revocation,
      seal_status: seal,
      certificate_sha256: certificateSha256,
    })
    .execute()
}

export interface HandedOut {
  verifyCode: string
  fileId: number
  sha256: Buffer
  made: SignedDocumentFile['made']
}

/** Notes a file that is handed out for a document from now on. */
export async function addFile(trx: Db, file: HandedOut): Promise<void> {
  await trx
    .insertInto('signed_document_file')
    .values({ verify_code: file.verifyCode, file_id: file.fileId, sha256: file.sha256, made: file.made })
    .execute()
}

/** Whether a file with this hash was handed out for the document, now or at an earlier time. */
export async function wasHandedOut(db: Db, verifyCode: string, sha256: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('signed_document_file')
    .select('file_id')
    .where('verify_code', '=', verifyCode)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

const currentFile = sql<number | null>`coalesce(
  (select a.pdf_file_id from labor_agreement a where a.verify_code = d.verify_code),
  (select h.pdf_file_id from labor_agreement_history h where h.verify_code = d.verify_code)
)`

export interface DocumentRow {
  verifyCode: string
  fileId: number | null
  timestamp: TimestampState
  revocation: RevocationState
  attempts: number
}

/** The document with its current file. */
export const findDocument = (db: Db, verifyCode: string): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('signed_document as d')
    .select([
      'd.verify_code as verifyCode',
      currentFile.as('fileId'),
      'd.timestamp_status as timestamp',
      'd.revocation_status as revocation',
      'd.attempts',
    ])
    .where('d.verify_code', '=', verifyCode)
    .executeTakeFirst()

/** Lets documents that were given up for one of these problems wait for their timestamp again. */
export async function waitAgain(db: Db, problems: readonly ProofProblem[]): Promise<void> {
  await db
    .updateTable('signed_document')
    .set({
      timestamp_status: 'pending',
      // It was given up with the timestamp, without which it proves nothing.
      revocation_status: sql<RevocationState>`case revocation_status when 'failed' then 'pending' else revocation_status end`,
      attempts: 0,
    })
    .where('timestamp_status', '=', 'failed')
    .where('problem', 'in', [...problems])
    .execute()
}

/** Codes of the documents that wait for a timestamp or for proof of their certificates. */
export const waitingDocuments = (db: Db): Promise<{ verifyCode: string }[]> =>
  db
    .selectFrom('signed_document')
    .select('verify_code as verifyCode')
    .where((eb) => eb.or([eb('timestamp_status', '=', 'pending'), eb('revocation_status', '=', 'pending')]))
    .orderBy('create_time')
    .execute()

const HOLDERS = ['labor_agreement', 'labor_agreement_history'] as const

/** Locks the agreement of a document; false if the document has another file by now. */
export async function lockFile(trx: Db, verifyCode: string, fileId: number): Promise<boolean> {
  for (const table of HOLDERS) {
    const row = await trx
      .selectFrom(table)
      .select('pdf_file_id')
      .where('verify_code', '=', verifyCode)
      .forUpdate()
      .executeTakeFirst()
    if (row) return row.pdf_file_id === fileId
  }
  return false
}

/** Lets a document that is locked have another file. */
export async function replaceFile(trx: Db, file: HandedOut): Promise<void> {
  for (const table of HOLDERS)
    await trx
      .updateTable(table)
      .set({ pdf_file_id: file.fileId })
      .where('verify_code', '=', file.verifyCode)
      .execute()
  await addFile(trx, file)
}

export interface DocumentChange extends Partial<StampColumns> {
  revocation_status?: RevocationState
  seal_status?: SealStatus
  sealed_time?: string
  sealed_by?: number
  sealed_by_name?: string
  seal_org_name?: string
  seal_certificate?: string
  seal_certificate_sha256?: Buffer
  problem?: ProofProblem | null
  attempts?: number
}

export async function changeDocument(trx: Db, verifyCode: string, change: DocumentChange): Promise<void> {
  await trx.updateTable('signed_document').set(change).where('verify_code', '=', verifyCode).execute()
}
