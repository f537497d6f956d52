// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { laborFeeRoutes as routes } from '@consilium/contract/fees/labor-fees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { up as correctThreshold } from '../../../migrations/0024_vat_threshold.ts'
import { up as roundEachLevy } from '../../../migrations/0041_levies_rounded_each.ts'
import { SMS_CODE, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { drawnSignature, openWorld, seasonClock } from '../../../test/meeting-world.ts'

const VERSION = 'iit-2019-01+vat-2026-01-r3'
const OWN_RATE = '0.035'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world

/** The second executor has its own surcharge rate. */
const organization = await manager.call(organizationRoutes.get, { params: { orgId: rival.orgId } })
await manager.call(organizationRoutes.update, {
  body: { orgId: rival.orgId, version: organization.version, surchargeRate: OWN_RATE },
})

const calculate = (user: User, body: Record<string, unknown>) => user.attempt(routes.calculate, { body })
const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)

describe('ATT-2: calculated fees', () => {
  it('come with all parts, from the payable or from the net amount, each line explained', async () => {
    const parts = {
      payableAmount: '5000.00',
      vatAmount: '49.50',
      surchargeAmount: '2.97',
      incomeTax: '792.08',
      netAmount: '4155.45',
      surchargeRate: '0.06',
      feeRuleVersion: VERSION,
      date: '2026-11-20',
    }
    const { data: forward } = await calculate(executor, { payableAmount: 5000 })
    const { lines, sources, notice, month, ...fee } = forward
    assert.deepEqual([notice, month], [null, null])
    assert.deepEqual(fee, parts)
    const { data: backward } = await calculate(executor, { netAmount: '4155.45' })
    assert.deepEqual(backward, forward)
    assert.deepEqual(lines[1], { label: '增值税', formula: '5000.00 ÷ (1 + 1%) × 1%', amount: '49.50' })
    assert.deepEqual([lines.length, sources.length, lines.at(-1)?.amount], [10, 3, '4155.45'])
    const english = await api
      .as(executor.token, 'en')
      .call(routes.calculate, { body: { netAmount: 4155.45 } })
    assert.equal(english.lines[8]?.label, 'Individual income tax')
    assert.match(english.sources[2] ?? '', /Announcement 2018 No\. 61/)
  })

  it('COR-5 TAX-1: owe VAT from 1,010.00 on, since the threshold is one of the amount without VAT', async () => {
    const { data: below } = await calculate(executor, { payableAmount: 1000 })
    assert.deepEqual(
      [below.vatAmount, below.surchargeAmount, below.incomeTax, below.netAmount],
      ['0.00', '0.00', '40.00', '960.00'],
    )
    assert.equal(
      below.lines[1]?.formula,
      '单次 1000.00 元，不含税 990.10 元（÷ (1 + 1%)），未达到起征点 1000 元，不征收',
    )
    assert.match(below.sources[0] ?? '', /增值税法.*第十七条、第二十三条/)
    assert.equal((await calculate(executor, { payableAmount: '1009.99' })).data.vatAmount, '0.00')
    assert.equal((await calculate(executor, { payableAmount: 1010 })).data.vatAmount, '10.00')
    assert.equal((await calculate(executor, { netAmount: '965.00' })).data.payableAmount, '1006.25')
  })

  it('follow the day, the meeting and who pays', async () => {
    const own = await calculate(rival, { payableAmount: 5000 })
    assert.deepEqual([own.data.surchargeRate, own.data.surchargeAmount], [OWN_RATE, '1.73'])
    const { data: usual } = await calculate(manager, { payableAmount: 5000 })
    assert.equal(usual.surchargeAmount, '2.97')
    const given = { scheduleStartTime: '2027-03-01 09:00:00', execUserId: rival.userId }
    const { meetingId } = await world.meeting(given)
    const { data: paid } = await calculate(manager, { payableAmount: 5000, meetingId })
    assert.deepEqual([paid.date, paid.surchargeRate], ['2027-03-01', OWN_RATE])
    const { data: dated } = await calculate(manager, { payableAmount: 5000, meetingId, date: '2027-12-31' })
    assert.deepEqual([dated.date, dated.surchargeRate], ['2027-12-31', OWN_RATE])
    const late = await calculate(manager, { payableAmount: 5000, date: '2028-01-01' })
    assert.deepEqual([late.status, late.error?.error], [422, 'FEE_RULE_MISSING'])
    const foreign = await calculate(executor, { payableAmount: 5000, meetingId })
    assert.deepEqual([foreign.status, fieldsOf(foreign)], [404, ['meetingId']])
  })

  it('are refused for invalid amounts', async () => {
    for (const body of [{}, { payableAmount: 1, netAmount: 1 }])
      assert.deepEqual(fieldsOf(await calculate(executor, body)), ['payableAmount'])
    const cases: [Record<string, unknown>, string][] = [
      [{ payableAmount: '1.005' }, 'payableAmount'],
      [{ netAmount: -1 }, 'netAmount'],
      [{ payableAmount: 1, date: '2026-02-30' }, 'date'],
      [{ payableAmount: 1, meetingId: 'x' }, 'meetingId'],
      [{ payableAmount: 1, laborFee: 1 }, 'laborFee'],
    ]
    for (const [body, field] of cases) {
      const refused = await calculate(executor, body)
      assert.deepEqual([refused.status, fieldsOf(refused)], [400, [field]])
    }
    const unreachable = await calculate(executor, { netAmount: '9999999.99' })
    assert.deepEqual([unreachable.status, unreachable.error?.error], [422, 'FEE_NET_UNREACHABLE'])
    assert.equal((await calculate(executor, { payableAmount: 0 })).data.netAmount, '0.00')
  })

  it('are available to roles that run meetings', async () => {
    const body = { payableAmount: 1 }
    assert.equal((await api.anonymous.attempt(routes.calculate, { body })).status, 401)
    for (const user of [sponsor, await world.expert(), await api.person(executor, 'supervisor')])
      assert.equal((await calculate(user, body)).status, 403)
    const meetingExecutor = await api.person(rival, 'meetingExecutor')
    assert.equal((await calculate(meetingExecutor, body)).data.surchargeRate, OWN_RATE)
  })
})

