import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeRuleNames } from '@consilium/contract/fees/fee-rule-names.ts'
import fc from 'fast-check'
import { Refusal } from '../../infra/refusal.ts'
import { explainFee, noticeOf } from './fee-explanation.ts'
import { grossOf } from './fee-inverse.ts'
import type { FeeRules } from './fee-rules.ts'
import {
  CORRECTED_VAT_RULES,
  INCOME_TAX_RULES,
  NON_RESIDENT_RULES,
  rulesFor,
  rulesOfVersion,
  VAT_RULES,
} from './fee-rules.ts'
import type { Fee } from './fees.ts'
import { feeOf, incomeTaxOn } from './fees.ts'
import { Money } from './money.ts'
import { rateOn } from './payer-rate.ts'

const DATE = '2026-03-01'
const RULES = rulesFor(DATE)
const VERSION = 'iit-2019-01+vat-2026-01-r3'
const CORRECTED_VERSION = 'iit-2019-01+vat-2026-01'
const MAX_PAYABLE = '9999999.99'
const MAX_CENTS = 999_999_999
const THRESHOLD_CENTS = 101_000
const LARGEST_NET = '6733732.66'

const yuan = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const cents = (amount: string) => Number(amount.replace('.', ''))
const fee = (payable: string) => feeOf({ payable, rules: RULES })
const refusal = (error: string) => (thrown: unknown) => thrown instanceof Refusal && thrown.error === error
const payableCents = fc.integer({ min: 0, max: MAX_CENTS })
const surchargeRates = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((n) => Money(String(n)).div('10000').toFixed()),
  fc.constantFrom('0.06', '0.05', '0.03', '0.035', '0.025', '0.005'),
)

/** A second implementation of the law for comparison: whole cents, every division rounded half up. */
const model = {
  divide: (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor)),
  vat: (payable: number) => (payable < THRESHOLD_CENTS ? 0 : model.divide(payable, 101)),
  surcharge: (vat: number) => [35, 15, 10].reduce((sum, rate) => sum + model.divide(vat * rate, 1000), 0),
  tax(pay: number) {
    const fifths = pay <= 400_000 ? Math.max(0, pay - 80_000) * 5 : pay * 4
    if (fifths <= 5 * 2_000_000) return model.divide(fifths, 25)
    if (fifths <= 5 * 5_000_000) return model.divide(fifths * 3 - 50 * 200_000, 50)
    return model.divide(fifths * 2 - 25 * 700_000, 25)
  },
  net(payable: number) {
    const vat = model.vat(payable)
    return payable - vat - model.surcharge(vat) - model.tax(payable - vat)
  },
}

test('ATT-2: income tax on labor pay excluding VAT, at every limit of its table', () => {
  const cases = [
    ['0', '0.00'],
    ['799.99', '0.00'],
    ['800', '0.00'],
    ['800.01', '0.00'],
    ['800.02', '0.00'],
    ['800.03', '0.01'],
    ['999.99', '40.00'],
    ['1000', '40.00'],
    ['3999.99', '640.00'],
    ['4000', '640.00'],
    ['4000.01', '640.00'],
    ['4000.04', '640.01'],
    ['5000', '800.00'],
    ['24999.99', '4000.00'],
    ['25000', '4000.00'],
    ['25000.01', '4000.00'],
    ['25000.03', '4000.01'],
    ['30000', '5200.00'],
    ['62499.99', '13000.00'],
    ['62500', '13000.00'],
    ['62500.01', '13000.00'],
    ['62500.02', '13000.01'],
    ['100000', '25000.00'],
  ] as const
  for (const [pay, tax] of cases) assert.equal(incomeTaxOn(pay, RULES.incomeTax), tax, `tax on ${pay}`)
})

