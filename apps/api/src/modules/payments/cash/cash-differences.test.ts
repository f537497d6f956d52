// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import {
  cashDifferenceRoutes as differences,
  type CashDifference,
} from '@consilium/contract/payments/cash-differences.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { paymentRoutes as routes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import fc from 'fast-check'
import { exportedRows } from '../../../../test/exports/exported-rows.ts'
import type { ExpertUser } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { seasonClock } from '../../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'

const TODAY = '2026-11-20'

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor, rival, payee, agreed, pay } = world

const cents = (amount: string) => Math.round(Number(amount) * 100)
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0)
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const reverse = (entryId: number) => executor.call(routes.reverse, { body: { entryId, reason: '银行退回' } })

/** The lines of people at meetings, open ones and settled ones. */
async function linesAt(meetingIds: ReadonlySet<number>): Promise<CashDifference[]> {
  const { rows } = await executor.call(differences.list, { query: { pageSize: 100 } })
  return rows.filter(({ meetingId }) => meetingIds.has(meetingId)).toReversed()
}

/** Two payments of a month, of which the earlier one came back: 82.36 are owed, as the later one bore too much. */
async function owed(expert: ExpertUser) {
  const first = await pay(expert, '3000', '2026-11-10')
  const second = await pay(expert, '3000', '2026-11-11')
  const reversal = await reverse(first.entryId)
  const [line] = await linesAt(new Set([first.meetingId]))
  assert.ok(line)
  return { first, second, reversal, line }
}

const settle = (lineId: number, settledDate = TODAY, user = executor) =>
  user.attempt(differences.settle, { body: { lineId, settledDate, note: '银行转账' } })

it('TAX-13: what a reversal books and what the bank returns differ by is to be paid back, until it is settled by itself', async () => {
  const expert = await payee()
  const { first, reversal, line } = await owed(expert)
  assert.deepEqual(
    [first.netAmount, first.cashAmount, reversal.netAmount, reversal.cashAmount],
    ['2534.45', '2534.45', '-2452.07', '-2534.45'],
  )
  assert.deepEqual(
    [line.amount, line.name, line.entryId, line.settledDate, line.abilities.settle],
    ['82.38', expert.name, reversal.entryId, null, true],
  )
  const earned = async () => (await expert.call(overviewRoutes.home, {})).earnings
  assert.deepEqual([(await earned())?.paid, (await earned())?.outstanding], ['2452.07', '82.38'])
  assert.equal((await settle(line.lineId, '2026-11-21')).status, 400)
  assert.equal((await settle(line.lineId, '2026-11-09')).status, 400)
  assert.equal((await settle(line.lineId, TODAY, rival)).status, 404)
  const { data } = await settle(line.lineId)
  assert.deepEqual(
    [data.settledDate, data.settledByName, data.settledEntryId, data.note, data.abilities.settle],
    [TODAY, executor.orgName, null, '银行转账', false],
  )
  assert.deepEqual(refused(await settle(line.lineId)), [409, 'CASH_DIFFERENCE_SETTLED'])
  assert.deepEqual([(await earned())?.paid, (await earned())?.outstanding], ['2534.45', '0.00'])
  const rows = await exportedRows(executor, differences.export, { name: expert.name })
  assert.deepEqual(
    rows.filter((row) => row['金额'] === '82.38').map((row) => [row['方向'], row['结清日期'], row['备注']]),
    [['待补付', TODAY, '银行转账']],
  )
})

it('TAX-13: a difference may be settled from the day of the payment that came back', async () => {
  const { line } = await owed(await payee())
  assert.equal((await settle(line.lineId, '2026-11-09')).status, 400)
  assert.deepEqual((await settle(line.lineId, '2026-11-10')).data.settledDate, '2026-11-10')
})

it('TAX-13: the next payment settles a difference as well, and its reversal opens it again', async () => {
  const expert = await payee()
  const { line } = await owed(expert)
  const { attendeeId } = await agreed(expert, '800', { laborForm: 'review' })
  const { differences: shown } = await executor.call(routes.preview, {
    query: { attendeeId, paidDate: TODAY },
  })
  assert.deepEqual(
    shown.map(({ lineId, amount }) => [lineId, amount]),
    [[line.lineId, '82.38']],
  )
  const other = await payee()
  const foreign = await agreed(other, '800')
  const wrong = { attendeeId: foreign.attendeeId, paidDate: TODAY, lineIds: [line.lineId] }
  assert.deepEqual(refused(await executor.attempt(routes.record, { body: wrong })), [
    409,
    'CASH_DIFFERENCE_SETTLED',
  ])
  const paid = await executor.call(routes.record, {
    body: { attendeeId, paidDate: TODAY, lineIds: [line.lineId] },
  })
  assert.deepEqual([paid.netAmount, paid.cashAmount], ['800.00', '882.38'])
  const { rows } = await executor.call(differences.list, { query: { isSettled: true, name: expert.name } })
  const settled = rows.find(({ lineId }) => lineId === line.lineId)
  assert.deepEqual([settled?.settledEntryId, settled?.settledDate], [paid.entryId, TODAY])
  const back = await reverse(paid.entryId)
  assert.deepEqual([back.netAmount, back.cashAmount], ['-800.00', '-882.38'])
  const [again] = await linesAt(new Set([paid.meetingId]))
  assert.deepEqual([again?.amount, again?.settledDate], ['82.38', null])
})

