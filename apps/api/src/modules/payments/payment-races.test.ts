// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { LABOR_FORMS, type LaborForm } from '@consilium/contract/labor-forms.ts'
import { paymentRoutes as routes, type LaborPayment } from '@consilium/contract/payments.ts'
import { taxSettingsRoutes } from '@consilium/contract/tax-settings.ts'
import fc from 'fast-check'
import { startApi } from '../../../test/harness.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'
import type { LaborPayment as Payment } from '../fees/assessment.ts'
import { Money } from '../fees/money.ts'
import * as law from '../fees/naive-law.test-model.ts'

const api = await startApi({ clock: seasonClock })
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

/** The naive law's view of what is live. */
const asLaw = (entries: readonly LaborPayment[]) =>
  law.assess(
    entries
      .filter(({ isLive }) => isLive)
      .map((entry): Payment => ({
        id: entry.entryId,
        paidDate: entry.paidDate,
        payable: Money(entry.payableAmount),
        laborItem: entry.laborForm,
        county: entry.county,
        isContinuous: entry.isContinuous,
        regime: entry.regime,
        vatBasis: entry.vatBasis,
        surchargeRate: '0.06',
      })),
  )

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
  for (let at = 0; at < 50; at++)
    attendees.push(
      await agreed(expert, String(700 + 130 * at), { laborForm: at % 5 === 0 ? 'review' : 'lecture' }),
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
  for (let at = 0; at < 24; at++) attendees.push(await agreed(expert, String(900 + 210 * at)))
  const usual = { kind: 'settings', at: 0, cents: 0, laborForm: 'lecture', county: '110105' } as const
  const settings: Step[] = [true, false, true].map((isContinuous, at) => ({
    ...usual,
    isPlatform: false,
    isContinuous,
    day: 1 + at,
  }))
  const changing = async () => {
    for (const step of settings) await changeSettings(step)
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
  await changeSettings({ ...settings[0]!, isContinuous: true, day: 1 })
})

interface Step {
  kind: 'pay' | 'reverse' | 'settings'
  at: number
  day: number
  cents: number
  laborForm: LaborForm
  county: string
  isContinuous: boolean
  isPlatform: boolean
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'reverse', 'settings'),
    at: fc.nat(),
    day: fc.integer({ min: 1, max: 4 }),
    cents: fc.oneof(fc.integer({ min: 60_000, max: 220_000 }), fc.integer({ min: 60_000, max: 9_000_000 })),
    laborForm: fc.constantFrom(...LABOR_FORMS.slice(0, 2)),
    county: fc.constantFrom('110105', '310101'),
    isContinuous: fc.boolean(),
    isPlatform: fc.boolean(),
  }),
  { minLength: 6, maxLength: 10 },
)

async function changeSettings({ isContinuous, isPlatform, day: number }: Step): Promise<void> {
  const { orgId } = executor
  const { version } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  const body: CallInput<typeof taxSettingsRoutes.change>['body'] = {
    orgId,
    version,
    validFrom: day(number),
    place: 'city',
    educationExempt: false,
    isContinuous,
    vatBasis: 'day',
    isPlatform,
    county: null,
  }
  await manager.call(taxSettingsRoutes.change, { body })
}

it('TAX-3 TAX-4 TAX-7: whatever was paid, reversed and declared, the ledger holds what the law takes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const expert = await payee()
      const meetingIds: number[] = []
      let live: LaborPayment[] = []
      for (const step of history) {
        if (step.kind === 'settings') await changeSettings(step)
        else if (step.kind === 'reverse') {
          const target = live[step.at % Math.max(1, live.length)]
          if (!target) continue
          await executor.call(routes.reverse, { body: { entryId: target.entryId, reason: '退回' } })
          live = live.filter((each) => each !== target)
        } else {
          const fee = (step.cents / 100).toFixed(2)
          const paid = await pay(expert, fee, day(step.day), {
            laborForm: step.laborForm,
            county: step.county,
          })
          meetingIds.push(paid.meetingId)
          live.push(paid)
        }
      }
      const entries = await entriesOf(meetingIds)
      assert.deepEqual(sumsOf(entries), asLaw(entries))
      for (const entry of entries) {
        const { lines } = await executor.call(routes.explain, { params: { entryId: entry.entryId } })
        assert.deepEqual(
          lines.slice(1).map(({ settled }) => settled),
          [entry.vatAmount, entry.surchargeAmount, entry.incomeTax, entry.netAmount],
        )
      }
    }),
    { numRuns: 6 },
  )
})
