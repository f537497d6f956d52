import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import type { DocumentProof } from '@consilium/contract/signing/document-proof.ts'
import type { DocumentSeal } from '@consilium/contract/signing/document-seal.ts'
import type { Actor } from '../../domain/actor.ts'
import { maskBankAccount, maskIdCard } from '../../infra/mask.ts'
import type { Amendment } from './amendment-repository.ts'
import type { BankDetails, NextAgreement } from './own-agreement.ts'
import { abilitiesOn, isSigned, obstaclesOf } from './policy.ts'
import { withAccount, type Numbers } from './templates/protocol.ts'
import type { AgreementRecord } from './repository.ts'

/** Only the expert who is about to sign reads the account in full, as the document will show it. */
function readBy(
  actor: Actor,
  { userId }: Pick<AgreementRecord, 'userId'>,
  { laborProtocol, accountAt }: Pick<AgreementRecord, 'laborProtocol' | 'accountAt'>,
  numbers: Numbers | null,
): string | null {
  const isOwn = userId === actor.userId
  return isOwn && laborProtocol !== null && numbers
    ? withAccount(laborProtocol, accountAt, numbers)
    : laborProtocol
}

const amendmentView = (amendment: Amendment, laborProtocol: string | null): LaborAgreement['amendment'] => ({
  amendmentId: amendment.amendmentId,
  reason: amendment.reason,
  proposedTime: amendment.proposedTime,
  payableAmount: amendment.payableAmount,
  vatAmount: amendment.vatAmount,
  surchargeAmount: amendment.surchargeAmount,
  incomeTax: amendment.incomeTax,
  netAmount: amendment.netAmount,
  feeRuleVersion: amendment.feeRuleVersion,
  feeMinutes: amendment.feeMinutes,
  laborProtocol,
})

interface ProofColumns {
  timestamp: DocumentProof['timestamp'] | null
  revocation: DocumentProof['revocation'] | null
  timestampTime: string | null
  timestampAuthority: string | null
  timestampVerified: boolean | null
  proofProblem: DocumentProof['proofProblem']
}

/** What others state about a document; null for one that was signed under earlier rules. */
export function proofOf(row: ProofColumns): DocumentProof | null {
  const { timestamp, revocation, timestampTime, timestampAuthority, timestampVerified, proofProblem } = row
  return timestamp === null || revocation === null
    ? null
    : {
        timestamp,
        revocation,
        timestampTime,
        timestampAuthority,
        timestampVerified: timestampVerified ?? false,
        proofProblem,
      }
}

/** The payer's seal; null for a document that was signed under earlier rules. */
export function sealOf(row: AgreementRecord): DocumentSeal | null {
  const { sealStatus: status, sealedTime, sealedByName, sealOrgName, certificateName } = row
  return status === null ? null : { status, sealedTime, sealedByName, sealOrgName, certificateName }
}

/** The agreement as it is answered: numbers are masked, and no cipher leaves the service. */
export const viewOf = (
  actor: Actor,
  agreement: AgreementRecord,
  next: NextAgreement,
  shown: { numbers: Numbers | null; bank: BankDetails; handsign: string | null; verifyUrl: string | null },
): LaborAgreement => ({
  attendeeId: agreement.attendeeId,
  meetingId: agreement.meetingId,
  meetingName: agreement.meetingName,
  projectName: agreement.projectName,
  orgName: agreement.orgName,
  step: agreement.step,
  signatureStatus: agreement.signatureStatus,
  obstacles: obstaclesOf(next),
  name: agreement.name,
  phone: agreement.phone,
  unit: agreement.unit,
  title: agreement.title,
  laborForm: agreement.laborForm,
  payableAmount: agreement.payableAmount,
  vatAmount: agreement.vatAmount,
  surchargeAmount: agreement.surchargeAmount,
  incomeTax: agreement.incomeTax,
  netAmount: agreement.netAmount,
  feeRuleVersion: agreement.feeRuleVersion,
  feeMinutes: agreement.feeMinutes,
  idCardNo: shown.numbers && maskIdCard(shown.numbers.idCardNo),
  bankName: shown.bank.bankName,
  bankAccount: shown.bank.bankAccount && maskBankAccount(shown.bank.bankAccount),
  bankRegion: shown.bank.bankRegion,
  payerCreditCode: agreement.payerCreditCode,
  laborProtocol: isSigned(agreement)
    ? agreement.laborProtocol
    : readBy(actor, agreement, agreement, shown.numbers),
  handsign: shown.handsign,
  signedTime: agreement.signedTime,
  verifyUrl: shown.verifyUrl,
  documentHash: agreement.documentSha256?.toString('hex') ?? null,
  contentHash: agreement.contentSha256?.toString('hex') ?? null,
  signedUnder: agreement.form,
  proof: proofOf(agreement),
  seal: sealOf(agreement),
  amendment:
    next.amendment && amendmentView(next.amendment, readBy(actor, agreement, next.amendment, shown.numbers)),
  version: agreement.version,
  abilities: abilitiesOn(actor, agreement, next),
})
