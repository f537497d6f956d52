import { Readable } from 'node:stream'
import type { RedactedAgreement } from '@consilium/contract/agreements/redacted-agreements.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { maskBankAccount, maskIdCard, maskPhone } from '../../infra/mask.ts'
import { Refusal } from '../../infra/refusal.ts'
import { sealOf } from './agreement-view.ts'
import { decryptNumbers } from './numbers.ts'
import { findRecord } from './reading.ts'
import type { AgreementRecord } from './repository.ts'
import type { Scope } from './scope.ts'
import { redactedFileName } from './signed-documents/agreement-names.ts'
import { redactedDocument } from './signed-documents/redacted-document.ts'
import { onOneLine } from './templates/placeholders.ts'
import type { Numbers } from './templates/protocol.ts'

/** Stands in a contract where something was taken out. */
const BLACKED = '█████'

/**
 * A contract without what identifies its expert beyond the name: identity number, bank, account and phone, in full and
 * masked, wherever the text has them.
 */
function redacted(
  { laborProtocol, phone, bankName, bankRegion }: AgreementRecord,
  numbers: Numbers | null,
): string | null {
  const { idCardNo, bankAccount } = numbers ?? { idCardNo: null, bankAccount: null }
  const hidden = [
    idCardNo,
    idCardNo && maskIdCard(idCardNo),
    bankAccount,
    bankAccount && maskBankAccount(bankAccount),
    phone,
    maskPhone(phone),
    bankName && onOneLine(bankName),
    bankRegion && onOneLine(bankRegion),
  ]
  return hidden
    .filter((value): value is string => value !== null && value !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce<string | null>((text, value) => text?.replaceAll(value, BLACKED) ?? null, laborProtocol)
}

const protocolOf = ({ keys }: Scope, agreement: AgreementRecord) =>
  redacted(agreement, decryptNumbers(keys, agreement))

export async function findRedacted(
  scope: Scope,
  actor: Actor,
  attendeeId: number,
): Promise<RedactedAgreement> {
  const agreement = await findRecord(scope, actor, attendeeId)
  return {
    attendeeId: agreement.attendeeId,
    meetingId: agreement.meetingId,
    meetingName: agreement.meetingName,
    projectName: agreement.projectName,
    orgName: agreement.orgName,
    payerCreditCode: agreement.payerCreditCode,
    signatureStatus: agreement.signatureStatus,
    name: agreement.name,
    unit: agreement.unit,
    title: agreement.title,
    laborForm: agreement.laborForm,
    payableAmount: agreement.payableAmount,
    vatAmount: agreement.vatAmount,
    surchargeAmount: agreement.surchargeAmount,
    incomeTax: agreement.incomeTax,
    netAmount: agreement.netAmount,
    feeRuleVersion: agreement.feeRuleVersion,
    laborProtocol: protocolOf(scope, agreement),
    signedTime: agreement.signedTime,
    contentHash: agreement.contentSha256?.toString('hex') ?? null,
    seal: sealOf(agreement),
  }
}

/** A copy of a signed agreement for a sponsor, drawn from the record. Throws AGREEMENT_UNSIGNED. */
export async function openRedacted(scope: Scope, actor: Actor, attendeeId: number): Promise<FileAnswer> {
  const agreement = await findRecord(scope, actor, attendeeId)
  const { signedTime, contentSha256 } = agreement
  if (agreement.pdfFileId === null || signedTime === null || contentSha256 === null)
    throw new Refusal('AGREEMENT_UNSIGNED')
  const document = redactedDocument(agreement, protocolOf(scope, agreement) ?? '', {
    signedTime,
    contentHash: contentSha256.toString('hex'),
    createdAt: scope.clock.now().toISOString(),
  })
  const content = await scope.pdf.render(document)
  return {
    name: redactedFileName(agreement),
    mediaType: 'application/pdf',
    size: content.length,
    inline: false,
    open: () => Promise.resolve(Readable.from([content], { objectMode: false })),
  }
}
