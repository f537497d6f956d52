import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { LISTED_ITEMS, ONE_ITEM, type TaxTerms } from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'

/** The day on which all histories happen: a November that has ended, and a December. */
export const TODAY = '2026-12-05'
export const PERIODS = ['2026-11', '2026-12'] as const
const PAST_DAYS = ['2026-11-03', '2026-11-03', '2026-11-28', '2026-12-01', TODAY]
const BATCH_DAYS = ['2026-12-01', '2026-12-03', '2026-12-03', TODAY]
export const PRESETS = ['icbc', 'cmb', 'ccb', 'general'] as const
const COUNTIES = ['110105', '310101'] as const

const terms = fc.record<Omit<TaxTerms, 'validFrom'>>({
  place: fc.constantFrom('city', 'city', 'town', 'elsewhere'),
  educationExempt: fc.constantFrom(false, false, true),
  isContinuous: fc.constantFrom(true, true, true, false),
  vatBasis: fc.constantFrom('day', 'day', 'month'),
  isPlatform: fc.constantFrom(false, false, false, false, true),
  county: fc.constantFrom(null, ...COUNTIES),
  laborItems: fc.constantFrom(LISTED_ITEMS, LISTED_ITEMS, ONE_ITEM),
  isCountyApart: fc.constantFrom(true, true, false),
})
export type Terms = Omit<TaxTerms, 'validFrom'>

const fee = fc.record({
  person: fc.constantFrom('zhang', 'zhang', 'smith'),
  cents: fc.oneof(
    fc.integer({ min: 1, max: 220_000 }),
    fc.integer({ min: 1, max: 9_000_000 }),
    fc.constantFrom(80_000, 100_999, 101_000, 400_000),
  ),
  form: fc.constantFrom(...LABOR_FORMS),
})
export type FeeOfStep = typeof fee extends fc.Arbitrary<infer F> ? F : never

/** What the bank says of a line; nothing yet of a silent one. */
const outcome = fc.constantFrom('paid', 'paid', 'paid', 'returned', 'silent')

const step = fc.record({
  kind: fc.constantFrom('batch', 'batch', 'batch', 'hand', 'reverse', 'settings', 'file'),
  payer: fc.constantFrom(0, 0, 1),
  fees: fc.array(fee, { minLength: 1, maxLength: 3 }),
  pastDay: fc.constantFrom(...PAST_DAYS),
  batchDay: fc.constantFrom(...BATCH_DAYS),
  county: fc.constantFrom(undefined, ...COUNTIES),
  at: fc.nat(),
  terms,
  preset: fc.constantFrom(...PRESETS),
  /** An amendment between lock and export: signed, withdrawn, or none. */
  amendment: fc.constantFrom(null, null, null, 'signed', 'withdrawn'),
  outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
  answer: fc.constantFrom('xlsx', 'hidden', 'utf-8', 'utf-8-sig', 'gbk'),
  /** What becomes of the lines that the answer does not name. */
  rest: fc.constantFrom('arrived', 'returned', 'waits'),
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What two payers do, under settings of their own. At least one batch is paid. */
export const history = fc.record({
  terms: fc.tuple(terms, terms),
  steps: fc
    .array(step, { minLength: 3, maxLength: 6 })
    .filter((steps) => steps.some(({ kind }) => kind === 'batch')),
})
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never
