import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTED_ITEMS, ONE_ITEM } from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'
import type { LaborPayment } from './assessment.ts'
import { Money } from './money.ts'
import {
  payableForNet,
  settlePayment,
  settleReversal,
  sumOfEntries,
  surchargesOf,
  type LedgerEntry,
  type WithheldAmounts,
} from './settlement.ts'

const PAYMENT = {
  id: 1,
  paidDate: '2026-11-20',
  taxItem: 'lecture',
  county: '110105',
  isCountyApart: true,
  isContinuous: true,
  regime: 'resident',
  vatBasis: 'day',
  surchargeRate: '0.06',
  treatyRate: null,
} as const satisfies Omit<LaborPayment, 'payable'>

const payment = (given: Partial<Omit<LaborPayment, 'payable'>> & { payable: string }): LaborPayment => ({
  ...PAYMENT,
  ...given,
  payable: Money(given.payable),
})

function pay(ledger: LedgerEntry[], next: LaborPayment): WithheldAmounts {
  const withheld = settlePayment(ledger, next)
  ledger.push({ kind: 'payment', payment: next, withheld })
  return withheld
}

function reverse(ledger: LedgerEntry[], id: number): WithheldAmounts {
  const withheld = settleReversal(ledger, id)
  const reversed = ledger.find((entry) => entry.payment.id === id)
  assert.ok(reversed)
  ledger.push({ kind: 'reversal', payment: reversed.payment, withheld })
  return withheld
}

const textOf = (amounts: WithheldAmounts) => ({
  vat: amounts.vat.toFixed(2),
  surcharges: surchargesOf(amounts).toFixed(2),
  incomeTax: amounts.incomeTax.toFixed(2),
  net: amounts.net.toFixed(2),
})

const paidInTurn = (payable: string, days: readonly string[]) => {
  const ledger: LedgerEntry[] = []
  for (const [at, paidDate] of days.entries()) pay(ledger, payment({ id: at + 1, paidDate, payable }))
  return ledger
}

const daysOfMonth = (count: number) =>
  Array.from({ length: count }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)

test('TAX-2: payments of one day are tested against the VAT threshold together', () => {
  const ledger: LedgerEntry[] = []
  assert.equal(pay(ledger, payment({ id: 1, payable: '999.99' })).vat.toFixed(2), '0.00')
  const second = pay(ledger, payment({ id: 2, payable: '999.99' }))
  assert.equal(second.vat.toFixed(2), '19.80')
  assert.equal(sumOfEntries(ledger).vat.toFixed(2), '19.80')
  const nextDay = pay(ledger, payment({ id: 3, paidDate: '2026-11-21', payable: '999.99' }))
  assert.equal(nextDay.vat.toFixed(2), '0.00')
})

test('TAX-3: continuous income of a month is taxed as a whole, less what was withheld', () => {
  const incomeTaxOf = (payable: string, count: number) =>
    sumOfEntries(paidInTurn(payable, daysOfMonth(count))).incomeTax.toFixed(2)
  assert.equal(incomeTaxOf('3000', 2), '950.50')
  assert.equal(incomeTaxOf('800', 10), '1280.00')
  assert.equal(incomeTaxOf('20000', 2), '7504.95')
  const [first, second] = paidInTurn('3000', daysOfMonth(2))
  assert.deepEqual(
    [first, second].map((entry) => entry?.withheld.incomeTax.toFixed(2)),
    ['434.06', '516.44'],
  )
})

test('TAX-3: another item, county, month or residence begins anew, and a payer can tax each payment by itself', () => {
  const ledger = paidInTurn('3000', ['2026-11-02'])
  const alone = '434.06'
  const taxOf = (given: Partial<LaborPayment>) =>
    settlePayment(ledger, { ...payment({ id: 2, paidDate: '2026-11-09', payable: '3000' }), ...given })
      .incomeTax
  assert.equal(taxOf({}).toFixed(2), '516.44')
  assert.equal(taxOf({ taxItem: 'review' }).toFixed(2), alone)
  assert.equal(taxOf({ county: '310101' }).toFixed(2), alone)
  assert.equal(taxOf({ paidDate: '2026-12-01' }).toFixed(2), alone)
  assert.equal(taxOf({ county: '310101', isCountyApart: false }).toFixed(2), alone)
  assert.equal(taxOf({ isContinuous: false }).toFixed(2), alone)
  assert.equal(taxOf({ regime: 'nonResident' }).toFixed(2), '71.29')
})

