// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { paymentRoutes as routes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import {
  DEFAULT_TAX_TERMS,
  LISTED_ITEMS,
  ONE_ITEM,
  taxSettingsRoutes,
  type TaxTerms,
} from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'
import {
  MANY_CONNECTIONS,
  startApi,
  type ExpertUser,
  type MainAccount,
  type User,
} from '../../../test/harness.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'
import * as law from '../fees/naive-law.test-model.ts'

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openPaymentWorld(api)
const { manager, executor, rival, payee, agreed, pay } = world

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`
const inCents = (amount: string) => BigInt(amount.replace('.', ''))
const total = (entries: readonly LaborPayment[], of: (entry: LaborPayment) => string) => {
  const sum = entries.reduce((all, entry) => all + inCents(of(entry)), 0n)
  const [digits, sign] = sum < 0n ? [String(-sum), '-'] : [String(sum), '']
  return `${sign}${digits.padStart(3, '0').slice(0, -2)}.${digits.padStart(3, '0').slice(-2)}`
}

const sumsOf = (entries: readonly LaborPayment[]) => ({
  vat: total(entries, ({ vatAmount }) => vatAmount),
  surcharges: total(entries, ({ surchargeAmount }) => surchargeAmount),
  incomeTax: total(entries, ({ incomeTax }) => incomeTax),
})

/** The naive law's view of what is live, under the terms that the entries show. */
function asLaw(entries: readonly LaborPayment[]) {
  const { vat, urban, education, localEducation, incomeTax } = law.assess(
    entries
      .filter(({ isLive }) => isLive)
      .map((entry): law.Paid => ({
        id: entry.entryId,
        day: entry.paidDate,
        cents: inCents(entry.payableAmount),
        form: entry.laborForm,
        county: entry.county,
        isResident: entry.regime !== 'nonResident',
        terms: { ...DEFAULT_TAX_TERMS, ...entry, isPlatform: entry.regime === 'platform' },
        ownRate: null,
        treaty: null,
      })),
  )
  const surcharges = urban + education + localEducation
  return {
    vat: law.textOf(vat),
    surcharges: law.textOf(surcharges),
    incomeTax: law.textOf(incomeTax),
  }
}

/** All entries of the executor at the given meetings. */
async function entriesOf(meetingIds: readonly number[]): Promise<LaborPayment[]> {
  const found: LaborPayment[] = []
  for (const meetingId of meetingIds) {
    const { rows } = await manager.call(routes.list, { query: { meetingId, pageSize: 100 } })
    found.push(...rows)
  }
  return found
}

it('TAX-3: fifty payments of one person that are recorded at once withhold what the law takes in all', async () => {
  const expert = await payee()
  const attendees = []
  for (const [at, meetingId] of (await world.meetings(50)).entries())
    attendees.push(
      await agreed(expert, String(700 + 130 * at), {
        meetingId,
        laborForm: at % 5 === 0 ? 'review' : 'lecture',
      }),
    )
  const replies = await Promise.all(
    attendees.map(({ attendeeId }, at) =>
      executor.attempt(routes.record, { body: { attendeeId, paidDate: day(1 + (at % 7)) } }),
    ),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    attendees.map(() => 200),
  )
  const entries = await entriesOf(attendees.map(({ meetingId }) => meetingId))
  assert.equal(entries.length, 50)
  assert.deepEqual(sumsOf(entries), asLaw(entries))
})

it('TAX-4: of payments and reversals of one fee at the same moment one takes effect', async () => {
  const { attendeeId, meetingId } = await agreed(await payee(), '3000')
  const body = { attendeeId, paidDate: day(5) }
  const paid = await Promise.all([1, 2, 3, 4].map(() => executor.attempt(routes.record, { body })))
  assert.deepEqual(
    paid.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const [entry] = await entriesOf([meetingId])
  assert.ok(entry)
  const reversal = { entryId: entry.entryId, reason: '重复' }
  const reversed = await Promise.all(
    [1, 2, 3, 4].map(() => executor.attempt(routes.reverse, { body: reversal })),
  )
  assert.deepEqual(
    reversed.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const entries = await entriesOf([meetingId])
  assert.deepEqual(sumsOf(entries), { vat: '0.00', surcharges: '0.00', incomeTax: '0.00' })
})

it('TAX-4: a payment that is recorded while its month is filed is in the return or corrects it', async () => {
  const period = '2026-08'
  const attendees = []
  for (let at = 0; at < 6; at++)
    attendees.push(await agreed(await payee(), '3000', { execUserId: rival.userId }))
  const payments = attendees.map(({ attendeeId }, at) =>
    rival.attempt(routes.record, { body: { attendeeId, paidDate: `2026-08-0${at + 1}` } }),
  )
  const [filed, ...replies] = await Promise.all([
    rival.attempt(routes.file, { body: { period } }),
    ...payments,
  ])
  assert.equal(filed.status, 200)
  assert.deepEqual(
    replies.map(({ status }) => status),
    attendees.map(() => 200),
  )
  const { rows } = await rival.call(routes.list, { query: { period, pageSize: 100 } })
  const corrections = rows.filter(({ isCorrection }) => isCorrection)
  const month = await rival.call(routes.month, { query: { period } })
  assert.equal(month.corrections, corrections.length)
  assert.equal(filed.data.payments + corrections.length, 6)
})

it('TAX-3 TAX-7: payments that are recorded while the settings of the payer change are settled by the terms that each was made under', async () => {
  const expert = await payee()
  const attendees = []
  for (const [at, meetingId] of (await world.meetings(24)).entries())
    attendees.push(await agreed(expert, String(900 + 210 * at), { meetingId }))
  const settings = [true, false, true].map((isContinuous, at) => ({
    ...DEFAULT_TAX_TERMS,
    isContinuous,
    validFrom: day(1 + at),
  }))
  const changing = async () => {
    for (const terms of settings) await declare(executor.orgId, terms)
  }
  const [, ...replies] = await Promise.all([
    changing(),
    ...attendees.map(({ attendeeId }, at) =>
      executor.attempt(routes.record, { body: { attendeeId, paidDate: day(1 + (at % 5)) } }),
    ),
  ])
  assert.ok(replies.every(({ status }) => status === 200))
  const entries = await entriesOf(attendees.map(({ meetingId }) => meetingId))
  assert.deepEqual(sumsOf(entries), asLaw(entries))
  await declare(executor.orgId, { ...DEFAULT_TAX_TERMS, validFrom: day(1) })
})

/** Settings that may begin before the last payment, since they correct what was declared. */
async function declare(orgId: number, terms: TaxTerms): Promise<void> {
  const { version } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  await manager.call(taxSettingsRoutes.change, { body: { ...terms, orgId, version, reason: '更正' } })
}

/** A month that has ended, so that it can be filed. */
const FILED = '2026-10'
const DAYS = ['2026-10-30', '2026-10-30', day(1), day(2), day(2), day(15)]
const step = fc.record({
  kind: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'pay', 'reverse', 'settings', 'file'),
  isRival: fc.constantFrom(false, false, true),
  isForeign: fc.constantFrom(false, false, true),
  at: fc.nat(),
  day: fc.constantFrom(...DAYS),
  cents: fc.oneof(fc.integer({ min: 60_000, max: 220_000 }), fc.integer({ min: 60_000, max: 9_000_000 })),
  form: fc.constantFrom(...LABOR_FORMS),
  county: fc.constantFrom('110105', '310101'),
  terms: fc.record({
    place: fc.constantFrom('city', 'town'),
    educationExempt: fc.boolean(),
    isContinuous: fc.constantFrom(true, true, false),
    vatBasis: fc.constantFrom('day', 'day', 'month'),
    isPlatform: fc.constantFrom(false, false, true),
    county: fc.constant(null),
    laborItems: fc.constantFrom(LISTED_ITEMS, ONE_ITEM),
    isCountyApart: fc.boolean(),
  }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function foreigner(): Promise<ExpertUser> {
  const expert = await payee(null)
  const { version } = await expert.call(expertRoutes.me, {})
  const idCardNo = `E${String(expert.expertId).padStart(8, '0')}`
  const facts = { nationality: 'DE', sex: 'female', birthDate: '1980-05-06' } as const
  const body = { version, idType: 'passport', taxResidence: 'nonResident', idCardNo, ...facts } as const
  await expert.call(expertRoutes.updateMe, { body })
  return expert
}

const settingsOf = new Map<number, TaxTerms[]>([
  [executor.orgId, [{ ...DEFAULT_TAX_TERMS, validFrom: day(1) }]],
  [rival.orgId, []],
])
const termsOn = (payer: MainAccount, date: string): Omit<TaxTerms, 'validFrom'> =>
  settingsOf.get(payer.orgId)?.findLast(({ validFrom }) => validFrom <= date) ?? DEFAULT_TAX_TERMS

const withheldIn = (entry: LaborPayment) => ({
  payable: entry.payableAmount,
  vat: entry.vatAmount,
  urban: entry.urbanLevy,
  education: entry.educationLevy,
  localEducation: entry.localEducationLevy,
  own: entry.ownLevy,
  incomeTax: entry.incomeTax,
  net: entry.netAmount,
})

/** A resident and a foreigner who are paid by two payers: the service's ledgers beside those of the law. */
async function openHistory() {
  const experts = { resident: await payee(), foreign: await foreigner() }
  const ledgers = new Map<string, { law: law.Entry[]; live: LaborPayment[] }>()
  let isFiled = (await executor.call(routes.month, { query: { period: FILED } })).filedTime !== null

  async function check(payer: User, entry: LaborPayment, expected: law.Entry): Promise<void> {
    assert.deepEqual(withheldIn(entry), law.inYuan(expected))
    const isCorrection = isFiled && payer === executor && entry.period === FILED
    assert.equal(entry.isCorrection, isCorrection)
    const { lines } = await payer.call(routes.explain, { params: { entryId: entry.entryId } })
    assert.deepEqual(
      lines.slice(1).map(({ settled }) => settled),
      [entry.vatAmount, entry.surchargeAmount, entry.incomeTax, entry.netAmount],
    )
  }

  return async ({ kind, isRival, isForeign, at, day: date, ...given }: Step): Promise<void> => {
    const payer = isRival ? rival : executor
    const key = `${payer.orgId} ${isForeign}`
    const ledger = ledgers.get(key) ?? { law: [], live: [] }
    ledgers.set(key, ledger)
    const target = ledger.live[at % Math.max(1, ledger.live.length)]
    if (kind === 'settings') {
      const terms = { ...given.terms, validFrom: date }
      await declare(payer.orgId, terms)
      settingsOf.get(payer.orgId)?.push(terms)
    } else if (kind === 'file') {
      const { status } = await executor.attempt(routes.file, { body: { period: FILED } })
      isFiled ||= status === 200
    } else if (kind === 'reverse' && target) {
      const body = { entryId: target.entryId, reason: '退回' }
      const reversal = await payer.call(routes.reverse, { body })
      const paid = ledger.law.find(({ paid: each }) => each.id === target.entryId)?.paid
      assert.ok(paid)
      const expected = law.nextEntry(ledger.law, 'reversal', paid)
      await check(payer, reversal, expected)
      ledger.law.push(expected)
      ledger.live = ledger.live.filter((each) => each !== target)
    } else {
      const { cents, form, county } = given
      const entry = await pay(experts[isForeign ? 'foreign' : 'resident'], law.textOf(BigInt(cents)), date, {
        execUserId: payer.userId,
        laborForm: form,
        county,
      })
      const expected = law.nextEntry(ledger.law, 'payment', {
        id: entry.entryId,
        day: date,
        cents: BigInt(cents),
        form,
        county,
        isResident: !isForeign,
        terms: termsOn(payer, date),
        ownRate: null,
        treaty: null,
      })
      await check(payer, entry, expected)
      ledger.law.push(expected)
      ledger.live.push(entry)
    }
  }
}

it('TAX-3 TAX-4 TAX-7 TAX-12 TAX-18: whatever was paid, reversed, filed and declared, each entry is that of the law', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (history) => {
      const apply = await openHistory()
      for (const each of history) await apply(each)
    }),
    { numRuns: often(2, 20), endOnFailure: true },
  )
})