test('ATT-2: a fee from its payable amount to the net', () => {
  const cases = [
    ['0', '0.00', '0.00', '0.00', '0.00'],
    ['0.01', '0.00', '0.00', '0.00', '0.01'],
    ['799.99', '0.00', '0.00', '0.00', '799.99'],
    ['800', '0.00', '0.00', '0.00', '800.00'],
    ['800.01', '0.00', '0.00', '0.00', '800.01'],
    ['999.99', '0.00', '0.00', '40.00', '959.99'],
    ['1000', '0.00', '0.00', '40.00', '960.00'],
    ['1006.25', '0.00', '0.00', '41.25', '965.00'],
    ['1009.99', '0.00', '0.00', '42.00', '967.99'],
    ['1010', '10.00', '0.60', '40.00', '959.40'],
    ['4000', '39.60', '2.38', '632.08', '3325.94'],
    ['4040', '40.00', '2.40', '640.00', '3357.60'],
    ['5000', '49.50', '2.97', '792.08', '4155.45'],
    ['25250', '250.00', '15.00', '4000.00', '20985.00'],
    ['30000', '297.03', '17.83', '5128.71', '24556.43'],
    ['63125', '625.00', '37.51', '13000.00', '49462.49'],
    ['100000', '990.10', '59.40', '24683.17', '74267.33'],
    [MAX_PAYABLE, '99009.90', '5940.60', '3161316.83', LARGEST_NET],
  ] as const
  for (const [payable, vatAmount, surchargeAmount, incomeTax, netAmount] of cases) {
    const payableAmount = Money(payable).toFixed(2)
    const amounts = { payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount }
    assert.deepEqual(fee(payable), { ...amounts, surchargeRate: '0.06', feeRuleVersion: VERSION })
  }
})

test('ATT-2: an organization can have its own surcharge rate', () => {
  const own = feeOf({ payable: '5000', date: DATE, surchargeRate: '0.035' })
  assert.deepEqual([own.surchargeAmount, own.surchargeRate, own.netAmount], ['1.73', '0.035', '4156.69'])
  const none = feeOf({ payable: '5000', date: DATE, surchargeRate: '0' })
  assert.deepEqual([none.vatAmount, none.surchargeAmount, none.netAmount], ['49.50', '0.00', '4158.42'])
})

test('SVC-5: a fee is computed with the rules of its day, and a day without rules is refused', () => {
  for (const date of ['2026-01-01', '2027-12-31']) assert.equal(rulesFor(date).version, VERSION)
  for (const date of ['2018-12-31', '2025-12-31', '2028-01-01']) {
    assert.throws(() => rulesFor(date), refusal('FEE_RULE_MISSING'))
    assert.throws(() => feeOf({ payable: '5000', date }), refusal('FEE_RULE_MISSING'))
    assert.throws(() => grossOf({ net: '5000', date }), refusal('FEE_RULE_MISSING'))
  }
  for (const date of ['', '2026-3-1', '2026-02-30', '2026-13-01', '2027-12-31 10:00:00']) {
    assert.throws(() => rulesFor(date), RangeError)
  }
})

test('SVC-5: the rules of a stored fee are found by their version', () => {
  assert.deepEqual(rulesOfVersion(fee('5000').feeRuleVersion), RULES)
  for (const version of [
    '',
    'iit-2019-01',
    'vat-2026-01+iit-2019-01',
    `${VERSION}+`,
    'iit-2019-01+vat-1994-01',
  ]) {
    assert.throws(() => rulesOfVersion(version), RangeError)
  }
})

test('SVC-5: rules of one kind have distinct ids and never overlap in time', () => {
  for (const rules of [INCOME_TAX_RULES, VAT_RULES]) {
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length)
    for (const [at, rule] of rules.entries()) {
      const next = rules[at + 1]
      assert.ok(!rule.id.includes('+'))
      assert.ok(rule.to === null || rule.from <= rule.to)
      assert.ok(!next || (rule.to !== null && rule.to < next.from))
    }
  }
})

test('SVC-5: every rule has a name, in both languages, with the month since which it is in force', () => {
  const codes = [...INCOME_TAX_RULES, ...NON_RESIDENT_RULES, ...VAT_RULES, ...CORRECTED_VAT_RULES]
  for (const { id, from } of codes) {
    const [zh, en] = [feeRuleNames(id, 'zh-CN').join(''), feeRuleNames(id, 'en').join('')]
    const [year, month] = from.split('-').map(Number)
    assert.ok(zh.includes(`${year}年${month}月起`), zh)
    assert.ok(en.includes(`since January ${year}`), en)
    assert.ok(!en.includes(id) && !zh.includes(id), id)
  }
  assert.deepEqual(feeRuleNames(VERSION, 'zh-CN'), [
    '居民劳务报酬个人所得税（2019年1月起）',
    '增值税及附加（2026年1月起，第3版）',
  ])
  assert.equal(
    new Set(codes.map(({ id }) => feeRuleNames(id, 'en').join(''))).size,
    codes.length,
    'names tell the rules apart',
  )
})