test('TAX-3: another county begins anew only where the payer says that counties are apart', () => {
  for (const [isCountyApart, tax] of [
    [true, '434.06'],
    [false, '516.44'],
  ] as const) {
    const ledger: LedgerEntry[] = []
    pay(ledger, payment({ id: 1, paidDate: '2026-11-02', payable: '3000', isCountyApart }))
    const elsewhere = payment({ id: 2, payable: '3000', isCountyApart, county: '310101' })
    assert.equal(pay(ledger, elsewhere).incomeTax.toFixed(2), tax)
  }
})

const FORMS = ['lecture', 'chair', 'discussion', 'review', 'consulting', 'other'] as const
const sixForms = (items: Record<(typeof FORMS)[number], string>) => {
  const ledger: LedgerEntry[] = []
  for (const [at, form] of FORMS.entries())
    pay(ledger, payment({ id: at + 1, paidDate: `2026-11-0${at + 1}`, payable: '800', taxItem: items[form] }))
  return ledger
}

test('TAX-12: 800 in each of six forms of labor: 320.00 for what the law does not list, 768.00 as one item', () => {
  const listed = sixForms(LISTED_ITEMS)
  const taxOf = (item: string) =>
    sumOfEntries(listed.filter(({ payment: each }) => each.taxItem === item)).incomeTax.toFixed(2)
  assert.deepEqual(['lecture', 'consulting', 'review', 'other'].map(taxOf), [
    '0.00',
    '0.00',
    '0.00',
    '320.00',
  ])
  assert.equal(sumOfEntries(sixForms(ONE_ITEM)).incomeTax.toFixed(2), '768.00')
})

test('TAX-18: another surcharge rate later on the day or in the month changes nothing of what was paid before', () => {
  for (const vatBasis of ['day', 'month'] as const) {
    const payable = vatBasis === 'day' ? '2020' : '102010'
    for (const [before, after] of [
      ['0.06', '0.03'],
      ['0.1', '0.06'],
      ['0.06', '0.1'],
    ] as const) {
      const ledger: LedgerEntry[] = []
      const first = pay(ledger, payment({ id: 1, payable, vatBasis, surchargeRate: before }))
      const second = pay(ledger, payment({ id: 2, payable, vatBasis, surchargeRate: after }))
      const vat = vatBasis === 'day' ? 20 : 1010
      assert.equal(surchargesOf(first).toFixed(2), (vat * Number(before)).toFixed(2))
      assert.equal(surchargesOf(second).toFixed(2), (vat * Number(after)).toFixed(2))
    }
  }
})

test('TAX-4: a reversal returns what the payment bore, and the rest bears what the law takes without it', () => {
  const ledger: LedgerEntry[] = []
  pay(ledger, payment({ id: 1, payable: '999.99' }))
  pay(ledger, payment({ id: 2, payable: '999.99' }))
  assert.deepEqual(textOf(reverse(ledger, 1)), {
    vat: '-19.80',
    surcharges: '-1.19',
    incomeTax: '-196.04',
    net: '-782.96',
  })
  assert.deepEqual(textOf(sumOfEntries(ledger)), {
    vat: '0.00',
    surcharges: '0.00',
    incomeTax: '40.00',
    net: '959.99',
  })
  assert.throws(() => settleReversal(ledger, 1), RangeError)
  reverse(ledger, 2)
  const nothing = { vat: '0.00', surcharges: '0.00', incomeTax: '0.00', net: '0.00' }
  assert.deepEqual(textOf(sumOfEntries(ledger)), nothing)
})

test('TAX-4: what was withheld wrongly in another month is not put right by a payment of this one', () => {
  const ledger = paidInTurn('3000', ['2026-10-02'])
  const [october] = ledger
  assert.ok(october)
  ledger[0] = { ...october, withheld: { ...october.withheld, incomeTax: Money('400.00') } }
  const november = settlePayment(ledger, payment({ id: 2, paidDate: '2026-11-09', payable: '3000' }))
  assert.equal(november.incomeTax.toFixed(2), '434.06')
  const more = settlePayment(ledger, payment({ id: 3, paidDate: '2026-10-09', payable: '3000' }))
  assert.equal(more.incomeTax.toFixed(2), '550.50')
})

test('TAX-6: non-residents are taxed by their own table', () => {
  const taxOf = (payable: string) => {
    const next = payment({ payable, regime: 'nonResident' })
    return settlePayment([], next).incomeTax.toFixed(2)
  }
  assert.equal(taxOf('5000'), '186.04')
  assert.equal(taxOf('800'), '19.20')
})

