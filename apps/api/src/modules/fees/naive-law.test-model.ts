import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { TaxTerms } from '@consilium/contract/organizations/tax-settings.ts'

/**
 * The law once more for the tests, by another way and without any code of the product: whole fractions of integers
 * instead of decimals, and loops over payments instead of groups. It knows the rules of 2026. Amounts are in cents.
 */
export interface Paid {
  id: number
  /** `yyyy-MM-dd` */
  day: string
  cents: bigint
  form: LaborForm
  county: string
  isResident: boolean
  /** The settings of the payer under which it was paid. */
  terms: Omit<TaxTerms, 'county' | 'validFrom'>
  /** The payer's own surcharge rate in ten-thousandths of the VAT. It is used instead of the rate of the county. */
  ownRate: bigint | null
  /** What a treaty leaves of a foreigner's pay without VAT at most, in ten-thousandths; null without relief. */
  treaty: bigint | null
}

export interface Amounts {
  vat: bigint
  urban: bigint
  education: bigint
  localEducation: bigint
  own: bigint
  incomeTax: bigint
}
export interface Entry {
  kind: 'payment' | 'reversal'
  paid: Paid
  amounts: Amounts
}

type Fraction = { n: bigint; d: bigint }

const whole = (n: bigint): Fraction => ({ n, d: 1n })
const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
const times = (a: Fraction, n: bigint, d = 1n): Fraction => ({ n: a.n * n, d: a.d * d })
const isUpTo = (a: Fraction, limit: bigint) => a.n <= limit * a.d
const rounded = ({ n, d }: Fraction): bigint => {
  const [positive, sign] = n < 0n ? [-n, -1n] : [n, 1n]
  return sign * ((2n * positive + d) / (2n * d))
}

type Bracket = readonly [upTo: bigint | null, percent: bigint, quick: bigint]
const yuan = (amount: number) => BigInt(amount) * 100n
const bracket = (upTo: number | null, percent: number, quick: number): Bracket => [
  upTo === null ? null : yuan(upTo),
  BigInt(percent),
  yuan(quick),
]
const LABOR = [bracket(20_000, 20, 0), bracket(50_000, 30, 2000), bracket(null, 40, 7000)]
const NON_RESIDENT = [
  bracket(3000, 3, 0),
  bracket(12_000, 10, 210),
  bracket(25_000, 20, 1410),
  bracket(35_000, 25, 2660),
  bracket(55_000, 30, 4410),
  bracket(80_000, 35, 7160),
  bracket(null, 45, 15_160),
]
const YEAR = [
  bracket(36_000, 3, 0),
  bracket(144_000, 10, 2520),
  bracket(300_000, 20, 16_920),
  bracket(420_000, 25, 31_920),
  bracket(660_000, 30, 52_920),
  bracket(960_000, 35, 85_920),
  bracket(null, 45, 181_920),
]
/** Ten-thousandths of the VAT after halving: 7, 5 or 1%, 3% and 2%. */
const URBAN = { city: 350n, town: 250n, elsewhere: 50n }

function taxBy(table: readonly Bracket[], taxable: Fraction): bigint {
  if (isUpTo(taxable, 0n)) return 0n
  const row = table.find(([upTo]) => upTo === null || isUpTo(taxable, upTo))
  if (!row) throw new Error('the last bracket has no limit')
  return rounded(plus(times(taxable, row[1], 100n), whole(-row[2])))
}

function laborTax(pay: Fraction): bigint {
  const taxable = isUpTo(pay, yuan(4000)) ? plus(pay, whole(-yuan(800))) : times(pay, 8n, 10n)
  return taxBy(LABOR, taxable)
}

const total = (payments: readonly Paid[]) => payments.reduce((sum, { cents }) => sum + cents, 0n)
const monthOf = ({ day }: Paid) => day.slice(0, 7)
/** Relief is for foreigners only. */
const treatyOf = ({ isResident, treaty }: Paid) => (isResident ? null : treaty)
/** A foreigner is never taxed cumulatively, whatever the payer declares. */
const isOnPlatform = ({ isResident, terms }: Paid) => isResident && terms.isPlatform

