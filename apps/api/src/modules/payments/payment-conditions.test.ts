// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { paymentRoutes as routes } from '@consilium/contract/payments/payments.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { sql } from 'kysely'
import { startApi, type User } from '../../../test/harness.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'

const TODAY = '2026-11-20'
const UNKNOWN_ID = 999_999

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openPaymentWorld(api)
const { manager, executor, rival, payee, agreed, pay, record } = world

const preview = (user: User, attendeeId: number, paidDate = TODAY) =>
  user.attempt(routes.preview, { query: { attendeeId, paidDate } })
const dueOf = async (meetingId: number) => (await executor.call(routes.due, { query: { meetingId } })).rows[0]

describe('what may be paid', () => {
  it('TAX-4 TRU-7 TRU-8: a fee is paid only on a signed and current agreement, and the refusal gives every reason', async () => {
    const expert = await payee()
    const unsigned = await agreed(expert, '3000', { isSigned: false })
    await expert.call(consentRoutes.withdraw, {})
    const refused = await record(executor, { attendeeId: unsigned.attendeeId, paidDate: TODAY })
    assert.deepEqual(refusalOf(refused), {
      status: 409,
      error: 'PAYMENT_NOT_PAYABLE',
      fields: ['attendeeId', 'attendeeId'],
    })
    assert.equal(refused.error?.msg, '暂不能付款：专家尚未签署协议；专家未同意使用身份与银行信息')
    const english = await api
      .as(executor.token, 'en')
      .attempt(routes.record, { body: { attendeeId: unsigned.attendeeId, paidDate: TODAY } })
    assert.match(english.error?.msg ?? '', /has not signed the agreement; .*does not consent/)
    assert.deepEqual((await dueOf(unsigned.meetingId))?.obstacles, ['unsigned', 'consentWithdrawn'])

    const other = await payee()
    const { attendeeId, meetingId } = await agreed(other, '3000')
    assert.deepEqual((await dueOf(meetingId))?.obstacles, [])
    const withdrawn = await payee()
    const signed = await agreed(withdrawn, '3000')
    await withdrawn.call(consentRoutes.withdraw, {})
    const alone = await record(executor, { attendeeId: signed.attendeeId, paidDate: TODAY })
    assert.equal(alone.error?.msg, '暂不能付款：专家未同意使用身份与银行信息', 'TRU-8')
    const { version } = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    const change = { attendeeId, version, laborFee: '4000', reason: '增加一场点评' }
    await executor.call(attendeeRoutes.update, { body: change })
    const waiting = await record(executor, { attendeeId, paidDate: TODAY })
    assert.deepEqual([waiting.status, waiting.error?.msg], [409, '暂不能付款：费用变更待专家确认'])
    assert.deepEqual((await preview(executor, attendeeId)).data.obstacles, ['amendmentPending'])
    await executor.call(attendeeRoutes.withdrawAmendment, { params: { attendeeId } })
    assert.equal((await record(executor, { attendeeId, paidDate: TODAY })).status, 200)
  })
})

describe('the day of the signature', () => {
  it('TAX-20: a fee paid before the day of the signature is refused unless a reason says why, which the ledger keeps', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
    await world.sign(expert, attendeeId)
    await executor.attempt(sealRoutes.seal, { body: { attendeeIds: [attendeeId] } })
    const before = { attendeeId, paidDate: '2026-11-19' }
    assert.equal((await preview(executor, attendeeId, '2026-11-19')).data.isBeforeSigning, true)
    assert.equal((await preview(executor, attendeeId, '2026-11-20')).data.isBeforeSigning, false)
    const refused = await record(executor, before)
    assert.deepEqual(refusalOf(refused), {
      status: 409,
      error: 'PAID_BEFORE_SIGNED',
      fields: ['paidDate'],
    })
    assert.match(refused.error?.msg ?? '', /2026-11-20/)
    const english = await api.as(executor.token, 'en').attempt(routes.record, { body: before })
    assert.match(english.error?.msg ?? '', /before the agreement was signed \(2026-11-20\)/)
    const blank = await record(executor, { ...before, reason: '  ' })
    assert.deepEqual([blank.status, refusalOf(blank).fields], [400, ['reason']])
    assert.equal((await dueOf(meetingId))?.attendeeId, attendeeId, 'nothing is recorded')

    const { data: corrected } = await record(executor, { ...before, reason: '协议系补签' })
    assert.deepEqual([corrected.paidDate, corrected.reason], ['2026-11-19', '协议系补签'])
    await executor.call(routes.reverse, { body: { entryId: corrected.entryId, reason: '付错' } })
    const { data: onTheDay } = await record(executor, { attendeeId, paidDate: '2026-11-20' })
    assert.deepEqual([onTheDay.paidDate, onTheDay.reason], ['2026-11-20', null])
  })
})