test('SVC-5: amounts and rates out of range throw', () => {
  for (const wrong of [
    '',
    '-1',
    '+1',
    '1.',
    '.5',
    '1.005',
    '1e3',
    ' 1',
    '1,000',
    '10000000',
    '9999999.991',
    'NaN',
  ]) {
    assert.throws(() => fee(wrong), RangeError, `payable ${wrong}`)
    assert.throws(() => grossOf({ net: wrong, rules: RULES }), RangeError, `net ${wrong}`)
  }
  for (const surchargeRate of ['', '-0.01', '1.0001', '6', '0.06001', '6%']) {
    assert.throws(() => feeOf({ payable: '5000', rules: RULES, surchargeRate }), RangeError)
  }
})

test('ATT-2: the parts add up to the payable amount, each with two decimals', () => {
  fc.assert(
    fc.property(payableCents, surchargeRates, (payable, surchargeRate) => {
      const { vatAmount, surchargeAmount, incomeTax, netAmount, payableAmount } = feeOf({
        payable: yuan(payable),
        rules: RULES,
        surchargeRate,
      })
      const parts = [vatAmount, surchargeAmount, incomeTax, netAmount]
      for (const amount of [payableAmount, ...parts]) assert.match(amount, /^\d+\.\d\d$/)
      assert.equal(
        parts.reduce((sum, part) => sum + cents(part), 0),
        payable,
      )
      assert.equal(payableAmount, yuan(payable))
    }),
    { numRuns: 500 },
  )
})

test('ATT-2: fees agree with whole-cent arithmetic', () => {
  const anywhere = fc.oneof(payableCents, fc.integer({ min: 0, max: 7_000_000 }))
  fc.assert(
    fc.property(anywhere, (payable) => {
      const { vatAmount, surchargeAmount, incomeTax, netAmount } = fee(yuan(payable))
      const vat = model.vat(payable)
      const expected = [vat, model.surcharge(vat), model.tax(payable - vat), model.net(payable)]
      assert.deepEqual([vatAmount, surchargeAmount, incomeTax, netAmount].map(cents), expected)
    }),
    { numRuns: 2000 },
  )
})

/** The change of the net for one more cent of payable, in cents. */
function step(payable: number, surchargeRate: string) {
  const at = feeOf({ payable: yuan(payable), rules: RULES, surchargeRate })
  const next = feeOf({ payable: yuan(payable + 1), rules: RULES, surchargeRate })
  const change = (name: 'vatAmount' | 'surchargeAmount' | 'netAmount') => cents(next[name]) - cents(at[name])
  return { vat: change('vatAmount'), surcharge: change('surchargeAmount'), net: change('netAmount') }
}

test('ATT-2 TAX-5: one more cent lowers the net only where VAT and levies round up together', () => {
  const beforeThreshold = THRESHOLD_CENTS - 1
  const elsewhere = fc.oneof(payableCents, fc.integer({ min: 0, max: 110_000 })).filter((payable) => {
    return payable !== beforeThreshold && payable !== MAX_CENTS
  })
  fc.assert(
    fc.property(elsewhere, surchargeRates, (payable, surchargeRate) => {
      const { vat, surcharge, net } = step(payable, surchargeRate)
      if (vat === 1 && surcharge >= 1) assert.ok(net === -surcharge || net === 1 - surcharge)
      else assert.ok(net === 0 || net === 1)
    }),
    { numRuns: 2000 },
  )
  assert.deepEqual(step(beforeThreshold, '0.06'), { vat: 1000, surcharge: 60, net: -859 })
})

test('ATT-2: from the net back to the payable amount, at any surcharge rate', () => {
  fc.assert(
    fc.property(payableCents, surchargeRates, (payable, surchargeRate) => {
      const there = feeOf({ payable: yuan(payable), rules: RULES, surchargeRate })
      const back = grossOf({ net: there.netAmount, rules: RULES, surchargeRate })
      assert.equal(back.netAmount, there.netAmount)
      assert.ok(cents(back.payableAmount) <= payable)
      assert.deepEqual(feeOf({ payable: back.payableAmount, rules: RULES, surchargeRate }), back)
    }),
    { numRuns: 500 },
  )
})