const isSharingVat = (a: Paid, b: Paid) =>
  a.terms.vatBasis === b.terms.vatBasis &&
  isOnPlatform(a) === isOnPlatform(b) &&
  (a.terms.vatBasis === 'day' ? a.day === b.day : monthOf(a) === monthOf(b))

function vatOf(shared: readonly Paid[]): bigint {
  const cents = total(shared)
  const withoutVat = rounded({ n: cents * 100n, d: 101n })
  const isFree = shared[0]?.terms.vatBasis === 'month' ? withoutVat <= yuan(100_000) : cents < yuan(1010)
  return isFree ? 0n : rounded({ n: cents, d: 101n })
}

function payWithoutVat(of: Paid, all: readonly Paid[]): Fraction {
  const shared = all.filter((each) => isSharingVat(each, of))
  return { n: of.cents * (total(shared) - vatOf(shared)), d: total(shared) }
}

const paySum = (payments: readonly Paid[], all: readonly Paid[]) =>
  payments.reduce((sum, each) => plus(sum, payWithoutVat(each, all)), whole(0n))

const itemOf = ({ terms, form }: Paid) => terms.laborItems[form]

function isTaxedAsOne(a: Paid, b: Paid): boolean {
  if (a === b) return true
  if (!a.terms.isContinuous || !b.terms.isContinuous) return false
  if (a.terms.isCountyApart !== b.terms.isCountyApart) return false
  if (a.terms.isCountyApart && a.county !== b.county) return false
  if (treatyOf(a) !== treatyOf(b)) return false
  return itemOf(a) === itemOf(b) && a.isResident === b.isResident && monthOf(a) === monthOf(b)
}

/** The payments that are not taxed cumulatively, those that are taxed as one income together. */
function incomesOf(payments: readonly Paid[]): [first: Paid, ...others: Paid[]][] {
  const incomes: [Paid, ...Paid[]][] = []
  for (const each of payments) {
    if (isOnPlatform(each)) continue
    const found = incomes.find(([first]) => isTaxedAsOne(first, each))
    if (found) found.push(each)
    else incomes.push([each])
  }
  return incomes
}

/** The tax on an income of a month without VAT. */
const taxOn = (pay: Fraction, isResident: boolean): bigint =>
  isResident ? laborTax(pay) : taxBy(NON_RESIDENT, times(pay, 8n, 10n))

const relieved = (tax: bigint, pay: Fraction, treaty: bigint | null): bigint => {
  if (treaty === null) return tax
  const most = rounded(times(pay, treaty, 10_000n))
  return most < tax ? most : tax
}

const monthlyTax = (all: readonly Paid[]): bigint =>
  incomesOf(all).reduce((sum, income) => {
    const pay = paySum(income, all)
    return sum + relieved(taxOn(pay, income[0].isResident), pay, treatyOf(income[0]))
  }, 0n)

/** The tax that treaties take away in a month; null if none is given. */
export function reliefOf(ofMonth: readonly Paid[]): bigint | null {
  if (ofMonth.every((paid) => treatyOf(paid) === null)) return null
  const apart = incomesOf(ofMonth).map((income) => ({ income, pay: paySum(income, ofMonth) }))
  const table = apart.reduce((sum, { income, pay }) => sum + taxOn(pay, income[0].isResident), 0n)
  return table - monthlyTax(ofMonth)
}

/** How many incomes a month has for the tax authority: each is a row of the withholding file. */
export const countIncomes = (ofMonth: readonly Paid[]): number =>
  incomesOf(ofMonth).length + (ofMonth.some(isOnPlatform) ? 1 : 0)

