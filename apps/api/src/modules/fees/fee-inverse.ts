import type Big from 'big.js'
import { Refusal } from '../../infra/refusal.ts'
import type { IncomeTaxRule } from './fee-rules.ts'
import type { Fee, FeeTerms, ResolvedTerms } from './fees.ts'
import { feeFrom, MAX_PAYABLE, parseAmount, partsOf, resolveTerms, vatSetsInAt } from './fees.ts'
import { Money, MONEY_DECIMALS } from './money.ts'

const CENT = Money('0.01')
const ZERO = Money('0')
const ONE = Money('1')
const HIGHEST = Money(MAX_PAYABLE)

/**
 * The largest distance that rounding can put between a net and its segment's linear function: half a cent for the
 * income tax and for each of the three levies, and half a cent of VAT times (1 + surcharge rate). The rate is at most 1.
 */
const ROUNDING_REACH = Money('0.03')

/** From payable `from` to payable `to`, the unrounded net is payable × gain + constant. */
type Segment = { from: Big; to: Big; gain: Big; constant: Big }

/** For pay without VAT between `from` and `to`, the unrounded income tax is pay × slope − constant. */
type TaxPiece = { from: Big; to: Big; slope: Big; constant: Big }

/**
 * The fee with the smallest payable amount that leaves exactly the wanted net ("4155.45").
 *
 * Every net from 0.00 to that of MAX_PAYABLE has such a fee: one more cent of payable raises the net by
 * at most one cent, so no amount is skipped. The net is not monotonic, so a net can have several payables: it falls
 * by up to three cents where VAT and levies round up together, and by most of them at the VAT threshold.
 * @throws Refusal FEE_NET_UNREACHABLE for a net above that of MAX_PAYABLE (`largest` names it)
 * @throws Refusal FEE_RULE_MISSING for a day without rules
 * @throws RangeError for an amount or a rate out of range
 */
export function grossOf(input: { net: string } & FeeTerms): Fee {
  const net = parseAmount('net', input.net)
  const terms = resolveTerms(input)
  for (const segment of segmentsOf(terms)) {
    const payable = firstPayable(net, segment, terms)
    if (payable) return feeFrom(payable, terms)
  }
  const largest = feeFrom(HIGHEST, terms).netAmount
  throw new Refusal('FEE_NET_UNREACHABLE', { params: { net: net.toFixed(MONEY_DECIMALS), largest } })
}

/**
 * Searches the payables between the inverses of net − ROUNDING_REACH and net + ROUNDING_REACH: no other can round to
 * `net`.
 */
function firstPayable(net: Big, segment: Segment, terms: ResolvedTerms): Big | undefined {
  const inverse = (value: Big) => value.minus(segment.constant).div(segment.gain)
  const low = larger(segment.from, inverse(net.minus(ROUNDING_REACH)))
  const high = smaller(segment.to, inverse(net.plus(ROUNDING_REACH)))
  const last = high.round(MONEY_DECIMALS, Money.roundUp)
  for (
    let at = low.round(MONEY_DECIMALS, Money.roundDown);
    low.lte(high) && at.lte(last);
    at = at.plus(CENT)
  ) {
    if (partsOf(at, terms).net.eq(net)) return at
  }
  return undefined
}

/** The segments in ascending order of payable: those below the VAT threshold, then those above it. */
function segmentsOf({ rules, rate }: ResolvedTerms): Segment[] {
  const pieces = taxPiecesOf(rules.incomeTax)
  const threshold = vatSetsInAt(rules)
  return [
    ...segmentsWithin(ZERO, threshold, ZERO, rate, pieces),
    ...segmentsWithin(threshold, HIGHEST, Money(rules.vat.rate), rate, pieces),
  ]
}

function segmentsWithin(from: Big, to: Big, vatRate: Big, rate: Big, pieces: TaxPiece[]): Segment[] {
  const whole = ONE.plus(vatRate)
  const vatAndSurcharge = vatRate.times(ONE.plus(rate))
  const segments = pieces.map((piece) => ({
    from: larger(from, piece.from.times(whole)),
    to: smaller(to, piece.to.times(whole)),
    gain: ONE.minus(vatAndSurcharge.plus(piece.slope).div(whole)),
    constant: piece.constant,
  }))
  return segments.filter(notEmpty)
}

/**
 * The income tax as linear pieces: untaxed pay, each bracket under the fixed deduction, each under the proportional
 * one.
 */
function taxPiecesOf({ deduction, brackets }: IncomeTaxRule): TaxPiece[] {
  const fixed = Money(deduction.fixed)
  const fixedUpTo = Money(deduction.fixedUpTo)
  const kept = ONE.minus(deduction.shareAbove)
  const bounded = brackets.map(({ upTo, rate, quickDeduction }, at) => ({
    lower: Money(brackets[at - 1]?.upTo ?? '0'),
    upper: upTo === null ? HIGHEST : Money(upTo),
    rate: Money(rate),
    quick: Money(quickDeduction),
  }))
  const untaxed = { from: ZERO, to: fixed, slope: ZERO, constant: ZERO }
  const lessFixed = bounded.map(({ lower, upper, rate, quick }) => ({
    from: lower.plus(fixed),
    to: smaller(upper.plus(fixed), fixedUpTo),
    slope: rate,
    constant: fixed.times(rate).plus(quick),
  }))
  const lessShare = bounded.map(({ lower, upper, rate, quick }) => ({
    from: larger(lower.div(kept), fixedUpTo),
    to: upper.div(kept),
    slope: kept.times(rate),
    constant: quick,
  }))
  return [untaxed, ...lessFixed, ...lessShare].filter(notEmpty)
}

function notEmpty({ from, to }: { from: Big; to: Big }): boolean {
  return from.lt(to)
}

function larger(a: Big, b: Big): Big {
  return a.gt(b) ? a : b
}

function smaller(a: Big, b: Big): Big {
  return a.lt(b) ? a : b
}
