import type { LaborPayment } from './assessment.ts'

/**
 * The law once more for the tests, by another way: whole fractions of integers instead of decimals, and loops over
 * months instead of groups. It knows a payer in a city, the VAT threshold by the day, and the rules of 2026.
 */
type Fraction = { n: bigint; d: bigint }

const whole = (n: bigint): Fraction => ({ n, d: 1n })
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const times = (a: Fraction, n: bigint, d = 1n): Fraction => ({ n: a.n * n, d: a.d * d })
const isUpTo = (a: Fraction, limit: bigint) => a.n <= limit * a.d
const rounded = ({ n, d }: Fraction): bigint => {
  const [positive, sign] = n < 0n ? [-n, -1n] : [n, 1n]
  return (sign * (2n * positive + d)) / (2n * d)
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

const centsOf = ({ payable }: LaborPayment) => BigInt(payable.times('100').toFixed())
const total = (payments: readonly LaborPayment[]) => payments.reduce((sum, each) => sum + centsOf(each), 0n)

/** Payments of one VAT assessment: one day's, those under cumulative withholding apart. */
const isSharing = (a: LaborPayment, b: LaborPayment) =>
  a.paidDate === b.paidDate && (a.regime === 'platform') === (b.regime === 'platform')

function vatOf(payments: readonly LaborPayment[]): bigint {
  const cents = total(payments)
  return cents < 101_000n ? 0n : rounded({ n: cents, d: 101n })
}

function payWithoutVat(of: LaborPayment, all: readonly LaborPayment[]): Fraction {
  const shared = all.filter((each) => isSharing(each, of))
  return plus(whole(centsOf(of)), { n: -vatOf(shared) * centsOf(of), d: total(shared) })
}

const paySum = (payments: readonly LaborPayment[], all: readonly LaborPayment[]) =>
  payments.reduce((sum, each) => plus(sum, payWithoutVat(each, all)), whole(0n))

function incomeTaxOf(all: readonly LaborPayment[]): bigint {
  let tax = 0n
  const single = all.filter(({ regime, isContinuous }) => regime !== 'platform' && !isContinuous)
  for (const each of single) tax += taxOfRegime(each, payWithoutVat(each, all))
  const rest = all.filter(({ regime, isContinuous }) => regime !== 'platform' && isContinuous)
  while (rest.length > 0) {
    const first = rest.shift() as LaborPayment
    const same = [first]
    for (let at = rest.length - 1; at >= 0; at--) {
      const other = rest[at] as LaborPayment
      const keys = ['laborItem', 'county', 'regime'] as const
      const isSame = keys.every((key) => other[key] === first[key])
      if (isSame && other.paidDate.slice(0, 7) === first.paidDate.slice(0, 7))
        same.push(...rest.splice(at, 1))
    }
    tax += taxOfRegime(first, paySum(same, all))
  }
  return tax + platformTax(all.filter(({ regime }) => regime === 'platform'))
}

const taxOfRegime = ({ regime }: LaborPayment, pay: Fraction) =>
  regime === 'resident' ? laborTax(pay) : taxBy(NON_RESIDENT, times(pay, 8n, 10n))

function platformTax(payments: readonly LaborPayment[]): bigint {
  const monthOf = ({ paidDate }: LaborPayment) => Number(paidDate.slice(5, 7))
  const first = Math.min(...payments.map(monthOf))
  let withheld = 0n
  for (let month = first; month <= 12; month++) {
    const soFar = payments.filter((each) => monthOf(each) <= month)
    if (!payments.some((each) => monthOf(each) === month)) continue
    const deducted = yuan(5000) * BigInt(month - first + 1)
    const due = taxBy(YEAR, plus(times(paySum(soFar, payments), 8n, 10n), whole(-deducted)))
    if (due > withheld) withheld = due
  }
  return withheld
}

const text = (cents: bigint) =>
  `${cents < 0n ? '-' : ''}${(cents < 0n ? -cents : cents) / 100n}.${String((cents < 0n ? -cents : cents) % 100n).padStart(2, '0')}`

export function assess(payments: readonly LaborPayment[]) {
  let vat = 0n
  let surcharges = 0n
  const seen: LaborPayment[] = []
  for (const each of payments) {
    if (seen.some((other) => isSharing(other, each))) continue
    seen.push(each)
    const amount = vatOf(payments.filter((other) => isSharing(other, each)))
    vat += amount
    for (const share of [35n, 15n, 10n]) surcharges += rounded({ n: amount * share, d: 1000n })
  }
  return { vat: text(vat), surcharges: text(surcharges), incomeTax: text(incomeTaxOf(payments)) }
}