test('ATT-2: of several payable amounts for one net, the smallest is taken', () => {
  const payableOf = (net: string) => grossOf({ net, date: DATE }).payableAmount
  assert.equal(payableOf('0'), '0.00')
  assert.equal(payableOf('800'), '800.00')
  assert.equal(fee('1010').netAmount, '959.40')
  assert.equal(payableOf('959.40'), '999.25')
  assert.equal(payableOf('960'), '1000.00')
  assert.equal(payableOf('967.99'), '1009.99')
  assert.equal(payableOf('968'), '1020.86')
  assert.equal(payableOf('4155.45'), '5000.00')
  assert.equal(payableOf(LARGEST_NET), MAX_PAYABLE)
})

test('ATT-2: a net above that of the largest payable amount is refused, and the largest is named', () => {
  const beyond = yuan(cents(LARGEST_NET) + 1)
  assert.throws(
    () => grossOf({ net: beyond, rules: RULES }),
    (thrown: unknown) => {
      assert.ok(refusal('FEE_NET_UNREACHABLE')(thrown))
      assert.deepEqual((thrown as Refusal).params, { net: beyond, largest: LARGEST_NET })
      return true
    },
  )
})

test('ATT-2: every net from 0.01 to 200,000.00 is reached, and the inverse finds its smallest payable', () => {
  const border = (net: number) =>
    [95_940, 96_799, 335_760, 2_098_500, 4_946_250].some((at) => Math.abs(at - net) < 40)
  let reached = 0
  for (let payable = 1; reached < 20_000_000; payable++) {
    const net = model.net(payable)
    if (net <= reached) continue
    assert.equal(net, reached + 1, `no payable up to ${payable} nets ${reached + 1}`)
    reached = net
    const sampled = net % 9973 === 0 || (net <= 5_000_000 && net % 4999 === 0) || border(net)
    if (sampled) assert.equal(grossOf({ net: yuan(net), rules: RULES }).payableAmount, yuan(payable))
  }
})

test('COR-5 TAX-1: nothing below 1,010.00 payable owes VAT, and the inverse is exact at every net around it', () => {
  const surchargeRate = fc.constantFrom('0', '0.035', '0.06', '1')
  fc.assert(
    fc.property(fc.integer({ min: 99_000, max: 103_000 }), surchargeRate, (payable, rate) => {
      const { vatAmount } = feeOf({ payable: yuan(payable), rules: RULES, surchargeRate: rate })
      assert.equal(cents(vatAmount), payable < 101_000 ? 0 : model.divide(payable, 101))
    }),
    { numRuns: 1000 },
  )
  const smallest = new Map<number, number>()
  for (let payable = 90_000; payable <= 120_000; payable++) {
    const net = model.net(payable)
    if (!smallest.has(net)) smallest.set(net, payable)
  }
  for (let net = 90_000; net <= 100_000; net++) {
    const back = grossOf({ net: yuan(net), rules: RULES })
    assert.deepEqual([back.netAmount, cents(back.payableAmount)], [yuan(net), smallest.get(net)])
  }
  assert.equal(grossOf({ net: '965.00', date: DATE }).payableAmount, '1006.25')
})

test('TAX-5: each levy is rounded by itself, by the place of the payer and its exemption', () => {
  const surchargeOf = (payable: string, surchargeRate?: string) =>
    feeOf({ payable, date: DATE, surchargeRate }).surchargeAmount
  assert.equal(surchargeOf('1018.59'), '0.60')
  const cases = [
    ['0.06', '17.83'],
    ['0.05', '14.86'],
    ['0.03', '8.92'],
    ['0.035', '10.40'],
    ['0.025', '7.43'],
    ['0.005', '1.49'],
    ['0.12', '35.64'],
  ] as const
  for (const [rate, amount] of cases) assert.equal(surchargeOf('30000', rate), amount, rate)
  const labels = (surchargeRate: string) =>
    explainFee(feeOf({ payable: '30000', date: DATE, surchargeRate }), 'zh-CN')
      .slice(2, -4)
      .map(({ label, amount }) => [label, amount])
  assert.deepEqual(labels('0.05'), [
    ['城市维护建设税', '7.43'],
    ['教育费附加', '4.46'],
    ['地方教育附加', '2.97'],
    ['附加税费', '14.86'],
  ])
  assert.deepEqual(labels('0.035'), [
    ['城市维护建设税', '10.40'],
    ['附加税费', '10.40'],
  ])
  assert.deepEqual(labels('0.12'), [['附加税费', '35.64']])
})

