import type { Language } from '@consilium/contract/errors.ts'
import type { Db } from '../../infra/db/db.ts'
import { livePayments, Money, surchargesOf, type LaborPayment, type LedgerEntry } from '../fees/service.ts'
import { amountsOf, ledgerOf } from './ledger.ts'
import * as repository from './ledger-repository.ts'
import { personKeys } from './person-key.ts'
import { isBeforeSigning, prepare, requireUnpaid, settle } from './recording.ts'
import type { Scope } from './scope.ts'
import { explainSettlement } from './settlement/settlement-explanation.ts'
import { refuseField } from '../../infra/refusal.ts'

const YEAR = 'yyyy'.length
const CENTS = 2

/** What a payment would bear after those of the ledger and after others that come before it. */
export interface Quote extends ReturnType<typeof amountsOf> {
  surchargeAmount: string
  /** Knows the person in the ledger of the payer. */
  personHash: Buffer
  /** The last entry of the person that it rests on; null without one. */
  seenEntryId: number | null
  /** Why the net amount differs from the estimate; empty if it does not. */
  differences: Record<Language, string[]>
  /** For the quotes of the same person that come after it. */
  entry: LedgerEntry
}

/**
 * Settles the fee of an attendee for a day without recording it. `before` are the entries of quotes that are recorded first.
 * Throws as `recordPayment`.
 */
export async function quoteIn(
  scope: Scope,
  trx: Db,
  { owner, attendeeId, paidDate }: { owner: { mainUserId?: number }; attendeeId: number; paidDate: string },
  before: (personHash: Buffer) => readonly LedgerEntry[],
): Promise<Quote> {
  const attendee = requireUnpaid(await repository.findPayable(trx, owner, attendeeId))
  const { payer, payee, terms } = await prepare(scope, trx, attendee, { paidDate })
  if (isBeforeSigning(attendee, paidDate))
    throw refuseField('PAID_BEFORE_SIGNED', 'paidDate', { signedDate: attendee.signedTime ?? '' })
  const person = await personKeys(scope.keys, trx, { ...payee, phone: attendee.phone })
  const hashes = [person.own, person.byPhone]
  const rows = await repository.entriesOfYear(trx, payer.orgId, hashes, paidDate.slice(0, YEAR))
  const ledger = [...ledgerOf(rows), ...before(person.own)]
  // Quotes have negative ids, which no entry has.
  const payment: LaborPayment = {
    ...terms,
    id: -attendeeId,
    paidDate,
    payable: Money(attendee.payableAmount),
  }
  const withheld = settle(ledger, payment)
  const amounts = amountsOf(withheld)
  const { vatAmount: vat, surchargeAmount: surcharge, incomeTax, netAmount: net } = attendee
  const estimate = { vat, surcharge, incomeTax, net, ruleVersion: attendee.feeRuleVersion }
  const settled = { before: ledger, payment, withheld, estimate, isReversal: false }
  const why = (language: Language): string[] =>
    amounts.netAmount === net
      ? []
      : explainSettlement({ ...settled, after: [...livePayments(ledger), payment] }, language).reasons
  return {
    ...amounts,
    surchargeAmount: surchargesOf(withheld).toFixed(CENTS),
    personHash: person.own,
    seenEntryId: rows.at(-1)?.entryId ?? null,
    differences: { 'zh-CN': why('zh-CN'), en: why('en') },
    entry: { kind: 'payment', payment, withheld },
  }
}
