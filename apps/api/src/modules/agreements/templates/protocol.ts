import { maskBankAccount, maskIdCard } from '../../../infra/mask.ts'
import { inCapitals } from '../../fees/service.ts'
import { partyDetails, relationClause, taxClause, type Taxed } from './contract-parts.ts'
import type { PlaceholderValues } from './placeholders.ts'
import type { AgreementRecord } from '../repository.ts'

export interface Numbers {
  idCardNo: string
  bankAccount: string
}

const MINUTES = 'yyyy-MM-dd HH:mm'.length
const DAY = 'yyyy-MM-dd'.length

/** `2026-11-20` → `2026年11月20日` */
export function chineseDay(time: string): string {
  const [year, month, day] = time.slice(0, DAY).split('-')
  return `${year}年${Number(month)}月${Number(day)}日`
}

function meetingTime({ scheduleStartTime: start, scheduleEndTime: end }: AgreementRecord): string | null {
  if (!start) return null
  return end ? `${start.slice(0, MINUTES)} 至 ${end.slice(0, MINUTES)}` : start.slice(0, MINUTES)
}

/** A contract with the bank account in full where it first stands. One that was drawn up before there was such a place is as it was read. */
export function withAccount(
  protocol: string,
  accountAt: number | null,
  { bankAccount }: Pick<Numbers, 'bankAccount'>,
): string {
  const masked = maskBankAccount(bankAccount)
  return accountAt !== null && protocol.startsWith(masked, accountAt)
    ? `${protocol.slice(0, accountAt)}${bankAccount}${protocol.slice(accountAt + masked.length)}`
    : protocol
}

/**
 * The values of a contract's placeholders. Numbers are masked because the contract is stored as plain text. The
 * signed document shows them in full; it is made from the decrypted numbers.
 */
export const placeholderValues = (
  agreement: AgreementRecord,
  numbers: Numbers,
  { today, taxed }: { today: string; taxed: Taxed },
): PlaceholderValues => ({
  expertName: agreement.name,
  idCardNo: maskIdCard(numbers.idCardNo),
  unit: agreement.unit,
  title: agreement.title,
  orgName: agreement.orgName,
  payerCreditCode: agreement.payerCreditCode,
  projectName: agreement.projectName,
  meetingName: agreement.meetingName,
  meetingTime: meetingTime(agreement),
  meetingPlace: agreement.scheduleLocation,
  laborForm: agreement.laborFormLabel,
  payableAmount: agreement.payableAmount,
  payableCapital: inCapitals(agreement.payableAmount),
  vatAmount: agreement.vatAmount,
  surchargeAmount: agreement.surchargeAmount,
  incomeTax: agreement.incomeTax,
  netAmount: agreement.netAmount,
  netCapital: inCapitals(agreement.netAmount),
  feeMinutes: agreement.feeMinutes === null ? null : String(agreement.feeMinutes),
  bankName: agreement.bankName,
  bankAccount: maskBankAccount(numbers.bankAccount),
  bankRegion: agreement.bankRegion,
  today: chineseDay(today),
  relationClause: relationClause(taxed),
  taxClause: taxClause(taxed),
  partyDetails: partyDetails({
    address: agreement.executorAddress,
    representative: agreement.executorRepresentative,
  }),
})