describe('ATT-2: the explanation of an attendee’s fee', () => {
  it('is available to the expert and to whoever runs the meeting, in the caller’s language', async () => {
    const { meetingId } = await world.meeting()
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: 30_000 })
    const params = { attendeeId }
    const data = await expert.call(routes.explain, { params })
    assert.deepEqual([data.attendeeId, data.feeRuleVersion], [attendeeId, VERSION])
    assert.deepEqual(
      data.lines.map(({ label, amount }) => [label, amount]),
      [
        ['应付金额', '30000.00'],
        ['增值税', '297.03'],
        ['城市维护建设税', '10.40'],
        ['教育费附加', '4.46'],
        ['地方教育附加', '2.97'],
        ['附加税费', '17.83'],
        ['不含增值税收入', '29702.97'],
        ['应纳税所得额', '23762.376'],
        ['个人所得税', '5128.71'],
        ['实付金额', '24556.43'],
      ],
    )
    assert.match(data.sources[0] ?? '', /2026年第10号/)
    const english = await api.as(expert.token, 'en').call(routes.explain, { params })
    assert.deepEqual(english.lines.at(-1), {
      label: 'Net paid amount',
      formula: '30000.00 − 297.03 − 17.83 − 5128.71',
      amount: '24556.43',
    })
    assert.equal((await executor.attempt(routes.explain, { params })).status, 200)
    for (const user of [rival, await world.expert(), await api.leader()])
      assert.equal((await user.attempt(routes.explain, { params })).status, 404)
    for (const user of [sponsor, await api.person(executor, 'supervisor')])
      assert.equal((await user.attempt(routes.explain, { params })).status, 403)
    assert.equal((await api.anonymous.attempt(routes.explain, { params })).status, 401)
  })
})