function platformTax(all: readonly Paid[]): bigint {
  const payments = all.filter(isOnPlatform)
  const numberOf = (paid: Paid) => Number(monthOf(paid).slice(5))
  const first = Math.min(...payments.map(numberOf))
  let withheld = 0n
  for (let month = first; month <= 12; month++) {
    if (!payments.some((each) => numberOf(each) === month)) continue
    const soFar = payments.filter((each) => numberOf(each) <= month)
    const deducted = yuan(5000) * BigInt(month - first + 1)
    const due = taxBy(YEAR, plus(times(paySum(soFar, payments), 8n, 10n), whole(-deducted)))
    if (due > withheld) withheld = due
  }
  return withheld
}

type Levies = Pick<Amounts, 'urban' | 'education' | 'localEducation' | 'own'>
const LEVIES = ['urban', 'education', 'localEducation', 'own'] as const

function ratesOf({ terms, ownRate }: Paid): Levies {
  if (ownRate !== null) return { urban: 0n, education: 0n, localEducation: 0n, own: ownRate }
  const [education, localEducation] = terms.educationExempt ? [0n, 0n] : [150n, 100n]
  return { urban: URBAN[terms.place], education, localEducation, own: 0n }
}

const isRatedAlike = (a: Paid, b: Paid) => LEVIES.every((levy) => ratesOf(a)[levy] === ratesOf(b)[levy])

/** What the law takes from all payments of one payer to one person. */
export function assess(payments: readonly Paid[]): Amounts {
  const due: Amounts = { vat: 0n, urban: 0n, education: 0n, localEducation: 0n, own: 0n, incomeTax: 0n }
  for (const [at, each] of payments.entries()) {
    const earlier = payments.slice(0, at).filter((other) => isSharingVat(other, each))
    const shared = payments.filter((other) => isSharingVat(other, each))
    const vat = vatOf(shared)
    if (earlier.length === 0) due.vat += vat
    if (vat === 0n || earlier.some((other) => isRatedAlike(other, each))) continue
    const alike = total(shared.filter((other) => isRatedAlike(other, each)))
    const rates = ratesOf(each)
    for (const levy of LEVIES)
      due[levy] += rounded({ n: vat * alike * rates[levy], d: total(shared) * 10_000n })
  }
  due.incomeTax = monthlyTax(payments) + platformTax(payments)
  return due
}

const AMOUNTS = ['vat', ...LEVIES, 'incomeTax'] as const

const isAssessedWith = (a: Paid, b: Paid) =>
  isOnPlatform(a) ? isOnPlatform(b) : !isOnPlatform(b) && monthOf(a) === monthOf(b)

/** What a further entry of a payer, a person and a year bears: what is due then, less what the entries before have borne. */
export function nextEntry(ledger: readonly Entry[], kind: Entry['kind'], paid: Paid): Entry {
  const reversed = new Set(ledger.filter((entry) => entry.kind === 'reversal').map((entry) => entry.paid.id))
  if (kind === 'reversal') reversed.add(paid.id)
  const entries = ledger.filter((entry) => isAssessedWith(paid, entry.paid))
  const live = entries.filter((entry) => entry.kind === 'payment').map((entry) => entry.paid)
  const after = [...live, ...(kind === 'payment' ? [paid] : [])].filter(({ id }) => !reversed.has(id))
  const amounts = assess(after)
  for (const name of AMOUNTS) for (const entry of entries) amounts[name] -= entry.amounts[name]
  return { kind, paid, amounts }
}

export const textOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The amounts in yuan with two decimals, and what they leave of the payable amount. */
export function inYuan({ kind, paid, amounts }: Entry) {
  const payable = kind === 'payment' ? paid.cents : -paid.cents
  const surcharges = LEVIES.reduce((sum, levy) => sum + amounts[levy], 0n)
  return {
    payable: textOf(payable),
    vat: textOf(amounts.vat),
    urban: textOf(amounts.urban),
    education: textOf(amounts.education),
    localEducation: textOf(amounts.localEducation),
    own: textOf(amounts.own),
    incomeTax: textOf(amounts.incomeTax),
    net: textOf(payable - amounts.vat - surcharges - amounts.incomeTax),
  }
}