test('TAX-7: with the monthly VAT threshold declared, VAT begins above 100,000 without VAT in the month', () => {
  const ledger: LedgerEntry[] = []
  const monthly = (id: number, payable: string) => payment({ id, payable, vatBasis: 'month' })
  assert.equal(pay(ledger, monthly(1, '50500')).vat.toFixed(2), '0.00')
  assert.equal(pay(ledger, monthly(2, '50500')).vat.toFixed(2), '0.00')
  assert.equal(settlePayment(ledger, monthly(3, '0.01')).vat.toFixed(2), '1000.00')
})

test('TAX-7: a reporting platform withholds cumulatively, and returns nothing within the year', () => {
  const ledger: LedgerEntry[] = []
  const onPlatform = (id: number, paidDate: string, payable: string) =>
    payment({ id, paidDate, payable, regime: 'platform', vatBasis: 'month' })
  const taxOf = (...given: Parameters<typeof onPlatform>) =>
    pay(ledger, onPlatform(...given)).incomeTax.toFixed(2)
  assert.equal(taxOf(1, '2026-01-10', '6250'), '0.00')
  assert.equal(taxOf(2, '2026-01-20', '10000'), '240.00')
  assert.equal(taxOf(3, '2026-02-10', '1000'), '0.00')
  assert.equal(taxOf(4, '2026-04-10', '60000'), '1420.00')
})

const history = fc.array(
  fc.record({
    isReversal: fc.boolean(),
    at: fc.nat(),
    day: fc.integer({ min: 0, max: 5 }),
    cents: fc.oneof(fc.integer({ min: 1, max: 220_000 }), fc.integer({ min: 1, max: 9_000_000 })),
    taxItem: fc.constantFrom('lecture', 'review'),
    county: fc.constantFrom('110105', '310101'),
    regime: fc.constantFrom('resident', 'resident', 'nonResident', 'platform'),
    isContinuous: fc.constantFrom(true, true, false),
    surchargeRate: fc.constantFrom('0.06', '0.06', '0.05', '0.035', '0.1'),
  }),
  { maxLength: 14 },
)
const DAYS = ['2026-10-30', '2026-11-01', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01']
type Step = typeof history extends fc.Arbitrary<(infer S)[]> ? S : never

/** Pays and reverses at random; a reversal names one of the payments that are live. */
function replay(steps: readonly Step[]): LedgerEntry[] {
  const ledger: LedgerEntry[] = []
  let live: LaborPayment[] = []
  for (const [id, { isReversal, at, day, cents, ...step }] of steps.entries()) {
    const target = live[at % Math.max(1, live.length)]
    if (isReversal && target) {
      reverse(ledger, target.id)
      live = live.filter((each) => each !== target)
      continue
    }
    const paidDate = DAYS[day] ?? ''
    const next: LaborPayment = { ...PAYMENT, ...step, id, paidDate, payable: Money(String(cents)).div('100') }
    pay(ledger, next)
    live.push(next)
  }
  return ledger
}

test('TAX-2 TAX-3: the order of a day decides who bears the tax, and not how much it is', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (steps, order) => {
      const payments = steps.filter(({ isReversal }) => !isReversal)
      const inOrder = replay(payments.toSorted((a, b) => a.day - b.day))
      const shuffled = payments
        .map((step) => ({ step, rank: order.next().value }))
        .toSorted((a, b) => a.step.day - b.step.day || a.rank - b.rank)
        .map(({ step }) => step)
      assert.deepEqual(textOf(sumOfEntries(replay(shuffled))), textOf(sumOfEntries(inOrder)))
    }),
    { numRuns: 400 },
  )
})

test('TAX-3: from net to payable and back is the identity after any history', () => {
  const cents = fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 20_000_000 }))
  const vatBasis = fc.constantFrom('day', 'month')
  fc.assert(
    fc.property(history, cents, vatBasis, (steps, amount, basis) => {
      const ledger = replay(steps)
      const next = { ...PAYMENT, id: 99, vatBasis: basis, paidDate: '2026-11-15' } as const
      const payable = Money(String(amount)).div('100')
      const { net } = settlePayment(ledger, { ...next, payable })
      fc.pre(net.gte('0'))
      const back = payableForNet(ledger, net.toFixed(2), next)
      assert.ok(back)
      assert.equal(settlePayment(ledger, { ...next, payable: back }).net.toFixed(2), net.toFixed(2))
    }),
    { numRuns: 200 },
  )
})
