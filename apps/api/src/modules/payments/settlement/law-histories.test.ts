import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { LISTED_ITEMS, ONE_ITEM, type TaxTerms } from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'
import * as law from '../../fees/naive-law.test-model.ts'
import {
  computeFee,
  livePayments,
  Money,
  settlePayment,
  settleReversal,
  type LaborPayment,
  type LedgerEntry,
  type WithheldAmounts,
} from '../../fees/service.ts'
import type { ExportedEntry } from '../tax-exports/export-repository.ts'
import { amountsOf } from '../ledger.ts'
import { termsOf } from '../recording.ts'
import { explainSettlement } from './settlement-explanation.ts'
import { withholdingRows } from '../tax-exports/tax-rows.ts'

type Terms = Omit<TaxTerms, 'validFrom'>
type Settings = Terms & { from: string; ownRate: string | null }

const DAYS = [
  '2026-09-30',
  '2026-11-01',
  '2026-11-02',
  '2026-11-02',
  '2026-11-15',
  '2026-11-30',
  '2026-12-01',
]
const RESIDENCE = { zhang: true, smith: false } as const
const TREATIES = { '0': 0n, '0.05': 500n, '0.1234': 1234n } as const
const MIXED = { ...LISTED_ITEMS, chair: 'lecture', consulting: 'other' } as const

const terms = fc.record<Terms>({
  place: fc.constantFrom('city', 'city', 'town', 'elsewhere'),
  educationExempt: fc.constantFrom(false, false, true),
  isContinuous: fc.constantFrom(true, true, true, false),
  vatBasis: fc.constantFrom('day', 'day', 'month'),
  isPlatform: fc.constantFrom(false, false, false, true),
  county: fc.constantFrom(null, '110105'),
  laborItems: fc.constantFrom(LISTED_ITEMS, LISTED_ITEMS, ONE_ITEM, MIXED),
  isCountyApart: fc.constantFrom(true, true, false),
})
const step = fc.record({
  kind: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'reverse', 'settings'),
  payer: fc.constantFrom('A', 'A', 'B'),
  person: fc.constantFrom('zhang', 'zhang', 'smith'),
  day: fc.constantFrom(...DAYS),
  cents: fc.oneof(
    fc.integer({ min: 1, max: 220_000 }),
    fc.integer({ min: 1, max: 9_000_000 }),
    fc.constantFrom(80_000, 100_999, 101_000, 400_000, 10_100_000, 10_100_001),
  ),
  form: fc.constantFrom(...LABOR_FORMS),
  county: fc.constantFrom(undefined, '110105', '310101'),
  at: fc.nat(),
  terms,
  ownRate: fc.constantFrom(null, null, null, '0.12'),
  treaty: fc.constantFrom(null, null, '0', '0.05', '0.1234'),
})
const start = fc.record({ A: terms, B: terms })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Start = typeof start extends fc.Arbitrary<infer S> ? S : never

/** The latest of the settings that have begun, as the service finds them by a query. */
const settingsOn = (all: readonly Settings[], day: string) => all.findLast(({ from }) => from <= day)

/** The service and the law side by side: the ledger of each payer and person, kept by both. */
class Books {
  readonly #settings: Record<string, Settings[]>
  readonly #ledgers = new Map<string, { own: LedgerEntry[]; law: law.Entry[] }>()

  constructor(first: Start) {
    const begun = (each: Terms): Settings[] => [{ ...each, from: '2026-01-01', ownRate: null }]
    this.#settings = { A: begun(first.A), B: begun(first.B) }
  }

