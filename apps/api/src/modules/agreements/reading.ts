import { Readable } from 'node:stream'
import { writeArchive, type ArchivePart } from '@consilium/archive/write-archive.ts'
import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { agreementFileName } from './signed-documents/agreement-names.ts'
import { viewOf } from './agreement-view.ts'
import { decryptNumbers } from './numbers.ts'
import { bankDetailsFor, nextOf, type BankDetails } from './own-agreement.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import type { Numbers } from './templates/protocol.ts'
import { verifyUrl } from './signing/signed-content.ts'

export async function findRecord(
  { db }: Scope,
  actor: Actor,
  attendeeId: number,
): Promise<repository.AgreementRecord> {
  const agreement = await repository.findAgreement(db, actor, attendeeId)
  if (!agreement) throw new Refusal('NOT_FOUND')
  return agreement
}

/** The bank details that are filled in. To the expert, who has not done that yet, what it begins with is proposed. */
async function bankShown(
  scope: Scope,
  { userId }: Actor,
  agreement: repository.AgreementRecord,
  numbers: Numbers | null,
): Promise<BankDetails> {
  const { bankName, bankRegion } = agreement
  if (!numbers && userId === agreement.userId) return bankDetailsFor(scope, scope.db, agreement)
  return { bankName, bankAccount: numbers?.bankAccount ?? null, bankRegion }
}

export async function findAgreement(scope: Scope, actor: Actor, attendeeId: number): Promise<LaborAgreement> {
  const { config, files, keys } = scope
  const agreement = await findRecord(scope, actor, attendeeId)
  const { handsignFileId: fileId, verifyCode: code } = agreement
  const numbers = decryptNumbers(keys, agreement)
  return viewOf(actor, agreement, await nextOf(scope.db, agreement), {
    numbers,
    bank: await bankShown(scope, actor, agreement, numbers),
    handsign: fileId === null ? null : files.personalUrlOf(actor, fileId),
    verifyUrl: code === null ? null : verifyUrl(config.baseUrl, code),
  })
}

const ZIP = 'application/zip'

/**
 * The signed documents of several attendees as one archive, which is written while it is read. Throws NOT_FOUND if one
 * is beyond reach, and AGREEMENT_UNSIGNED if none is signed.
 */
export async function openDocuments(
  { db, files, clock }: Scope,
  actor: Actor,
  attendeeIds: readonly number[],
): Promise<FileAnswer> {
  const wanted = [...new Set(attendeeIds)]
  if (wanted.length === 0) throw new Refusal('NOT_FOUND')
  const { reached, signed } = await repository.findSigned(db, actor, wanted)
  if (reached < wanted.length) throw new Refusal('NOT_FOUND')
  if (signed.length === 0) throw new Refusal('AGREEMENT_UNSIGNED')
  async function* parts(): AsyncGenerator<ArchivePart> {
    for (const agreement of signed) {
      const document = await files.open(agreement.pdfFileId!)
      yield { name: agreementFileName(agreement), content: await document.open() }
    }
  }
  return {
    name: `劳务协议-${clock.today()}.zip`,
    mediaType: ZIP,
    size: null,
    inline: false,
    open: () => Promise.resolve(Readable.from(writeArchive(parts()), { objectMode: false })),
  }
}

/** The signed document. Throws AGREEMENT_UNSIGNED if the agreement is not signed. */
export async function openDocument(scope: Scope, actor: Actor, attendeeId: number): Promise<FileAnswer> {
  const agreement = await findRecord(scope, actor, attendeeId)
  if (agreement.pdfFileId === null) throw new Refusal('AGREEMENT_UNSIGNED')
  return {
    ...(await scope.files.open(agreement.pdfFileId)),
    name: agreementFileName(agreement),
    inline: false,
  }
}
