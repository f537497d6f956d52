import type { Language } from '@consilium/contract/errors.ts'
import type { PaymentPreview, PaymentPreviewQuery } from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../domain/actor.ts'
import { maskBankAccount } from '../../infra/mask.ts'
import { balanceOf, livePayments, Money, surchargesOf, type LaborPayment } from '../fees/service.ts'
import { openLines } from './cash/cash.ts'
import { amountsOf, ledgerOf, sumOf } from './ledger.ts'
import * as repository from './ledger-repository.ts'
import { accountsOf } from './payees/accounts.ts'
import { obstaclesOf } from './payable.ts'
import { knownKeys } from './person-key.ts'
import { ownedBy } from './policy.ts'
import { isBeforeSigning, prepare, requireUnpaid, settle } from './recording.ts'
import type { Scope } from './scope.ts'
import { explainSettlement } from './settlement/settlement-explanation.ts'

const YEAR = 'yyyy'.length
const PERIOD = 'yyyy-MM'.length
const CENTS = 2
/** No entry has this id. */
const NOT_RECORDED = 0

/** What `recordPayment` would write now, with what the tax of the month becomes and why. Nothing is written or locked. */
export async function previewPayment(
  scope: Scope,
  actor: Actor,
  query: PaymentPreviewQuery,
  language: Language,
): Promise<PaymentPreview> {
  const { db, keys } = scope
  const { attendeeId, paidDate } = query
  const attendee = requireUnpaid(await repository.findPayable(db, ownedBy(actor), attendeeId))
  const { payer, payee, terms } = await prepare(scope, db, attendee, query)
  const { orgId, orgName } = payer
  const period = paidDate.slice(0, PERIOD)
  const person = await knownKeys(keys, db, { ...payee, phone: attendee.phone })
  const hashes = person ? [person.own, person.byPhone] : []
  const before = ledgerOf(
    hashes.length > 0 ? await repository.entriesOfYear(db, orgId, hashes, paidDate.slice(0, YEAR)) : [],
  )
  const payment: LaborPayment = {
    ...terms,
    id: NOT_RECORDED,
    paidDate,
    payable: Money(attendee.payableAmount),
  }
  const withheld = settle(before, payment)
  const live = livePayments(before)
  const after = [...live, payment]
  const { due } = balanceOf(before, after, payment)
  const ofMonth = live.filter((each) => each.paidDate.startsWith(period))
  const { vatAmount: vat, surchargeAmount: surcharge, incomeTax, netAmount: net } = attendee
  const estimate = { vat, surcharge, incomeTax, net, ruleVersion: attendee.feeRuleVersion }
  const account = (await accountsOf(scope, db, [attendeeId])).get(attendeeId)
  return {
    attendeeId,
    name: attendee.name,
    orgName,
    period,
    ...amountsOf(withheld),
    surchargeAmount: surchargesOf(withheld).toFixed(CENTS),
    estimatedNet: net,
    bankName: account?.bankName ?? null,
    bankAccount: account?.bankAccount ? maskBankAccount(account.bankAccount) : null,
    paidCount: ofMonth.length,
    paidAmount: sumOf(ofMonth),
    vatTotal: due.vat.toFixed(CENTS),
    incomeTaxTotal: due.incomeTax.toFixed(CENTS),
    isCorrection: await repository.isMonthFiled(db, orgId, period),
    isBeforeSigning: isBeforeSigning(attendee, paidDate),
    differences: hashes.length > 0 ? await openLines(db, orgId, hashes) : [],
    missingFacts: payee.missingFacts,
    obstacles: (await obstaclesOf(scope, db, [attendeeId])).get(attendeeId) ?? [],
    ...explainSettlement({ before, after, payment, withheld, estimate, isReversal: false }, language),
  }
}