describe('what a payment would bear', () => {
  it('TAX-3 TAX-4: a second 3,000 of the month is shown as 950.50 of income tax in all before it is recorded, with the reason', async () => {
    const expert = await payee()
    await pay(expert, '3000', '2026-11-10')
    const { attendeeId } = await agreed(expert, '3000')
    const { data: shown } = await preview(executor, attendeeId)
    assert.deepEqual(
      [shown.incomeTaxTotal, shown.incomeTax, shown.paidCount, shown.paidAmount, shown.period],
      ['950.50', '516.44', 1, '3000.00', '2026-11'],
    )
    assert.deepEqual([shown.orgName, shown.obstacles, shown.isCorrection], [executor.orgName, [], false])
    assert.match(shown.reasons.join('\n'), /同一项目（讲学）连续性劳务共 2 笔，合计 6,000\.00 元/)
    const { rows: before } = await executor.call(routes.list, { query: { name: expert.name, pageSize: 100 } })
    assert.ok(!before.some((row) => row.attendeeId === attendeeId), 'nothing is stored')
    const { data: paid } = await record(executor, { attendeeId, paidDate: TODAY })
    for (const amount of ['vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const)
      assert.equal(paid[amount], shown[amount])
    const explained = await executor.call(routes.explain, { params: { entryId: paid.entryId } })
    assert.deepEqual(explained.lines, shown.lines)
    const again = await preview(executor, attendeeId)
    assert.deepEqual(refusalOf(again), { status: 409, error: 'PAYMENT_EXISTS', fields: ['attendeeId'] })
  })

  it('TAX-4: a payment that would bear other taxes than were shown is refused, with what it would leave now', async () => {
    const expert = await payee()
    const { attendeeId } = await agreed(expert, '3000')
    const { data: shown } = await preview(executor, attendeeId)
    await pay(expert, '3000', '2026-11-10')
    const body = { attendeeId, paidDate: TODAY, netAmount: shown.netAmount }
    const refused = await record(executor, body)
    assert.deepEqual([refused.status, refused.error?.error], [409, 'PAYMENT_DIFFERS'])
    const { data: now } = await preview(executor, attendeeId)
    const left = Number(now.netAmount).toLocaleString('en', { minimumFractionDigits: 2 })
    assert.ok(refused.error?.msg.includes(` ${left} 元`), refused.error?.msg)
    const recorded = await record(executor, { ...body, netAmount: now.netAmount })
    assert.equal(recorded.data.netAmount, now.netAmount)
  })

  it('TAX-4: a preview says that the month is filed, and is refused for bad input and to other payers', async () => {
    const period = '2026-03'
    await rival.call(routes.file, { body: { period } })
    const { attendeeId } = await agreed(await payee(), '3000', { execUserId: rival.userId })
    const filed = await preview(rival, attendeeId, '2026-03-05')
    assert.equal(filed.data.isCorrection, true)
    assert.equal((await preview(executor, attendeeId)).status, 404)
    const sponsor = await preview(world.sponsor, attendeeId)
    assert.equal(sponsor.status, 403)
    const cases: [number, string, number, string][] = [
      [attendeeId, '2026-11-21', 400, 'paidDate'],
      [attendeeId, '2026-02-30', 400, 'paidDate'],
      [UNKNOWN_ID, TODAY, 404, 'attendeeId'],
      [-1, TODAY, 400, 'attendeeId'],
    ]
    for (const [id, paidDate, status, field] of cases) {
      const reply = await preview(rival, id, paidDate)
      assert.deepEqual([reply.status, refusalOf(reply).fields], [status, [field]])
    }
    const low = await payee()
    await pay(low, '1009.99', TODAY)
    const { attendeeId: small } = await agreed(low, '0.01')
    const negative = await preview(executor, small)
    assert.deepEqual([negative.status, negative.error?.error], [422, 'PAYMENT_NET_NEGATIVE'])
  })
})

describe('persons', () => {
  it('CAP-2 TAX-3: caps and payments know a person by one hash of the document, which a new number replaces', async () => {
    const expert = await payee()
    const paid = await pay(expert, '3000', TODAY)
    const hashes = async () => {
      await manager.call(capRoutes.state, {
        query: { expertIds: String(expert.expertId), meetingId: paid.meetingId },
      })
      const { rows } = await sql<{ ofCaps: string; ofLedger: string }>`
        select encode(i.identity_hash, 'hex') as "ofCaps", encode(e.person_hash, 'hex') as "ofLedger"
        from expert_identity i, labor_payment_entry e
        where i.expert_id = ${expert.expertId} and e.entry_id = ${paid.entryId}`.execute(api.db)
      return rows[0]
    }
    const known = await hashes()
    assert.match(known?.ofCaps ?? '', /^[0-9a-f]{64}$/)
    assert.equal(known?.ofCaps, known?.ofLedger)
    const { version } = await expert.call(expertRoutes.me, {})
    const body = { version, idType: 'passport' as const, idCardNo: 'E7654321' }
    await expert.call(expertRoutes.updateMe, { body })
    assert.notEqual((await hashes())?.ofCaps, known?.ofCaps)
  })

  it('CAP-2: after the key of the caps was given up, a person under two accounts still counts once', async () => {
    // As the migration leaves the rows: without hashes, to be made again by the key of the ledger.
    const { idCardNo } = await numbered()
    const [one, other] = [await payee(idCardNo), await payee(idCardNo)]
    await sql`update expert_identity set identity_hash = null, is_stale = true`.execute(api.db)
    const admin = await api.admin()
    const policy = { validFrom: TODAY, overlaps: 'off' as const, tiers: [] }
    const limit = { scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '5000' } as const
    await admin.call(capRoutes.createPolicy, { body: { ...policy, caps: [limit] } })
    await agreed(one, '3000', { isSigned: false })
    const { meetingId } = await world.meeting()
    const invited = await executor.attempt(attendeeRoutes.create, {
      body: { meetingId, phone: other.phone, laborFee: '3000' },
    })
    assert.deepEqual([invited.status, invited.error?.error], [409, 'CAP_EXCEEDED'])
    await admin.call(capRoutes.createPolicy, { body: { ...policy, caps: [] } })
  })
})

async function numbered(): Promise<{ idCardNo: string }> {
  const expert = await payee()
  const { idCardNo } = await manager.call(expertRoutes.identity, { params: { expertId: expert.expertId } })
  assert.ok(idCardNo)
  return { idCardNo }
}

describe('the estimate in the agreement', () => {
  const RESIDENT = '792.08'
  const OTHERS = '186.04'

  it('TAX-6: the tax that an agreement prints is that of the table for non-residents, also if the residence changes later', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting()
    const { attendeeId, incomeTax } = await world.attendee(meetingId, { phone: expert.phone })
    assert.equal(incomeTax, RESIDENT)
    const setResidence = async (taxResidence: 'resident' | 'nonResident') => {
      const { version } = await manager.call(expertRoutes.get, { params: { expertId: expert.expertId } })
      const body = { expertId: expert.expertId, version, taxResidence }
      await manager.call(expertRoutes.update, { body })
      await world.approve(expert)
    }
    await setResidence('nonResident')
    await world.readContract(expert, attendeeId)
    const drawn = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual([drawn.incomeTax, drawn.payableAmount], [OTHERS, '5000.00'])
    assert.match(drawn.laborProtocol ?? '', /186\.04/)
    assert.doesNotMatch(drawn.laborProtocol ?? '', /792\.08/)
    const explained = await executor.call(laborFeeRoutes.explain, { params: { attendeeId } })
    assert.equal(explained.lines.find(({ label }) => label === '个人所得税')?.amount, OTHERS)
    assert.match(explained.sources.join('\n'), /非居民个人/)
    const second = await world.meeting()
    const added = await world.attendee(second.meetingId, { phone: expert.phone })
    assert.equal(added.incomeTax, OTHERS, 'from the start for whoever is known as a non-resident')
    const { version } = await executor.call(attendeeRoutes.get, { params: added })
    const repriced = await executor.call(attendeeRoutes.update, {
      body: { attendeeId: added.attendeeId, version, laborFee: '3000' },
    })
    assert.equal(repriced.incomeTax, '71.29')
    await setResidence('resident')
    await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    assert.equal((await expert.call(agreementRoutes.get, { params: { attendeeId } })).incomeTax, RESIDENT)
  })
})
