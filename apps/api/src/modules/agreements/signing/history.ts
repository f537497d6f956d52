import { addressOf } from '@consilium/contract/addresses.ts'
import { wholePage, type Page } from '@consilium/contract/envelope.ts'
import {
  signedAgreementRoutes,
  type FileVerification,
  type SupersededAgreement,
  type Verification,
} from '@consilium/contract/signing/signed-agreements.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { supersededFileName } from '../signed-documents/agreement-names.ts'
import { proofOf } from '../agreement-view.ts'
import { wasHandedOut } from '../signed-documents/document-repository.ts'
import * as repository from './history-repository.ts'
import type { AgreementRecord } from '../repository.ts'
import type { Scope } from '../scope.ts'

const documentAddress = ({
  attendeeId,
  historyId,
}: Pick<repository.SupersededRow, 'attendeeId' | 'historyId'>) =>
  addressOf(signedAgreementRoutes.historyPdf, { attendeeId, historyId })

const view = ({
  documentSha256,
  contentSha256,
  form,
  pdfFileId: _pdfFileId,
  ...row
}: repository.SupersededRow): SupersededAgreement => ({
  ...row,
  documentHash: documentSha256.toString('hex'),
  contentHash: contentSha256?.toString('hex') ?? null,
  signedUnder: form,
  document: documentAddress(row),
})

/** Superseded agreements, for those who may read the agreement itself. */
export async function listSuperseded(
  { db }: Scope,
  { attendeeId }: Pick<AgreementRecord, 'attendeeId'>,
): Promise<Page<SupersededAgreement>> {
  const rows = await repository.listSuperseded(db, attendeeId)
  return wholePage(rows.map(view))
}

export async function openSuperseded(
  { db, files }: Scope,
  agreement: Pick<AgreementRecord, 'attendeeId' | 'name'>,
  historyId: number,
): Promise<FileAnswer> {
  const row = await repository.findSuperseded(db, agreement.attendeeId, historyId)
  if (!row) throw new Refusal('NOT_FOUND')
  const name = supersededFileName(agreement, historyId)
  return { ...(await files.open(row.pdfFileId)), name, inline: false }
}

async function findByCode({ db }: Scope, code: string): Promise<repository.SignedDocument> {
  const signed = await repository.findByCode(db, code)
  if (!signed) throw new Refusal('NOT_FOUND')
  return signed
}

/** Public verification of a signed document by its code. */
export async function verifyCode(scope: Scope, code: string): Promise<Verification> {
  const document = await findByCode(scope, code)
  const { current, signedTime, form, documentSha256, contentSha256 } = document
  return {
    genuine: true,
    current,
    signedTime,
    signedUnder: form,
    documentHash: documentSha256.toString('hex'),
    contentHash: contentSha256.toString('hex'),
    // Why an attempt failed is for those who read the agreement.
    certificates: {
      document: document.certificateSha256?.toString('hex') ?? null,
      seal: document.sealCertificateSha256?.toString('hex') ?? null,
    },
    proof: proofOf({ ...document, proofProblem: null }),
    seal: document.sealStatus && { status: document.sealStatus, sealedTime: document.sealedTime },
  }
}

/**
 * A file that was never handed out is neither genuine nor current, even if the code is. One that was before a timestamp or
 * a seal was added is genuine, but not the latest.
 */
export async function verifyFile(
  scope: Scope,
  code: string,
  documentHash: string,
): Promise<FileVerification> {
  const signed = await findByCode(scope, code)
  const isLatest = signed.documentSha256.toString('hex') === documentHash
  const genuine = isLatest || (await wasHandedOut(scope.db, code, Buffer.from(documentHash, 'hex')))
  return { genuine, current: genuine && signed.current, latest: isLatest }
}