test('TAX-5: the rate of a payer by each place, with and without the education levies, unless it has its own', () => {
  const rateIn = (place: 'city' | 'town' | 'elsewhere', educationExempt: boolean) =>
    rateOn({ place, educationExempt, surchargeRate: null, validFrom: '2026-01-01' }, DATE)
  assert.deepEqual([rateIn('city', false), rateIn('city', true)], ['0.06', '0.035'])
  assert.deepEqual([rateIn('town', false), rateIn('town', true)], ['0.05', '0.025'])
  assert.deepEqual([rateIn('elsewhere', false), rateIn('elsewhere', true)], ['0.03', '0.005'])
  const terms = { place: 'town', educationExempt: true } as const
  assert.equal(rateOn({ ...terms, surchargeRate: '0.12', validFrom: '2026-01-01' }, DATE), '0.12')
  assert.equal(rateOn({ ...terms, surchargeRate: null, validFrom: null }, DATE), '0.06')
})

test('TAX-5: a fee computed before levies were rounded one by one keeps its amounts, and says so', () => {
  const before = feeOf({ payable: '30000', rules: rulesOfVersion('iit-2019-01+vat-2026-01-r2') })
  assert.deepEqual([before.surchargeAmount, before.netAmount], ['17.82', '24556.44'])
  assert.match(noticeOf(before, 'zh-CN') ?? '', /分别取整/)
  assert.match(noticeOf(before, 'en') ?? '', /rounded/)
})

test('COR-5: a fee computed before the correction keeps its amounts, and says so', () => {
  const rules = rulesOfVersion(CORRECTED_VERSION)
  const before = feeOf({ payable: '1000', rules })
  const { vatAmount, surchargeAmount, incomeTax, netAmount } = before
  assert.deepEqual([vatAmount, surchargeAmount, incomeTax, netAmount], ['9.90', '0.59', '38.02', '951.49'])
  assert.equal(explainFee(before, 'zh-CN')[1]?.formula, '1000.00 ÷ (1 + 1%) × 1%')
  const small = feeOf({ payable: '500', rules })
  assert.equal(explainFee(small, 'en')[1]?.formula, 'none: 500.00 is below 1000 per payment')
  assert.equal(grossOf({ net: '951.49', rules }).payableAmount, '989.36')
  assert.match(noticeOf(before, 'en') ?? '', /corrected/)
  assert.match(noticeOf(before, 'zh-CN') ?? '', /更正/)
  assert.equal(noticeOf(fee('1000'), 'en'), null)
})

const OTHER_RULES: FeeRules = {
  version: 'other',
  incomeTax: {
    ...RULES.incomeTax,
    deduction: { fixed: '500', fixedUpTo: '2000', shareAbove: '0.25' },
    brackets: [
      { upTo: '1000', rate: '0.1', quickDeduction: '0' },
      { upTo: '9000', rate: '0.25', quickDeduction: '150' },
      { upTo: null, rate: '0.45', quickDeduction: '1950' },
    ],
  },
  vat: { ...RULES.vat, threshold: '1500', rate: '0.03' },
}

test('SVC-5: from payable to net, and from net to payable, all numbers come from the rules', () => {
  const other = feeOf({ payable: '2060', rules: OTHER_RULES, surchargeRate: '0.1' })
  assert.deepEqual(
    [other.vatAmount, other.surchargeAmount, other.incomeTax, other.netAmount],
    ['60.00', '6.00', '225.00', '1769.00'],
  )
  assert.equal(feeOf({ payable: '1544.99', rules: OTHER_RULES }).vatAmount, '0.00')
  assert.equal(feeOf({ payable: '1545', rules: OTHER_RULES }).vatAmount, '45.00')
  for (let net = 1; net < 3_000_000; net += net < 200_000 ? 997 : 9973) {
    assert.equal(grossOf({ net: yuan(net), rules: OTHER_RULES }).netAmount, yuan(net))
  }
})