  ledgers() {
    return [...this.#ledgers.entries()]
  }

  ledgerOf({ payer, person }: Pick<Step, 'payer' | 'person'>) {
    const key = `${payer} ${person}`
    const found = this.#ledgers.get(key) ?? { own: [], law: [] }
    this.#ledgers.set(key, found)
    return found
  }

  declare({ payer, day, terms: declared, ownRate }: Step): void {
    this.#settings[payer]?.push({ ...declared, from: day, ownRate })
  }

  /** The same payment as the service and as the law take it. */
  payment(
    id: number,
    { payer, person, day, cents, form, county, treaty }: Step,
  ): { own: LaborPayment; law: law.Paid } {
    const settings = settingsOn(this.#settings[payer] ?? [], day)
    assert.ok(settings)
    const { ownRate, from, ...declared } = settings
    const isResident = RESIDENCE[person]
    const organization = { orgId: 1, orgName: payer, orgType: 'executor', mainUserId: 1 } as const
    const own = termsOf({ ...organization, ...declared, surchargeRate: ownRate, validFrom: from }, day, {
      laborForm: form,
      county,
      isResident,
      treatyRate: treaty,
    })
    return {
      own: { ...own, id, paidDate: day, payable: Money(law.textOf(BigInt(cents))) },
      law: {
        id,
        day,
        cents: BigInt(cents),
        form,
        county: county ?? declared.county ?? '',
        isResident,
        terms: declared,
        ownRate: ownRate === null ? null : 1200n,
        treaty: treaty === null ? null : TREATIES[treaty],
      },
    }
  }
}

const inYuan = ({ payable, vat, levies, incomeTax, net }: WithheldAmounts) => ({
  payable: payable.toFixed(2),
  vat: vat.toFixed(2),
  urban: levies.urban.toFixed(2),
  education: levies.education.toFixed(2),
  localEducation: levies.localEducation.toFixed(2),
  own: levies.own.toFixed(2),
  incomeTax: incomeTax.toFixed(2),
  net: net.toFixed(2),
})

/** The estimate under the terms of the payment itself, or of another payer, day or residence. */
function estimateOf({ own }: { own: LaborPayment }, { at, terms: other }: Step) {
  const isOther = at % 3 === 0
  const fee = computeFee({
    payable: own.payable.toFixed(2),
    date: own.paidDate,
    surchargeRate: isOther ? (['0.05', '0.035', '0.12'][at % 2] ?? null) : own.surchargeRate,
    residence: (own.regime === 'nonResident') !== (at % 5 === 0) ? 'nonResident' : 'resident',
    vatBasis: isOther ? other.vatBasis : own.vatBasis,
  })
  const { vatAmount: vat, surchargeAmount: surcharge, incomeTax, netAmount: net, feeRuleVersion } = fee
  return { vat, surcharge, incomeTax, net, ruleVersion: feeRuleVersion }
}

const NOTHING = { 'zh-CN': '与协议估算一致', en: 'As the agreement estimated' }
const IS_SUM = { 'zh-CN': /：合计应扣 /, en: / due in all, .* withheld before$/ }

/** Whenever an amount is not the estimated one, something besides sums says why, in both languages. */
function checkReasons(before: readonly LedgerEntry[], entry: LedgerEntry, given: Step): void {
  const { payment, withheld, kind } = entry
  const isReversal = kind === 'reversal'
  const live = livePayments(before)
  const after = isReversal ? live.filter(({ id }) => id !== payment.id) : [...live, payment]
  const estimate = estimateOf({ own: payment }, given)
  const settled = { before, after, payment, withheld, estimate, isReversal }
  for (const language of ['zh-CN', 'en'] as const) {
    const { lines, reasons } = explainSettlement(settled, language)
    if (lines.every(({ difference }) => Number(difference) === 0)) continue
    assert.ok(!reasons.includes(NOTHING[language]))
    assert.ok(
      reasons.some((reason) => !IS_SUM[language].test(reason)),
      JSON.stringify({ lines, reasons }),
    )
  }
}

/** The entries of a ledger as the withholding file reads them. */
const exported = (ledger: readonly LedgerEntry[], person: string): ExportedEntry[] =>
  ledger.map(({ kind, payment, withheld }, at): ExportedEntry => ({
    ...payment,
    ...amountsOf(withheld),
    entryId: kind === 'payment' ? payment.id : 1000 + at,
    kind,
    paymentId: kind === 'payment' ? null : payment.id,
    isLive:
      kind === 'payment' &&
      !ledger.some((other) => other.kind === 'reversal' && other.payment.id === payment.id),
    attendeeId: 1,
    expertId: 1,
    phone: '13800000000',
    personHash: Buffer.from(person),
    personName: person,
    idType: 'residentCard',
    idNumberCipher: null,
    profileIdType: 'residentCard',
    profileIdCardCipher: null,
    nationalityCipher: null,
    sexCipher: null,
    birthDateCipher: null,
    taxItem: payment.taxItem as ExportedEntry['taxItem'],
  }))

const centsOf = (amount: string) => BigInt(amount.replace('.', ''))

/** The rows of each month add up to the ledger, and there is one for each income that is taxed by itself. */
function checkSheets(key: string, { own, law: expected }: { own: LedgerEntry[]; law: law.Entry[] }): void {
  const reversed = new Set(expected.filter(({ kind }) => kind === 'reversal').map(({ paid }) => paid.id))
  for (const month of new Set(expected.map(({ paid }) => paid.day.slice(0, 7)))) {
    const entries = expected.filter(({ paid }) => paid.day.startsWith(month))
    const rows = withholdingRows(
      exported(
        own.filter(({ payment }) => payment.paidDate.startsWith(month)),
        key,
      ),
    )
    const sum = rows.reduce((total, { income }) => total + centsOf(income), 0n)
    const ofLedger = entries.reduce(
      (total, { kind, paid, amounts }) =>
        total + (kind === 'payment' ? paid.cents : -paid.cents) - amounts.vat,
      0n,
    )
    assert.equal(law.textOf(sum), law.textOf(ofLedger))
    const live = entries.filter(({ kind, paid }) => kind === 'payment' && !reversed.has(paid.id))
    const paid = live.map((entry) => entry.paid)
    assert.equal(rows.length, law.countIncomes(paid))
    const reliefs = rows.flatMap(({ relief }) => (relief === null ? [] : [centsOf(relief)]))
    const relief = reliefs.length === 0 ? null : reliefs.reduce((total, each) => total + each, 0n)
    assert.equal(relief, law.reliefOf(paid))
  }
}

test('TAX-12 TAX-14 TAX-16 TAX-18: in 600 random histories each entry, its reasons and the sheets are those of the law', () => {
  fc.assert(
    fc.property(start, fc.array(step, { minLength: 4, maxLength: 14 }), (first, steps) => {
      const books = new Books(first)
      for (const [id, each] of steps.entries()) {
        if (each.kind === 'settings') {
          books.declare(each)
          continue
        }
        const ledger = books.ledgerOf(each)
        const live = livePayments(ledger.own)
        const target = live[each.at % Math.max(1, live.length)]
        const paidBefore = target && ledger.law.find(({ paid }) => paid.id === target.id)
        const isReversal = each.kind === 'reverse' && target !== undefined && paidBefore !== undefined
        const next = isReversal ? { own: target, law: paidBefore.paid } : books.payment(id, each)
        const kind = isReversal ? 'reversal' : 'payment'
        const withheld = isReversal
          ? settleReversal(ledger.own, target.id)
          : settlePayment(ledger.own, next.own)
        const expected = law.nextEntry(ledger.law, kind, next.law)
        assert.deepEqual(inYuan(withheld), law.inYuan(expected))
        const entry: LedgerEntry = { kind, payment: next.own, withheld }
        checkReasons(ledger.own, entry, each)
        ledger.own.push(entry)
        ledger.law.push(expected)
      }
      for (const [key, ledger] of books.ledgers()) checkSheets(key, ledger)
    }),
    { numRuns: 600, endOnFailure: true },
  )
})

test('TAX-12: the second implementation of the law imports nothing of the product but types of the wire', () => {
  const source = readFileSync(new URL('../../fees/naive-law.test-model.ts', import.meta.url), 'utf8')
  const imports = source.match(/^(?:import|export).* from .*$|\bimport\(.*$/gm)
  assert.deepEqual(imports, [
    "import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'",
    "import type { TaxTerms } from '@consilium/contract/organizations/tax-settings.ts'",
  ])
})
