import type Big from 'big.js'
import { rulesFor } from './fee-rules.ts'
import { bracketOf, incomeTax, taxableOf, vatOn, vatSetsInAt } from './fees.ts'
import { leviesOf, type LevyKind } from './levies.ts'
import { Money, sum, toCents } from './money.ts'
import { incomeTaxRuleFor, platformRuleFor, type CumulativeRule, type Regime } from './regime-rules.ts'

/** A payment for labor from one payer to one person, with what decides how it is taxed. */
export interface LaborPayment {
  /** Identifies the payment within its payer and person. */
  id: number
  /** Day of payment (`yyyy-MM-dd`). */
  paidDate: string
  payable: Big
  /** Item of the tax law. Income of one item within a month is taxed as one payment if `isContinuous`. */
  taxItem: string
  county: string
  /** Income of each county is taxed by itself. */
  isCountyApart: boolean
  isContinuous: boolean
  regime: Regime
  vatBasis: 'day' | 'month'
  /** The payer's surcharges as a fraction of VAT. */
  surchargeRate: string
  /**
   * Highest share of the pay without VAT that a treaty lets be taken of a non-resident, as a fraction; 0 where it exempts
   * the pay, null without relief.
   */
  treatyRate: string | null
}

/** What the law takes from all payments of one payer to one person. */
export interface Assessment {
  vat: Big
  levies: Record<LevyKind, Big>
  incomeTax: Big
}

/** Payments whose VAT is assessed together. */
interface VatGroup {
  payments: LaborPayment[]
  payable: Big
  vat: Big
}

const ZERO = Money('0')
const MONTH = 'yyyy-MM'.length
const YEAR = 'yyyy'.length

export const monthOf = ({ paidDate }: Pick<LaborPayment, 'paidDate'>): string => paidDate.slice(0, MONTH)
export const yearOf = ({ paidDate }: Pick<LaborPayment, 'paidDate'>): string => paidDate.slice(0, YEAR)

/**
 * Assesses all payments of one payer to one person, each under the settings that it was made under. The result does not
 * depend on the order of the payments of a day.
 *
 * VAT: what is paid on one day (or in one month, where that is declared) is compared with the threshold together (VAT
 * Law, articles 17 and 23); each payment bears its share by amount, with the payer's surcharges of its own time. Income tax: continuous income of one item in one county is taxed by the month (IIT
 * Regulations, article 14; 国税发〔1994〕89号; 国税函发〔1996〕602号).
 * @throws Refusal FEE_RULE_MISSING for a day that no rule covers
 */
export function assess(payments: readonly LaborPayment[]): Assessment {
  const vatGroups = [...grouped(payments, vatKey).values()].map(assessVat)
  const levies: Assessment['levies'] = { urban: ZERO, education: ZERO, localEducation: ZERO, own: ZERO }
  for (const group of vatGroups)
    for (const [kind, amount] of leviesOn(group)) levies[kind] = levies[kind].plus(amount)
  const monthly = payments.filter(({ regime }) => regime !== 'platform')
  const cumulative = payments.filter(({ regime }) => regime === 'platform')
  const taxes = [
    ...[...grouped(monthly, settlementKey).values()].map((each) => monthlyTax(each, vatGroups)),
    ...[...grouped(cumulative, yearOf).values()].map((each) => cumulativeTax(each, vatGroups)),
  ]
  return { vat: sum(vatGroups.map(({ vat }) => vat)), levies, incomeTax: sum(taxes) }
}

/** Payments with one key are compared with the VAT threshold together. */
export function vatKey({ paidDate, vatBasis, regime }: Omit<LaborPayment, 'payable'>): string {
  const period = vatBasis === 'day' ? paidDate : paidDate.slice(0, MONTH)
  return regime === 'platform' ? `platform ${period}` : period
}

/** Payments with one key are taxed as one income of a month, or of a year under cumulative withholding. */
export function settlementKey(payment: LaborPayment): string {
  const { id, regime, taxItem, county, isCountyApart, isContinuous, treatyRate } = payment
  if (regime === 'platform') return `platform ${yearOf(payment)}`
  if (!isContinuous) return `payment ${id}`
  const place = isCountyApart ? county : null
  const relief = treatyRate === null ? null : Money(treatyRate).toFixed()
  return JSON.stringify([monthOf(payment), regime, taxItem, place, ruleOf(payment).id, relief])
}