/** Evaluates a formula from left to right, brackets first. */
function valueOf(formula: string): string {
  const flat = formula.replace(/\(([^)]+)\)/g, (_, inner: string) => valueOf(inner))
  const [first = '', ...rest] = flat.split(' ')
  const number = (token: string) =>
    token.endsWith('%') ? Money(token.slice(0, -1)).div('100') : Money(token)
  let value = number(first)
  for (let at = 0; at < rest.length; at += 2) {
    const operand = number(rest[at + 1] ?? '')
    if (rest[at] === '×') value = value.times(operand)
    else if (rest[at] === '÷') value = value.div(operand)
    else value = rest[at] === '+' ? value.plus(operand) : value.minus(operand)
  }
  return value.toFixed()
}

test('ATT-2: an explanation names each step of a fee in both languages', () => {
  const rows = (of: Fee, language: 'zh-CN' | 'en') =>
    explainFee(of, language).map((line) => [line.label, line.formula, line.amount])
  assert.deepEqual(rows(fee('80000'), 'zh-CN'), [
    ['应付金额', '约定的劳务费', '80000.00'],
    ['增值税', '80000.00 ÷ (1 + 1%) × 1%', '792.08'],
    ['城市维护建设税', '792.08 × 3.5%', '27.72'],
    ['教育费附加', '792.08 × 1.5%', '11.88'],
    ['地方教育附加', '792.08 × 1%', '7.92'],
    ['附加税费', '27.72 + 11.88 + 7.92', '47.52'],
    ['不含增值税收入', '80000.00 − 792.08', '79207.92'],
    ['应纳税所得额', '79207.92 × (1 − 20%)', '63366.336'],
    ['个人所得税', '63366.336 × 40% − 7000', '18346.53'],
    ['实付金额', '80000.00 − 792.08 − 47.52 − 18346.53', '60813.87'],
  ])
  assert.deepEqual(rows(fee('500'), 'en'), [
    ['Payable amount', 'the agreed labor fee', '500.00'],
    ['Value-added tax', 'none: 500.00 ÷ (1 + 1%) = 495.05 without VAT, below 1000 per payment', '0.00'],
    ['Urban maintenance and construction tax', '0.00 × 3.5%', '0.00'],
    ['Education surcharge', '0.00 × 1.5%', '0.00'],
    ['Local education surcharge', '0.00 × 1%', '0.00'],
    ['Surcharges', '0.00 + 0.00 + 0.00', '0.00'],
    ['Pay excluding VAT', '500.00 − 0.00', '500.00'],
    ['Taxable income', 'none: 500.00 is within the deduction of 800', '0.00'],
    ['Individual income tax', '0.00 × 20%', '0.00'],
    ['Net paid amount', '500.00 − 0.00 − 0.00 − 0.00', '500.00'],
  ])
  assert.equal(rows(fee('4040'), 'en')[7]?.[1], '4000.00 − 800', 'the last pay with the fixed deduction')
  assert.equal(rows(fee('25250'), 'en')[8]?.[1], '20000.00 × 20%', 'the last income of its bracket')
  assert.throws(() => explainFee({ ...fee('500'), feeRuleVersion: 'gone' }, 'en'), RangeError)
})

test('ATT-2: each formula of an explanation gives the amount beside it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000 }), surchargeRates, (payable, surchargeRate) => {
      const explained = feeOf({ payable: yuan(payable), rules: RULES, surchargeRate })
      const lines = explainFee(explained, 'en')
      for (const { formula, amount } of lines.filter((line) => /^\d/.test(line.formula))) {
        const decimals = amount.split('.')[1]?.length ?? 0
        assert.equal(Money(valueOf(formula)).toFixed(decimals), amount, formula)
      }
      const amounts = lines.map(({ amount }) => amount)
      const { payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount } = explained
      assert.deepEqual(amounts.slice(0, 2), [payableAmount, vatAmount])
      assert.equal(amounts.at(-5), surchargeAmount)
      assert.deepEqual(amounts.slice(-2), [incomeTax, netAmount])
      const inChinese = explainFee(explained, 'zh-CN')
      assert.deepEqual(
        inChinese.map(({ amount }) => amount),
        amounts,
      )
    }),
    { numRuns: 300 },
  )
})