it('TAX-13: what is to be collected stays out of a payment that is smaller', async () => {
  const { orgId } = rival
  const { version } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  // Under cumulative withholding, a payment of an earlier month adds a month's deduction, and so returns tax of a later one.
  const terms = {
    place: 'city',
    educationExempt: false,
    isContinuous: true,
    vatBasis: 'day',
    county: null,
  } as const
  await manager.call(taxSettingsRoutes.change, {
    body: { orgId, version, validFrom: '2026-10-01', isPlatform: true, ...terms },
  })
  const expert = await payee()
  const of = { execUserId: rival.userId }
  const paid = await pay(expert, '100000', '2026-11-10', of)
  const earlier = await pay(expert, '100', '2026-10-10', of)
  assert.ok(earlier.incomeTax.startsWith('-'))
  const { data: reversal } = await rival.attempt(routes.reverse, {
    body: { entryId: paid.entryId, reason: '退回' },
  })
  const { rows } = await rival.call(differences.list, { query: { isSettled: false } })
  const [line] = rows
  assert.deepEqual(
    [rows.length, line?.amount, reversal.cashAmount],
    [1, earlier.incomeTax, `-${paid.cashAmount}`],
  )
  const record = async (fee: string) => {
    const { rows: open } = await rival.call(differences.list, { query: { isSettled: false } })
    const { attendeeId } = await agreed(expert, fee, of)
    const lineIds = open.map(({ lineId }) => lineId)
    return rival.attempt(routes.record, { body: { attendeeId, paidDate: TODAY, lineIds } })
  }
  assert.equal(earlier.incomeTax, '-492.00')
  assert.deepEqual(refused(await record('491.99')), [422, 'PAYMENT_CASH_NEGATIVE'])
  const { data: nothing } = await record('492.00')
  assert.deepEqual([nothing.netAmount, nothing.cashAmount], ['492.00', '0.00'])
  await rival.call(routes.reverse, { body: { entryId: nothing.entryId, reason: '退回' } })
  const { data: next } = await record('30000')
  assert.equal(cents(next.cashAmount), cents(next.netAmount) + cents(earlier.incomeTax))
})

it('TAX-13: of settlements at once one takes effect', async () => {
  const expert = await payee()
  const { line } = await owed(expert)
  const attendees = [await agreed(expert, '800'), await agreed(expert, '900')]
  const replies = await Promise.all([
    ...attendees.map(({ attendeeId }) =>
      executor.attempt(routes.record, { body: { attendeeId, paidDate: TODAY, lineIds: [line.lineId] } }),
    ),
    settle(line.lineId),
    manager.attempt(differences.settle, { body: { lineId: line.lineId, settledDate: TODAY } }),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const { rows } = await executor.call(routes.due, { query: { name: expert.name, pageSize: 100 } })
  const unpaid = attendees.filter(({ attendeeId }) => rows.some((row) => row.attendeeId === attendeeId))
  assert.equal(unpaid.length, replies.slice(0, 2).filter(({ status }) => status === 409).length)
})

async function entriesOf(meetingIds: Iterable<number>): Promise<LaborPayment[]> {
  const found: LaborPayment[] = []
  for (const meetingId of meetingIds) {
    const { rows } = await manager.call(routes.list, { query: { meetingId, pageSize: 100 } })
    found.push(...rows)
  }
  return found
}

interface Step {
  kind: 'pay' | 'reverse' | 'settle'
  at: number
  day: number
  cents: number
  isReview: boolean
  clears: boolean
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('pay', 'pay', 'pay', 'reverse', 'reverse', 'settle'),
    at: fc.nat(),
    day: fc.integer({ min: 1, max: 3 }),
    cents: fc.oneof(fc.integer({ min: 60_000, max: 220_000 }), fc.integer({ min: 60_000, max: 9_000_000 })),
    isReview: fc.boolean(),
    clears: fc.boolean(),
  }),
  { minLength: 8, maxLength: 14 },
)

it('TAX-13: whatever was paid, reversed and settled, the ledger is the cash and the open differences', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const expert = await payee()
      const meetingIds = new Set<number>()
      let live: LaborPayment[] = []
      for (const step of history) {
        const open = (await linesAt(meetingIds)).filter(({ settledDate }) => settledDate === null)
        if (step.kind === 'settle') {
          const line = open[step.at % Math.max(1, open.length)]
          if (line) await settle(line.lineId)
        } else if (step.kind === 'reverse') {
          const target = live[step.at % Math.max(1, live.length)]
          if (!target) continue
          await reverse(target.entryId)
          live = live.filter((each) => each !== target)
        } else {
          const form = step.isReview ? { laborForm: 'review' as const } : {}
          const { attendeeId, meetingId } = await agreed(expert, (step.cents / 100).toFixed(2), form)
          const lineIds = step.clears ? open.map(({ lineId }) => lineId) : []
          const body = { attendeeId, paidDate: `2026-11-0${step.day}`, lineIds }
          const reply = await executor.attempt(routes.record, { body })
          if (reply.status !== 200) {
            assert.match(reply.error?.error ?? '', /^PAYMENT_(NET|CASH)_NEGATIVE$/)
            continue
          }
          meetingIds.add(meetingId)
          live.push(reply.data)
        }
      }
      const entries = await entriesOf(meetingIds)
      const lines = await linesAt(meetingIds)
      const amounts = (of: readonly CashDifference[]) => sum(of.map(({ amount }) => amount))
      const open = lines.filter(({ settledDate }) => settledDate === null)
      const alone = lines.filter((line) => line.settledDate !== null && line.settledEntryId === null)
      const cash = sum(entries.map(({ cashAmount }) => cashAmount)) + amounts(alone)
      assert.equal(sum(entries.map(({ netAmount }) => netAmount)), cash + amounts(open))
    }),
    { numRuns: 4 },
  )
})