const ruleOf = ({ regime, paidDate }: LaborPayment) =>
  regime === 'platform' ? platformRuleFor(paidDate) : incomeTaxRuleFor(regime, paidDate)

function assessVat(payments: LaborPayment[]): VatGroup {
  const payable = sum(payments.map((payment) => payment.payable))
  const { paidDate, vatBasis } = last(payments)
  return { payments, payable, vat: vatOn(payable, rulesFor(paidDate, 'resident', vatBasis)) }
}

/** The smallest amount of a further payment, in whole cents, with which VAT is due; zero or less if it is already. */
export function vatSetsInFor(payments: readonly LaborPayment[], next: Omit<LaborPayment, 'payable'>): Big {
  const key = vatKey(next)
  const paid = sum(payments.filter((each) => vatKey(each) === key).map(({ payable }) => payable))
  return vatSetsInAt(rulesFor(next.paidDate, 'resident', next.vatBasis)).minus(paid)
}

/**
 * The levies on the VAT of a group: payments with another surcharge rate bear theirs on their share of the VAT, so that
 * a new rate changes nothing of what was paid under the rate before.
 */
function leviesByRate({
  payments,
  payable,
  vat,
}: VatGroup): { own: LaborPayment[]; paid: Big; levies: [LevyKind, Big][] }[] {
  if (vat.eq(ZERO)) return []
  const byRate = grouped(payments, ({ surchargeRate }) => Money(surchargeRate).toFixed())
  return [...byRate].map(([rate, own]) => {
    const levies = leviesOf(Money(rate), rulesFor(last(own).paidDate).vat.surcharge)
    const paid = sum(own.map((payment) => payment.payable))
    // Dividing last keeps the fraction exact where it ends, so that half a cent is seen as such.
    const amounts = levies.map((levy): [LevyKind, Big] => [
      levy.kind,
      toCents(vat.times(levy.rate).times(paid).div(payable)),
    ])
    return { own, paid, levies: amounts }
  })
}

const leviesOn = (group: VatGroup): [LevyKind, Big][] => leviesByRate(group).flatMap(({ levies }) => levies)

/**
 * The pay without VAT. Where payments that are taxed apart share a VAT group, each bears its share of the VAT by its
 * amount, so that the order of a day decides nothing.
 */
function payOf(payments: readonly LaborPayment[], vatGroups: readonly VatGroup[]): Big {
  const ids = new Set(payments.map(({ id }) => id))
  const parts = vatGroups.map((group) => {
    const own = sum(group.payments.filter(({ id }) => ids.has(id)).map(({ payable }) => payable))
    if (own.eq(group.payable)) return own.minus(group.vat)
    return own.minus(group.vat.times(own).div(group.payable))
  })
  return sum(parts)
}

/**
 * The pay without VAT of each kind of payment of one payer to one person, in whole cents that add up to the pay of all:
 * the last kind gets what rounding leaves.
 */
export function incomeShares(
  payments: readonly LaborPayment[],
  kindOf: (payment: LaborPayment) => string,
): Map<string, Big> {
  const vatGroups = [...grouped(payments, vatKey).values()].map(assessVat)
  const kinds = [...grouped(payments, kindOf)]
  const shares = new Map(kinds.map(([kind, own]) => [kind, toCents(payOf(own, vatGroups))]))
  const [lastKind] = kinds.at(-1) ?? []
  if (lastKind === undefined) return shares
  const rest = toCents(payOf(payments, vatGroups)).minus(sum([...shares.values()]))
  return shares.set(lastKind, rest.plus(shares.get(lastKind) ?? ZERO))
}