describe('COR-5: fees computed before the rules were corrected', () => {
  const BEFORE = { vat: '9.90', surcharge: '0.59', tax: '38.02', net: '951.49' }
  /** Set directly in the database, because no request computes with the former rules. */
  const asBefore = (attendeeId: number) =>
    api.engine.pool.query(
      `update labor_agreement set vat_amount = $1, surcharge_amount = $2, income_tax = $3, net_amount = $4,
        fee_rule_version = 'iit-2019-01+vat-2026-01' where attendee_id = $5`,
      [BEFORE.vat, BEFORE.surcharge, BEFORE.tax, BEFORE.net, attendeeId],
    )

  it('keep their signed amounts with a notice; unsigned fees are corrected and their contracts discarded', async () => {
    const { meetingId } = await world.meeting()
    const [signer, reader] = [await world.expert(), await world.expert()]
    const signed = await world.attendee(meetingId, { phone: signer.phone, laborFee: 1000 })
    const unsigned = await world.attendee(meetingId, { phone: reader.phone, laborFee: 1000 })
    await world.drawUp(signer, signed.attendeeId)
    await world.drawUp(reader, unsigned.attendeeId)
    await asBefore(signed.attendeeId)
    await asBefore(unsigned.attendeeId)
    await world.requestCode(signer, signed.attendeeId)
    await world.signDrawnUp(signer, signed.attendeeId)
    await correctThreshold(api.db as never)
    await roundEachLevy(api.db as never)

    const kept = await signer.call(agreementRoutes.get, { params: signed })
    assert.deepEqual(
      [kept.vatAmount, kept.surchargeAmount, kept.incomeTax, kept.netAmount],
      [BEFORE.vat, BEFORE.surcharge, BEFORE.tax, BEFORE.net],
    )
    const explained = await signer.call(routes.explain, { params: signed })
    assert.match(explained.notice ?? '', /更正前算定/)
    assert.deepEqual(
      [explained.lines[1]?.formula, explained.lines.at(-1)?.amount],
      ['1000.00 ÷ (1 + 1%) × 1%', BEFORE.net],
    )
    const right = await reader.call(agreementRoutes.get, { params: unsigned })
    assert.deepEqual(
      [right.vatAmount, right.incomeTax, right.netAmount, right.feeRuleVersion, right.laborProtocol],
      ['0.00', '40.00', '960.00', VERSION, null],
    )
    assert.equal((await reader.call(routes.explain, { params: unsigned })).notice, null)
  })
})

