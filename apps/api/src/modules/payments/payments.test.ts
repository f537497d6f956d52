// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { paymentRoutes as routes } from '@consilium/contract/payments/payments.ts'
import type { User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { freshIdNumber, openPaymentWorld } from '../../../test/payment-world.ts'

const TODAY = '2026-11-20'
const UNKNOWN_ID = 999_999

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor, rival, sponsor, payee, agreed, pay, record } = world

const reverse = (user: User, entryId: number, reason = '银行退回') =>
  user.attempt(routes.reverse, { body: { entryId, reason } })
const explain = (user: User, entryId: number) => user.call(routes.explain, { params: { entryId } })
const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]

const cents = (amounts: readonly string[]) =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`

describe('payments', () => {
  it('TAX-1: a payment whose amount without VAT is below the threshold bears none', async () => {
    const paid = await pay(await payee(), '1000', TODAY)
    assert.deepEqual([paid.vatAmount, paid.incomeTax, paid.netAmount], ['0.00', '40.00', '960.00'])
    const owing = await pay(await payee(), '1010', TODAY)
    assert.equal(owing.vatAmount, '10.00')
  })

  it('TAX-2: of two payments on one day the later one bears the VAT that the first did not', async () => {
    const expert = await payee()
    const first = await pay(expert, '999.99', TODAY)
    const second = await pay(expert, '999.99', TODAY)
    const other = await pay(expert, '999.99', day(19))
    const byRival = await pay(expert, '999.99', TODAY, { execUserId: rival.userId })
    assert.deepEqual(
      [first, second, other, byRival].map(({ vatAmount }) => vatAmount),
      ['0.00', '19.80', '0.00', '0.00'],
    )
    const { lines, reasons } = await explain(executor, second.entryId)
    assert.deepEqual(lines.map(({ label, settled, formula }) => [label, settled, formula])[1], [
      '增值税',
      '19.80',
      '19.80 − 0.00',
    ])
    assert.match(reasons.join('\n'), /2026-11-20 同一付款方共支付 2 笔，合计 1,999\.98 元/)
  })

  it('TAX-3: continuous income of a month is settled by payer, item, county and month', async () => {
    const paidInTurn = async (payable: string, count: number) => {
      const expert = await payee()
      const taxes: string[] = []
      for (let at = 1; at <= count; at++) taxes.push((await pay(expert, payable, day(at))).incomeTax)
      return { expert, taxes }
    }
    const { expert, taxes } = await paidInTurn('3000', 2)
    assert.deepEqual(taxes, ['434.06', '516.44'])
    assert.equal(cents(taxes), '950.50')
    assert.equal(cents((await paidInTurn('800', 10)).taxes), '1280.00')
    assert.equal(cents((await paidInTurn('20000', 2)).taxes), '7504.95')
    const alone = [
      await pay(expert, '3000', day(3), { laborForm: 'review' }),
      await pay(expert, '3000', day(4), { county: '310101' }),
      await pay(expert, '3000', day(5), { execUserId: rival.userId }),
      await pay(expert, '3000', '2026-10-31'),
    ]
    assert.deepEqual(
      alone.map(({ incomeTax }) => incomeTax),
      ['434.06', '434.06', '434.06', '434.06'],
    )
  })

  it('TAX-3: a person is known by the identity number, whichever account or phone was invited', async () => {
    const number = freshIdNumber()
    const first = await pay(await payee(number), '3000', day(1))
    const second = await pay(await payee(number), '3000', day(2))
    assert.equal(cents([first.incomeTax, second.incomeTax]), '950.50')
    const unnamed = await payee(null)
    await pay(unnamed, '3000', day(1))
    const { version } = await unnamed.call(expertRoutes.me, {})
    await unnamed.call(expertRoutes.updateMe, { body: { version, idCardNo: freshIdNumber() } })
    assert.equal((await pay(unnamed, '3000', day(2))).incomeTax, '516.44')
    assert.equal((await pay(unnamed, '3000', day(3))).incomeTax, '475.24')
  })

  it('TAX-4: tax is an estimate in the agreement, and is fixed and explained when the fee is paid', async () => {
    const expert = await payee()
    await pay(expert, '3000', day(1))
    const attendee = await agreed(expert, '3000')
    assert.equal(attendee.incomeTax, '434.06')
    const { data: paid } = await record(executor, { attendeeId: attendee.attendeeId, paidDate: TODAY })
    assert.deepEqual(
      [paid.incomeTax, paid.estimatedNet, paid.netAmount, paid.period, paid.estimateRuleVersion],
      ['516.44', attendee.netAmount, '2452.07', '2026-11', attendee.feeRuleVersion],
    )
    const { lines, reasons } = await explain(executor, paid.entryId)
    const tax = lines.find(({ label }) => label === '个人所得税')
    assert.deepEqual(tax, {
      label: '个人所得税',
      estimated: '434.06',
      settled: '516.44',
      difference: '82.38',
      formula: '950.50 − 434.06',
    })
    assert.match(reasons.join('\n'), /同一项目（讲学）连续性劳务共 2 笔，合计 6,000\.00 元/)
    const english = await api
      .as(executor.token, 'en')
      .call(routes.explain, { params: { entryId: paid.entryId } })
    assert.match(english.reasons.join('\n'), /950\.50 due in all, ¥\s434\.06 withheld before/)
    const { data: kept } = await executor.attempt(attendeeRoutes.get, { params: attendee })
    assert.equal(kept.incomeTax, '434.06', 'the agreement keeps what was agreed')
  })

  it('TAX-4: a reversal settles the month without the payment, which can then be made again', async () => {
    const expert = await payee()
    const first = await pay(expert, '999.99', TODAY)
    const second = await pay(expert, '999.99', TODAY)
    const { data: reversal } = await reverse(executor, first.entryId)
    assert.deepEqual(
      [reversal.kind, reversal.paymentId, reversal.vatAmount, reversal.surchargeAmount, reversal.incomeTax],
      ['reversal', first.entryId, '-19.80', '-1.19', '-196.04'],
    )
    assert.deepEqual([reversal.netAmount, reversal.isCorrection], ['-782.96', false])
    const explained = await explain(executor, reversal.entryId)
    assert.equal(explained.lines.at(-1)?.settled, '-782.96')
    assert.match(explained.reasons[0] ?? '', /冲销/)
    assert.deepEqual(refused(await reverse(executor, first.entryId)), [409, 'PAYMENT_REVERSED'])
    assert.deepEqual(refused(await reverse(executor, reversal.entryId)), [409, 'PAYMENT_REVERSED'])
    const again = await record(executor, { attendeeId: first.attendeeId, paidDate: TODAY })
    assert.equal(again.data.vatAmount, '19.80')
    const { rows } = await executor.call(routes.list, {
      query: { name: second.name, period: '2026-11', pageSize: 100 },
    })
    const own = rows.filter(({ attendeeId }) => [first.attendeeId, second.attendeeId].includes(attendeeId))
    assert.equal(cents(own.map(({ vatAmount }) => vatAmount)), '19.80')
    assert.deepEqual(
      own.map(({ abilities, isLive }) => [abilities.reverse, isLive]),
      [
        [true, true],
        [false, false],
        [true, true],
        [false, false],
      ],
    )
  })

  it('TAX-4: what is entered after the month was filed is a correction of it', async () => {
    const paid = await pay(await payee(), '3000', '2026-09-10')
    assert.equal(paid.isCorrection, false)
    const query = { period: '2026-09' }
    const before = await executor.call(routes.month, { query })
    assert.deepEqual(
      [before.people, before.payments, before.incomeTax, before.filedTime, before.abilities.file],
      [1, 1, '434.06', null, true],
    )
    const filed = await executor.call(routes.file, { body: query })
    assert.match(filed.filedTime ?? '', /^2026-11-20 /)
    assert.deepEqual(refused(await executor.attempt(routes.file, { body: query })), [409, 'TAX_MONTH_FILED'])
    const { data: reversal } = await reverse(executor, paid.entryId)
    assert.deepEqual([reversal.isCorrection, reversal.period], [true, '2026-09'])
    assert.equal((await pay(await payee(), '800', '2026-09-11')).isCorrection, true)
    const later = await executor.call(routes.month, { query })
    assert.deepEqual([later.corrections, later.payments, later.payableAmount], [2, 1, '800.00'])
    const { rows } = await executor.call(routes.list, { query: { ...query, isCorrection: true } })
    assert.equal(rows.length, 2)
    const ofOther = await manager.call(routes.month, { query: { ...query, orgId: rival.orgId } })
    assert.deepEqual([ofOther.filedTime, ofOther.payableAmount, ofOther.people], [null, '0.00', 0])
    const future = await executor.attempt(routes.file, { body: { period: '2026-12' } })
    assert.deepEqual([future.status, fieldsOf(future)], [400, ['period']])
  })

  it('TAX-4: a paid fee stays as it is until the payment is reversed', async () => {
    const paid = await pay(await payee(), '3000', TODAY)
    const { attendeeId } = paid
    const attendee = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    const change = (body: object) =>
      executor.attempt(attendeeRoutes.update, { body: { attendeeId, version: attendee.version, ...body } })
    assert.deepEqual(refused(await change({ laborFee: '4000' })), [409, 'AGREEMENT_PAID'])
    assert.deepEqual(refused(await change({ laborForm: 'chair' })), [409, 'AGREEMENT_PAID'])
    const remove = () =>
      executor.attempt(attendeeRoutes.remove, { params: { attendeeId: String(attendeeId) } })
    assert.deepEqual(refused(await remove()), [409, 'AGREEMENT_PAID'])
    await reverse(executor, paid.entryId)
    assert.equal((await change({ laborFee: '4000', reason: '课时调整' })).status, 200)
    assert.deepEqual(refused(await remove()), [409, 'AGREEMENT_PAID'])
    const meetingId = String(paid.meetingId)
    const { status } = await manager.attempt(meetingRoutes.remove, { params: { meetingId } })
    assert.equal(status, 409)
  })

  it('TAX-2: a payment that would leave less than nothing is refused, and nothing is written', async () => {
    const expert = await payee()
    await pay(expert, '1009.99', TODAY)
    const { attendeeId } = await agreed(expert, '0.01')
    const reply = await record(executor, { attendeeId, paidDate: TODAY })
    assert.deepEqual(refused(reply), [422, 'PAYMENT_NET_NEGATIVE'])
    const { rows } = await executor.call(routes.due, { query: { pageSize: 100 } })
    assert.ok(rows.some((row) => row.attendeeId === attendeeId))
  })

  it('list what is due until it is paid', async () => {
    const attendee = await agreed(await payee(), '3000')
    const due = async (user: User) => {
      const { rows } = await user.call(routes.due, { query: { meetingId: attendee.meetingId } })
      return rows.map(({ attendeeId, netAmount, signatureStatus }) => [
        attendeeId,
        netAmount,
        signatureStatus,
      ])
    }
    assert.deepEqual(await due(executor), [[attendee.attendeeId, attendee.netAmount, 'signed']])
    assert.deepEqual(await due(manager), await due(executor))
    assert.deepEqual(await due(rival), [])
    const { rows: found } = await executor.call(routes.due, { query: { name: attendee.name.slice(0, 1) } })
    assert.ok(found.some(({ attendeeId }) => attendeeId === attendee.attendeeId))
    assert.equal((await executor.call(routes.due, { query: { name: '__proto__' } })).total, 0)
    // A fee of nothing is not due, one of a cent is.
    const { meetingId } = await agreed(await payee(), '0')
    const { attendeeId } = await agreed(await payee(), '0.01', { meetingId })
    const { rows: least } = await executor.call(routes.due, { query: { meetingId } })
    assert.deepEqual(
      least.map((row) => row.attendeeId),
      [attendeeId],
    )
    await record(executor, { attendeeId: attendee.attendeeId, paidDate: TODAY })
    assert.deepEqual(await due(executor), [])
  })

  it('TAX-4: are refused for bad input', async () => {
    const expert = await payee()
    const { attendeeId } = await agreed(expert, '3000')
    const cases: [object, number, string][] = [
      [{ attendeeId, paidDate: '2026-11-21' }, 400, 'paidDate'],
      [{ attendeeId, paidDate: '2026-02-30' }, 400, 'paidDate'],
      [{ attendeeId }, 400, 'paidDate'],
      [{ attendeeId, paidDate: TODAY, county: '北京' }, 400, 'county'],
      [{ attendeeId: UNKNOWN_ID, paidDate: TODAY }, 404, 'attendeeId'],
      [{ attendeeId: (await agreed(expert, '0')).attendeeId, paidDate: TODAY }, 409, 'attendeeId'],
    ]
    for (const [body, status, field] of cases) {
      const reply = await record(executor, body as { attendeeId: number; paidDate: string })
      assert.deepEqual([reply.status, fieldsOf(reply)], [status, [field]])
    }
    const early = await record(executor, { attendeeId, paidDate: '2025-12-31' })
    assert.deepEqual(refused(early), [422, 'FEE_RULE_MISSING'])
    assert.equal((await record(executor, { attendeeId, paidDate: TODAY })).status, 200)
    const twice = await record(executor, { attendeeId, paidDate: TODAY })
    assert.deepEqual([...refused(twice), fieldsOf(twice)], [409, 'PAYMENT_EXISTS', ['attendeeId']])
    assert.equal((await reverse(executor, UNKNOWN_ID)).status, 404)
    const noReason = await reverse(executor, 1, '')
    assert.deepEqual([noReason.status, fieldsOf(noReason)], [400, ['reason']])
    const month = await manager.attempt(routes.month, { query: { period: '2026-11' } })
    assert.deepEqual([month.status, fieldsOf(month)], [400, ['orgId']])
    for (const orgId of [sponsor.orgId, UNKNOWN_ID])
      assert.equal((await manager.attempt(routes.month, { query: { period: '2026-11', orgId } })).status, 404)
  })

  it('are the own ones of an executor, and those of all payers for managers', async () => {
    const { attendeeId } = await agreed(await payee(), '3000')
    const body = { attendeeId, paidDate: TODAY }
    assert.equal((await api.anonymous.attempt(routes.record, { body })).status, 401)
    for (const user of [sponsor, await world.expert(), await api.person(executor, 'meetingExecutor')])
      assert.equal((await record(user, body)).status, 403)
    assert.equal((await record(rival, body)).status, 404)
    const { data: paid } = await record(manager, body)
    assert.equal(paid.orgName, executor.orgName)
    assert.equal((await reverse(rival, paid.entryId)).status, 404)
    const { entryId } = paid
    assert.equal((await rival.attempt(routes.explain, { params: { entryId } })).status, 404)
    const query = { orgId: executor.orgId, period: '2026-11' }
    assert.equal((await rival.attempt(routes.month, { query })).status, 404)
    const { rows } = await rival.call(routes.list, { query: { orgId: executor.orgId } })
    assert.deepEqual(rows, [])
    assert.equal((await reverse(manager, paid.entryId)).status, 200)
  })
})