/** As `incomeShares`, the surcharges on the VAT of each kind, each payment bearing its share by its amount. */
export function surchargeShares(
  payments: readonly LaborPayment[],
  kindOf: (payment: LaborPayment) => string,
): Map<string, Big> {
  const parts = [...grouped(payments, vatKey).values()].map(assessVat).flatMap(leviesByRate)
  const totalOf = ({ levies }: (typeof parts)[number]) => sum(levies.map(([, amount]) => amount))
  const shares = new Map(
    [...grouped(payments, kindOf)].map(([kind, ofKind]) => {
      const ids = new Set(ofKind.map(({ id }) => id))
      const borne = parts.map((part) => {
        const own = sum(part.own.filter(({ id }) => ids.has(id)).map(({ payable }) => payable))
        return totalOf(part).times(own).div(part.paid)
      })
      return [kind, toCents(sum(borne))] as const
    }),
  )
  const [lastKind] = [...shares.keys()].slice(-1)
  if (lastKind === undefined) return shares
  const rest = sum(parts.map(totalOf)).minus(sum([...shares.values()]))
  return shares.set(lastKind, rest.plus(shares.get(lastKind) ?? ZERO))
}

/** The tax on the income of a month by its table, and what a treaty leaves of it. */
function taxesOf(
  payments: readonly LaborPayment[],
  vatGroups: readonly VatGroup[],
): { table: Big; due: Big } {
  const { regime, paidDate, treatyRate } = last(payments)
  const pay = payOf(payments, vatGroups)
  const table = incomeTax(pay, incomeTaxRuleFor(regime as Exclude<Regime, 'platform'>, paidDate))
  if (treatyRate === null) return { table, due: table }
  const limit = toCents(pay.times(treatyRate))
  return { table, due: limit.lt(table) ? limit : table }
}

const monthlyTax = (payments: readonly LaborPayment[], vatGroups: readonly VatGroup[]): Big =>
  taxesOf(payments, vatGroups).due

/** By settlement key, the tax that treaties relieve payments of one payer to one person of; only where there is relief. */
export function treatyReliefs(payments: readonly LaborPayment[]): Map<string, Big> {
  const vatGroups = [...grouped(payments, vatKey).values()].map(assessVat)
  const relieved = payments.filter(
    ({ regime, treatyRate }) => regime === 'nonResident' && treatyRate !== null,
  )
  return new Map(
    [...grouped(relieved, settlementKey)].map(([key, own]) => {
      const { table, due } = taxesOf(own, vatGroups)
      return [key, table.minus(due)]
    }),
  )
}

/** Tax once withheld is not paid back within the year: the year's tax is the highest that any of its months reached. */
function cumulativeTax(payments: readonly LaborPayment[], vatGroups: readonly VatGroup[]): Big {
  const months = [...new Set(payments.map(monthOf))].toSorted()
  const [first = ''] = months
  const due = months.map((month) => {
    const soFar = payments.filter((payment) => monthOf(payment) <= month)
    return cumulativeTaxOn(
      payOf(soFar, vatGroups),
      monthsBetween(first, month),
      platformRuleFor(last(soFar).paidDate),
    )
  })
  return due.reduce((highest, each) => (each.gt(highest) ? each : highest), ZERO)
}

function cumulativeTaxOn(pay: Big, months: number, rule: CumulativeRule): Big {
  const taxable = taxableOf(pay, rule).minus(Money(rule.perMonth).times(String(months)))
  if (taxable.lte('0')) return ZERO
  const { rate, quickDeduction } = bracketOf(taxable, rule)
  return toCents(taxable.times(rate).minus(quickDeduction))
}

/** Both months (`yyyy-MM`) of one year count. */
function monthsBetween(first: string, month: string): number {
  return Number(month.slice(YEAR + 1)) - Number(first.slice(YEAR + 1)) + 1
}

function grouped(
  payments: readonly LaborPayment[],
  keyOf: (payment: LaborPayment) => string,
): Map<string, LaborPayment[]> {
  return Map.groupBy(payments, keyOf)
}

/** The last payment of a group, by day and then by the order of arrival. */
function last(payments: readonly LaborPayment[]): LaborPayment {
  const [first, ...others] = payments
  if (!first) throw new RangeError('a group of payments is never empty')
  return others.reduce((latest, each) => (each.paidDate >= latest.paidDate ? each : latest), first)
}
