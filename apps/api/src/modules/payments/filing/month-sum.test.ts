// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { laborFeeRoutes, type FeeCalculation } from '@consilium/contract/fees/labor-fees.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { freshPhone, type User } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { seasonClock } from '../../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'

const TODAY = '2026-11-20'

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { executor, rival, payee, agreed, pay } = world

const ask = (user: User, body: object) => user.attempt(laborFeeRoutes.calculate, { body })
const taxOf = ({ month }: FeeCalculation) => month?.lines.find(({ label }) => label === '个人所得税')

it('TAX-10: a second fee of the month is shown with what the sum does to the tax, and why', async () => {
  const expert = await payee()
  await pay(expert, '3000', '2026-11-10')
  const { meetingId } = await world.meeting()
  const question = { meetingId, phone: expert.phone, payableAmount: '3000' }
  const { data: fee } = await ask(executor, question)
  assert.equal(fee.incomeTax, '434.06', 'the fee taken by itself stays')
  const { month } = fee
  assert.ok(month)
  assert.deepEqual(
    [month.period, month.payerName, month.paidCount, month.paidAmount, month.agreedCount],
    ['2026-11', executor.orgName, 1, '3000.00', 0],
  )
  assert.deepEqual([month.incomeTaxTotal, month.vatTotal], ['950.50', '59.40'])
  assert.deepEqual(taxOf(fee), {
    label: '个人所得税',
    estimated: '434.06',
    settled: '516.44',
    difference: '82.38',
    formula: '950.50 − 434.06',
  })
  assert.match(month.reasons.join('\n'), /同一项目（讲学）连续性劳务共 2 笔，合计 6,000\.00 元/)
  const { data: review } = await ask(executor, { ...question, laborForm: 'review' })
  assert.equal(taxOf(review)?.difference, '0.00')
  const { data: english } = await api
    .as(executor.token, 'en')
    .attempt(laborFeeRoutes.calculate, { body: question })
  assert.match(english.month?.reasons.join('\n') ?? '', /950\.50 due in all, ¥\s434\.06 withheld before/)
})

it('TAX-10: agreed fees of the month count as well, but not the one that is being changed', async () => {
  const expert = await payee()
  const first = await agreed(expert, '3000')
  const { meetingId } = await world.meeting()
  const { data: another } = await ask(executor, { meetingId, phone: expert.phone, payableAmount: '3000' })
  assert.deepEqual(
    [
      another.month?.paidCount,
      another.month?.agreedCount,
      another.month?.agreedAmount,
      taxOf(another)?.settled,
    ],
    [0, 1, '3000.00', '516.43'],
  )
  const { data: same } = await ask(executor, { attendeeId: first.attendeeId, payableAmount: '3000' })
  assert.deepEqual([same.month?.agreedCount, taxOf(same)?.settled], [0, '434.06'])
})

it('TAX-10: a net amount is answered with the payable that leaves it after the month', async () => {
  const expert = await payee()
  await pay(expert, '3000', '2026-11-10')
  const attendee = await agreed(expert, '1')
  const question = { attendeeId: attendee.attendeeId, netAmount: '2000.00', date: TODAY }
  const { data: fee } = await ask(executor, question)
  const payable = fee.month?.payableForNet ?? ''
  assert.ok(Number(payable) > Number(fee.payableAmount))
  const paid = await pay(expert, payable, TODAY)
  assert.equal(paid.netAmount, '2000.00')
})

it('TAX-10: nothing is said about other payers, strangers or meetings out of reach', async () => {
  const expert = await payee()
  await pay(expert, '3000', '2026-11-10', { execUserId: rival.userId })
  const { meetingId } = await world.meeting()
  const { data: own } = await ask(executor, { meetingId, phone: expert.phone, payableAmount: '3000' })
  const { data: stranger } = await ask(executor, { meetingId, phone: freshPhone(), payableAmount: '3000' })
  assert.deepEqual(own, stranger)
  assert.deepEqual([own.month?.paidCount, own.month?.incomeTaxTotal], [0, '434.06'])
  const { attendeeId } = await agreed(expert, '3000')
  const foreign = await ask(rival, { attendeeId, payableAmount: '3000' })
  assert.deepEqual([foreign.status, foreign.error?.details?.[0]?.field], [404, 'attendeeId'])
  assert.equal((await ask(rival, { meetingId, phone: expert.phone, payableAmount: '1' })).status, 404)
  const { data: alone } = await ask(executor, { meetingId, payableAmount: '3000' })
  assert.equal(alone.month, null)
  const { rows } = await rival.call(paymentRoutes.list, { query: {} })
  assert.equal(rows.length, 1)
})

it('TAX-10: the residence of the person is considered', async () => {
  const expert = await payee(null)
  const { version } = await expert.call(expertRoutes.me, {})
  await expert.call(expertRoutes.updateMe, { body: { version, taxResidence: 'nonResident' } })
  const { meetingId } = await world.meeting()
  const { data: fee } = await ask(executor, { meetingId, phone: expert.phone, payableAmount: '5000' })
  assert.deepEqual(
    [fee.incomeTax, taxOf(fee)?.estimated, taxOf(fee)?.settled],
    ['186.04', '186.04', '186.04'],
  )
  assert.match(fee.month?.reasons.join('\n') ?? '', /非居民个人/)
})