describe('ATT-2 MTG-3: fees of a meeting that changes', () => {
  it('follow its executor and its date until they are signed; contracts drawn up before are discarded', async () => {
    const meeting = await world.meeting()
    const { meetingId } = meeting
    const [signer, reader] = [await world.expert(), await world.expert()]
    const signed = await world.attendee(meetingId, { phone: signer.phone })
    const unsigned = await world.attendee(meetingId, { phone: reader.phone })
    const free = await world.attendee(meetingId, { laborFee: 0 })
    await world.sign(signer, signed.attendeeId)
    await world.drawUp(reader, unsigned.attendeeId)

    const body = { meetingId, version: meeting.version, execUserId: rival.userId }
    await manager.call(meetingRoutes.update, { body })
    const rowOf = ({ attendeeId }: { attendeeId: number }) =>
      manager.call(attendeeRoutes.get, { params: { attendeeId } })
    const now = await rowOf(unsigned)
    assert.deepEqual([now.surchargeAmount, now.vatAndSurcharges, now.netAmount], ['1.73', '51.23', '4156.69'])
    assert.equal((await rowOf(free)).netAmount, '0.00')
    const kept = await rowOf(signed)
    assert.deepEqual(
      [kept.signatureStatus, kept.surchargeAmount, kept.netAmount],
      ['signed', '2.97', '4155.45'],
    )

    const { attendeeId } = unsigned
    const sign = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true } as const
    const refused = await reader.attempt(agreementRoutes.sign, { body: sign })
    assert.equal(refused.error?.error, 'AGREEMENT_NOT_READ')
    const drawn = await reader.call(agreementRoutes.contract, { body: { attendeeId } })
    assert.ok(drawn.laborProtocol?.includes(rival.orgName))
    assert.ok(!drawn.laborProtocol?.includes(executor.orgName))

    const other = { meetingId, version: meeting.version + 1, laborRemark: '备注' }
    await manager.call(meetingRoutes.update, { body: other })
    const same = await reader.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual(same, drawn, 'other changes leave the contract alone')
  })

  it('cannot move to a day without rules: the whole change is refused', async () => {
    const meeting = await world.meeting({ scheduleStartTime: '2027-12-31 09:00:00' })
    const { meetingId, version } = meeting
    const { attendeeId } = await world.attendee(meetingId)
    const late = { meetingId, version, scheduleStartTime: '2028-01-01 09:00:00', laborRemark: '改期' }
    const refused = await executor.attempt(meetingRoutes.update, { body: late })
    assert.deepEqual([refused.status, refused.error?.error], [422, 'FEE_RULE_MISSING'])
    const data = await executor.call(meetingRoutes.get, { params: { meetingId } })
    assert.deepEqual(
      [data.version, data.scheduleStartTime, data.laborRemark],
      [version, '2027-12-31 09:00:00', null],
    )
    const row = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.equal(row.scheduleStartTime, '2027-12-31 09:00:00')
    const unpaid = await world.meeting()
    await world.attendee(unpaid.meetingId, { laborFee: 0 })
    const body = {
      meetingId: unpaid.meetingId,
      version: unpaid.version,
      scheduleStartTime: '2028-01-01 09:00:00',
    }
    assert.equal(
      (await executor.attempt(meetingRoutes.update, { body })).status,
      200,
      'a fee of zero needs no rules',
    )
  })
})

describe('TAX-5: fees computed before each levy was rounded by itself', () => {
  it('are corrected while nobody has signed; a contract with other amounts is discarded, signed amounts stay', async () => {
    const { meetingId } = await world.meeting()
    const [signer, reader, other] = [await world.expert(), await world.expert(), await world.expert()]
    const signed = await world.attendee(meetingId, { phone: signer.phone, laborFee: 30_000 })
    const moved = await world.attendee(meetingId, { phone: reader.phone, laborFee: 30_000 })
    const same = await world.attendee(meetingId, { phone: other.phone, laborFee: 5000 })
    for (const [user, { attendeeId }] of [
      [signer, signed],
      [reader, moved],
      [other, same],
    ] as const)
      await world.drawUp(user, attendeeId)
    /** Set directly in the database, because no request computes with the former rules. */
    const asBefore = `update labor_agreement set fee_rule_version = 'iit-2019-01+vat-2026-01-r2',
      surcharge_amount = round(vat_amount * 0.06, 2),
      net_amount = payable_amount - vat_amount - round(vat_amount * 0.06, 2) - income_tax where attendee_id = any($1)`
    await api.engine.pool.query(asBefore, [[signed, moved, same].map(({ attendeeId }) => attendeeId)])
    await world.requestCode(signer, signed.attendeeId)
    await world.signDrawnUp(signer, signed.attendeeId)
    await roundEachLevy(api.db as never)

    const amountsOf = async (user: User, params: { attendeeId: number }) => {
      const data = await user.call(agreementRoutes.get, { params })
      return [data.surchargeAmount, data.netAmount, data.laborProtocol === null]
    }
    assert.deepEqual(await amountsOf(signer, signed), ['17.82', '24556.44', false])
    assert.deepEqual(await amountsOf(reader, moved), ['17.83', '24556.43', true])
    assert.deepEqual(await amountsOf(other, same), ['2.97', '4155.45', false])
    const explained = await signer.call(routes.explain, { params: signed })
    assert.match(explained.notice ?? '', /分别取整/)
  })
})
