import type Big from 'big.js'
import { assess, monthOf, vatSetsInFor, yearOf, type Assessment, type LaborPayment } from './assessment.ts'
import { MAX_PAYABLE, parseAmount } from './fees.ts'
import type { LevyKind } from './levies.ts'
import { Money, MONEY_DECIMALS, sum } from './money.ts'

/** What one entry of the ledger adds to what was withheld. Amounts are in yuan and are negative where it is returned. */
export interface WithheldAmounts extends Assessment {
  payable: Big
  net: Big
}

/** One entry of the ledger of a payer and a person: a payment, or the reversal of an earlier one. */
export interface LedgerEntry {
  kind: 'payment' | 'reversal'
  payment: LaborPayment
  withheld: WithheldAmounts
}

const ZERO = Money('0')
export const LEVY_KINDS = [
  'urban',
  'education',
  'localEducation',
  'own',
] as const satisfies readonly LevyKind[]

/**
 * The tax of one payment: what the law takes from all payments of the period including this one, minus what the ledger has
 * already withheld. So the sums of the ledger equal the law's amounts in any order of payments and reversals.
 * @param ledger all entries of the payer and the person in the payment's calendar year, in the order of arrival
 * @throws Refusal FEE_RULE_MISSING for a day that no rule covers
 */
export function settlePayment(ledger: readonly LedgerEntry[], payment: LaborPayment): WithheldAmounts {
  return difference(ledger, [...livePayments(ledger), payment], payment, payment.payable)
}

/**
 * The amounts that a reversal returns. They include the change of tax of the other payments of the period.
 * @throws RangeError unless the ledger has the payment and it is not reversed
 */
export function settleReversal(ledger: readonly LedgerEntry[], paymentId: number): WithheldAmounts {
  const live = livePayments(ledger)
  const reversed = live.find(({ id }) => id === paymentId)
  if (!reversed) throw new RangeError(`the ledger has no payment ${paymentId} that could be reversed`)
  const remaining = live.filter((payment) => payment !== reversed)
  return difference(ledger, remaining, reversed, ZERO.minus(reversed.payable))
}

/** What the ledger has withheld in all. */
export function sumOfEntries(entries: readonly LedgerEntry[]): WithheldAmounts {
  const total = (of: (amounts: WithheldAmounts) => Big) => sum(entries.map(({ withheld }) => of(withheld)))
  const levies = { urban: ZERO, education: ZERO, localEducation: ZERO, own: ZERO }
  for (const kind of LEVY_KINDS) levies[kind] = total((each) => each.levies[kind])
  return {
    payable: total(({ payable }) => payable),
    vat: total(({ vat }) => vat),
    levies,
    incomeTax: total(({ incomeTax }) => incomeTax),
    net: total(({ net }) => net),
  }
}

export const surchargesOf = ({ levies }: Assessment): Big => sum(LEVY_KINDS.map((kind) => levies[kind]))

/** The payments of a ledger that are not reversed, in the order of arrival. */
export function livePayments(ledger: readonly LedgerEntry[]): LaborPayment[] {
  const reversed = new Set(ledger.filter(({ kind }) => kind === 'reversal').map(({ payment }) => payment.id))
  return ledger
    .filter(({ kind, payment }) => kind === 'payment' && !reversed.has(payment.id))
    .map(({ payment }) => payment)
}

/**
 * Payments of one assessment: those of a month, or under cumulative withholding those of a year. A payer that goes over
 * to cumulative withholding begins a new assessment.
 */
function isAssessedWith(payment: LaborPayment): (other: LaborPayment) => boolean {
  return payment.regime === 'platform'
    ? (other) => other.regime === 'platform' && yearOf(other) === yearOf(payment)
    : (other) => other.regime !== 'platform' && monthOf(other) === monthOf(payment)
}

/** What the law takes from the payments of one assessment, and what the ledger has withheld for them. */
export interface Balance {
  due: Assessment
  withheld: WithheldAmounts
  /** The payments of the assessment, in the order of arrival. */
  payments: readonly LaborPayment[]
}

/** The balance of the assessment that `changed` belongs to, if the payments `after` were all there are. */
export function balanceOf(
  ledger: readonly LedgerEntry[],
  after: readonly LaborPayment[],
  changed: LaborPayment,
): Balance {
  const isConcerned = isAssessedWith(changed)
  const payments = after.filter(isConcerned)
  const withheld = sumOfEntries(ledger.filter(({ payment }) => isConcerned(payment)))
  return { due: assess(payments), withheld, payments }
}

function difference(
  ledger: readonly LedgerEntry[],
  after: readonly LaborPayment[],
  changed: LaborPayment,
  payable: Big,
): WithheldAmounts {
  const { due, withheld } = balanceOf(ledger, after, changed)
  const levies = { ...due.levies }
  for (const kind of LEVY_KINDS) levies[kind] = due.levies[kind].minus(withheld.levies[kind])
  const rest: Assessment = {
    vat: due.vat.minus(withheld.vat),
    levies,
    incomeTax: due.incomeTax.minus(withheld.incomeTax),
  }
  const net = payable.minus(rest.vat).minus(surchargesOf(rest)).minus(rest.incomeTax)
  return { ...rest, payable, net }
}

const CENT = Money('0.01')
/**
 * How far the exact payable amount can be from the one that is calculated without rounding. Rounding changes the net by at
 * most 0.03, and each cent of payable adds at least 0.35 of a cent to the net (45% tax on 80% of it, and VAT).
 */
const ROUNDING_REACH = Money('0.10')

/**
 * The smallest payable amount that leaves exactly the wanted net ("4155.45") after what the ledger holds; null if no
 * amount up to MAX_PAYABLE does. Only where VAT sets in does the net fall by more than rounding, so each side of that
 * amount is searched by halving.
 * @throws RangeError unless `net` is an amount with at most two decimals
 */
export function payableForNet(
  ledger: readonly LedgerEntry[],
  net: string,
  payment: Omit<LaborPayment, 'payable'>,
): Big | null {
  const wanted = parseAmount('net', net)
  const netOf = (payable: Big) => settlePayment(ledger, { ...payment, payable }).net
  const owed = vatSetsInFor(livePayments(ledger), payment)
  const isWithin = owed.gt(ZERO) && owed.lte(MAX_PAYABLE)
  const sides = isWithin
    ? [
        [ZERO, owed.minus(CENT)],
        [owed, Money(MAX_PAYABLE)],
      ]
    : [[ZERO, Money(MAX_PAYABLE)]]
  for (const [from = ZERO, to = ZERO] of sides) {
    const found = firstWithNet(netOf, wanted, from, to)
    if (found) return found
  }
  return null
}

function firstWithNet(netOf: (payable: Big) => Big, wanted: Big, from: Big, to: Big): Big | null {
  const middle = halve(netOf, wanted, from, to)
  const high = middle.plus(ROUNDING_REACH)
  for (let at = middle.minus(ROUNDING_REACH); at.lte(high) && at.lte(to); at = at.plus(CENT))
    if (at.gte(from) && netOf(at).eq(wanted)) return at
  return null
}

/** A payable amount in whole cents whose net is the wanted one as far as rounding allows. */
function halve(netOf: (payable: Big) => Big, wanted: Big, from: Big, to: Big): Big {
  let low = from
  let high = to
  while (high.minus(low).gt(CENT)) {
    const middle = low.plus(high).div('2').round(MONEY_DECIMALS, Money.roundDown)
    if (netOf(middle).lt(wanted)) low = middle
    else high = middle
  }
  return high
}
