import type { Language } from '@consilium/contract/errors.ts'
import type { FeeCalculation, FeeMonth, FeeQuestion } from '@consilium/contract/fees/labor-fees.ts'
import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { Actor } from '../../../domain/actor.ts'
import { refuseField } from '../../../infra/refusal.ts'
import {
  balanceOf,
  livePayments,
  Money,
  payableForNet,
  settlePayment,
  type LaborPayment,
  type LedgerEntry,
} from '../../fees/service.ts'
import type { Payer } from '../../organizations/service.ts'
import * as repository from './calculating-repository.ts'
import { ledgerOf, sumOf } from '../ledger.ts'
import { entriesOfYear } from '../ledger-repository.ts'
import { knownKeys } from '../person-key.ts'
import { termsOf } from '../recording.ts'
import { rateOn } from '../reliefs/relief-repository.ts'
import type { Scope } from '../scope.ts'
import { explainSettlement } from './settlement-explanation.ts'
import { phoneOf } from '../../accounts/service.ts'
import { expertOf } from '../../experts/service.ts'

const YEAR = 'yyyy'.length
const PERIOD = 'yyyy-MM'.length
const CENTS = 2
const USUAL_WORK = 'lecture'
const USUAL_RESIDENCE = 'resident'

interface Asked {
  /** Null if no expert has the phone yet. */
  userId: number | null
  attendeeId: number | null
  laborForm: LaborForm
}

type FeeAlone = Omit<FeeCalculation, 'month'>

/**
 * The fee taken by itself, and if a person is named, what the payments and agreed fees of the month do to its tax. Only
 * what the same payer pays is considered. Throws NOT_FOUND on `attendeeId` and `meetingId`.
 */
export async function calculateWithMonth(
  scope: Scope,
  actor: Actor,
  question: FeeQuestion,
  language: Language,
): Promise<FeeCalculation> {
  const { db, experts, fees, organizations } = scope
  const { attendeeId, phone } = question
  const attendee = attendeeId === undefined ? undefined : await repository.findAttendee(db, actor, attendeeId)
  if (attendeeId !== undefined && !attendee) throw refuseField('NOT_FOUND', 'attendeeId')
  const meetingId = attendee?.meetingId ?? question.meetingId
  const known = phone === undefined ? undefined : (await expertOf(db, { phone }))?.userId
  const userId = attendee?.userId ?? known ?? null
  const residence = userId === null ? USUAL_RESIDENCE : (await experts.identityOf(db, userId)).taxResidence
  const fee = await fees.calculate(actor, { ...question, meetingId }, residence, language)
  const { execUserId } = await fees.paymentIn(actor, meetingId)
  const payer =
    execUserId === null ? null : await organizations.payerOn(db, { mainUserId: execUserId }, fee.date)
  if (!payer || (!attendee && phone === undefined)) return { ...fee, month: null }
  const laborForm = question.laborForm ?? attendee?.laborForm ?? USUAL_WORK
  const asked = { userId, attendeeId: attendeeId ?? null, laborForm }
  const month = await monthOf(scope, payer, asked, { fee, net: question.netAmount }, language)
  return { ...fee, month }
}

/** The ledger of the year, and the agreed fees of the month as if they had been paid before the one in question. */
async function historyOf(scope: Scope, payer: Payer, { userId, attendeeId }: Asked, date: string) {
  const { db, clock, keys, experts, fees } = scope
  if (userId === null) return { ledger: [], agreed: [], isResident: true, treatyRate: null }
  const { idType, idCardNo, taxResidence } = await experts.identityOf(db, userId)
  const phone = (await phoneOf(db, userId)) ?? ''
  const person = await knownKeys(keys, db, { idType, idNumber: idCardNo, phone })
  const rows = person
    ? await entriesOfYear(db, payer.orgId, [person.own, person.byPhone], date.slice(0, YEAR))
    : []
  const isResident = taxResidence === 'resident'
  const treatyRate = await rateOn(db, { orgId: payer.orgId, userId, date })
  const agreedFees = await repository.agreedFees(db, payer.mainUserId, userId, clock.wire())
  const agreed = agreedFees
    .filter((each) => each.attendeeId !== attendeeId)
    .map((each): LaborPayment => {
      const paidDate = fees.paymentDay(each.scheduleStartTime)
      const terms = termsOf(payer, date, { laborForm: each.laborForm, isResident, treatyRate })
      return { ...terms, id: -each.attendeeId, paidDate, payable: Money(each.payableAmount) }
    })
    .filter(({ paidDate }) => paidDate.slice(0, PERIOD) === date.slice(0, PERIOD))
  return { ledger: ledgerOf(rows), agreed, isResident, treatyRate }
}

async function monthOf(
  scope: Scope,
  payer: Payer,
  asked: Asked,
  { fee, net }: { fee: FeeAlone; net: string | undefined },
  language: Language,
): Promise<FeeMonth> {
  const { date } = fee
  const period = date.slice(0, PERIOD)
  const { ledger, agreed, isResident, treatyRate } = await historyOf(scope, payer, asked, date)
  const paid = livePayments(ledger).filter(({ paidDate }) => paidDate.startsWith(period))
  const before: LedgerEntry[] = [...ledger]
  for (const payment of agreed)
    before.push({ kind: 'payment', payment, withheld: settlePayment(before, payment) })
  const terms = termsOf(payer, date, { laborForm: asked.laborForm, isResident, treatyRate })
  const payment: LaborPayment = { ...terms, id: 0, paidDate: date, payable: Money(fee.payableAmount) }
  const after = [...livePayments(before), payment]
  const withheld = settlePayment(before, payment)
  const { due } = balanceOf(before, after, payment)
  const forNet = net === undefined ? null : payableForNet(before, net, payment)
  const estimate = {
    vat: fee.vatAmount,
    surcharge: fee.surchargeAmount,
    incomeTax: fee.incomeTax,
    net: fee.netAmount,
    ruleVersion: fee.feeRuleVersion,
  }
  return {
    period,
    payerName: payer.orgName,
    paidCount: paid.length,
    paidAmount: sumOf(paid),
    agreedCount: agreed.length,
    agreedAmount: sumOf(agreed),
    vatTotal: due.vat.toFixed(CENTS),
    incomeTaxTotal: due.incomeTax.toFixed(CENTS),
    payableForNet: forNet && forNet.toFixed(CENTS),
    ...explainSettlement({ before, after, payment, withheld, estimate, isReversal: false }, language),
  }
}
