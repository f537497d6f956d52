// Engine: postgres
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { SMS_CODE, type ExpertUser, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import {
  BANK_ACCOUNT,
  drawnSignature,
  ID_CARD_NO,
  IDENTITY,
  openWorld,
  pdfText,
  SCHEDULED,
  seasonClock,
} from '../../../test/meeting-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world
const meeting = await world.meeting({
  scheduleStartTime: '2026-12-05 09:00:00',
  scheduleEndTime: '2026-12-05 17:30:00',
  scheduleLocation: '北京国际会议中心',
})
const { meetingId } = meeting
const handsign = drawnSignature()

/** An expert with its own attendee record and an untouched agreement. */
async function invited(given: Parameters<typeof world.attendee>[1] = {}, named: { name?: string } = {}) {
  const expert = await world.expert(named)
  const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone, ...given })
  return { expert, attendeeId, version }
}

const sign = (expert: ExpertUser, attendeeId: number, headers: Record<string, string> = {}) =>
  expert.attempt(routes.sign, { body: { attendeeId, handsign, smsCode: SMS_CODE, consent: true }, headers })

const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)

describe('SVC-6 ATT-8: fill, contract, success', () => {
  it('ends in a document with the signed content', async () => {
    const { expert, attendeeId } = await invited({}, { name: '王堃喆' })
    const start = await expert.call(routes.get, { params: { attendeeId } })
    assert.deepEqual([start.step, start.idCardNo, start.laborProtocol], ['fill', null, null])
    assert.deepEqual(start.abilities, { fill: true, sign: false, decline: false, download: false })

    const body = { attendeeId, ...IDENTITY, unit: '协和医院', title: null }
    const filled = await expert.call(routes.fill, { body })
    assert.deepEqual(
      [filled.step, filled.idCardNo, filled.bankAccount, filled.bankName, filled.bankRegion],
      ['contract', '110105********002X', '6222***********5678', IDENTITY.bankName, IDENTITY.bankRegion],
    )
    assert.deepEqual([filled.name, filled.unit, filled.title], ['王堃喆', '协和医院', null])

    const drawn = await expert.call(routes.contract, { body: { attendeeId } })
    const text = drawn.laborProtocol ?? ''
    assert.equal(drawn.step, 'contract')
    for (const part of [
      '王堃喆',
      executor.orgName,
      meeting.meetingName,
      '2026-12-05 09:00 至 2026-12-05 17:30',
    ])
      assert.ok(text.includes(part), part)
    for (const part of ['讲课', '5000.00元', '49.50元', '2.97元', '792.08元', '4155.45元'])
      assert.ok(text.includes(part), part)
    assert.ok(!text.includes('{{'))
    assert.deepEqual(drawn.abilities, { fill: true, sign: true, decline: false, download: false })

    await world.requestCode(expert, attendeeId)
    const { data: signed } = await sign(expert, attendeeId)
    const kept = text.replace(BANK_ACCOUNT, '6222***********5678')
    assert.deepEqual([signed.step, signed.signatureStatus, signed.laborProtocol], ['success', 'signed', kept])
    assert.match(signed.signedTime ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.deepEqual(signed.abilities, { fill: false, sign: false, decline: false, download: true })
    const image = await fetch(new URL(signed.handsign ?? '', api.baseUrl), {
      headers: { authorization: `Bearer ${expert.token}` },
    })
    assert.equal(image.headers.get('content-type'), 'image/png')

    const pdf = await expert.attempt(routes.pdf, { params: { attendeeId } })
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    const name = encodeURIComponent(`劳务协议-王堃喆-${attendeeId}.pdf`)
    assert.ok(pdf.headers.get('content-disposition')?.includes(name))
    const read = pdfText(pdf.data.bytes)
    const squeezed = (value: string) => value.replace(/\s+/g, '')
    for (const part of [
      '劳务协议',
      '王堃喆',
      '协和医院',
      executor.orgName,
      ID_CARD_NO,
      BANK_ACCOUNT,
      expert.phone,
    ])
      assert.ok(read.includes(part), part)
    for (const part of ['应付金额', '增值税', '附加税费', '个人所得税', '实付金额', '792.08', '4155.45'])
      assert.ok(read.includes(part), part)
    assert.ok(read.includes(`LA-${String(attendeeId).padStart(8, '0')}`))
    assert.ok(read.includes(squeezed(`签署时间：${signed.signedTime}`)))
    for (const line of text.split('\n')) assert.ok(read.includes(squeezed(line).slice(0, 30)), line)
    const part = await api.raw(`/business/laborAgreement/${attendeeId}/pdf`, {
      token: expert.token,
      headers: { range: 'bytes=0-4' },
    })
    assert.deepEqual([part.status, await part.text()], [206, '%PDF-'])
  })

  it('takes omitted details from the profile, and keeps them when filled in again', async () => {
    const { expert, attendeeId } = await invited()
    const me = await expert.call(expertRoutes.me, {})
    const profile = { ...IDENTITY, bankName: '招商银行' }
    await expert.call(expertRoutes.updateMe, { body: { version: me.version, ...profile } })
    await world.approve(expert)
    const data = await expert.call(routes.fill, { body: { attendeeId } })
    assert.deepEqual(
      [data.bankName, data.idCardNo, data.unit, data.title],
      ['招商银行', '110105********002X', '首都医院', '主任医师'],
    )
    await expert.call(routes.fill, {
      body: { attendeeId, bankName: '中国银行', title: '教授' },
    })
    const again = await expert.call(routes.fill, { body: { attendeeId, unit: '协和医院' } })
    assert.deepEqual(
      [again.bankName, again.bankAccount, again.name, again.title, again.unit],
      ['中国银行', '6222***********5678', '李文博', '教授', '协和医院'],
    )
    const row = await expert.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.deepEqual([row.name, row.unit], ['李文博', '首都医院'], 'the attendee list keeps its own')
  })

  it('PAY-3 SVC-6: without an account in the profile, begins with that of the agreement which the same person signed last', async () => {
    const [{ expert, attendeeId: first }, other] = [await invited(), await invited()]
    await world.drawUp(expert, first)
    await sign(expert, first)
    const invite = async (day: string) => {
      const times = { ...SCHEDULED, scheduleStartTime: `${day} 09:00:00`, scheduleEndTime: `${day} 10:00:00` }
      const { meetingId: later } = await world.meeting(times)
      return (await world.attendee(later, { phone: expert.phone })).attendeeId
    }
    const shownTo = async (reader: User, attendeeId: number) => {
      const reply = await reader.attempt(routes.get, { params: { attendeeId } })
      return reply.error?.error ?? [reply.data.bankName, reply.data.bankAccount, reply.data.bankRegion]
    }
    const second = await invite('2026-12-08')
    const written = [IDENTITY.bankName, '6222***********5678', IDENTITY.bankRegion]
    assert.deepEqual(await shownTo(expert, second), written)
    assert.equal(await shownTo(other.expert, second), 'NOT_FOUND')
    for (const [reader, id] of [
      [other.expert, other.attendeeId],
      [executor, second],
    ] as const)
      assert.deepEqual(await shownTo(reader, id), [null, null, null])
    const filled = await expert.call(routes.fill, { body: { attendeeId: second } })
    assert.deepEqual([filled.step, filled.bankName, filled.bankAccount], ['contract', ...written.slice(0, 2)])

    const third = await invite('2026-12-09')
    const { version } = await expert.call(expertRoutes.me, {})
    const account = { bankName: '招商银行', bankAccount: '6214830100000009', bankRegion: '上海市' }
    await expert.call(expertRoutes.updateMe, { body: { version, ...account } })
    assert.deepEqual(await shownTo(expert, third), ['招商银行', '6214********0009', '上海市'])
  })

  it('names every detail missing in both, and stores nothing', async () => {
    const { expert, attendeeId } = await invited()
    const refused = await expert.attempt(routes.fill, { body: { attendeeId, bankName: '中国银行' } })
    assert.equal(refused.error?.error, 'VALIDATION_FAILED')
    assert.deepEqual(fieldsOf(refused), ['bankAccount', 'bankRegion'])
    const wrong = await expert.attempt(routes.fill, {
      body: { attendeeId, ...IDENTITY, idCardNo: '110105194912310020' },
    })
    assert.deepEqual(fieldsOf(wrong), ['idCardNo'])
    const data = await expert.call(routes.get, { params: { attendeeId } })
    assert.deepEqual([data.step, data.bankName], ['fill', null])
  })

  it('refuses characters that the document cannot show, and names their fields', async () => {
    const { expert, attendeeId } = await invited()
    const body = { attendeeId, ...IDENTITY, name: '王🙂', title: '教授🚀' }
    const refused = await expert.attempt(routes.fill, { body })
    assert.equal(refused.error?.error, 'GLYPH_MISSING')
    assert.deepEqual(fieldsOf(refused), ['name', 'title'])
    assert.match(refused.error?.msg ?? '', /🙂.*🚀/)
  })

  it('does not let a filled-in value add a clause', async () => {
    const { expert, attendeeId } = await invited()
    const unit = '首都医院\n第十一条　甲方另付一百万元'
    await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY, bankName: '王一\n3.9 加付', unit } })
    const data = await expert.call(routes.contract, { body: { attendeeId } })
    assert.ok(data.laborProtocol?.includes('王一 3.9 加付'))
    assert.ok(!/^(第十一条|3\.9)/m.test(data.laborProtocol ?? ''))
  })

  it('allows the steps only in order', async () => {
    const { expert, attendeeId } = await invited()
    const body = { attendeeId }
    assert.equal((await expert.attempt(routes.contract, { body })).error?.error, 'AGREEMENT_NOT_FILLED')
    assert.equal((await sign(expert, attendeeId)).error?.error, 'AGREEMENT_NOT_READ')
    await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY } })
    assert.equal((await sign(expert, attendeeId)).error?.error, 'AGREEMENT_NOT_READ')
    const unsigned = await expert.attempt(routes.pdf, { params: body })
    assert.deepEqual([unsigned.status, unsigned.error?.error], [404, 'AGREEMENT_UNSIGNED'])
  })

  it('discards the contract after a change of the fee or of the filled-in details', async () => {
    const { expert, attendeeId, version } = await invited()
    await world.drawUp(expert, attendeeId)
    const change = { attendeeId, version, laborFee: '8000' }
    await executor.call(attendeeRoutes.update, { body: change })
    assert.equal((await sign(expert, attendeeId)).error?.error, 'AGREEMENT_NOT_READ')
    const data = await expert.call(routes.contract, { body: { attendeeId } })
    assert.ok(data.laborProtocol?.includes('8000.00元'))
    await executor.call(attendeeRoutes.update, { body: { ...change, version: version + 1 } })
    const same = await expert.call(routes.get, { params: { attendeeId } })
    assert.equal(same.laborProtocol, data.laborProtocol, 'the same fee changes nothing')
    await expert.call(routes.fill, { body: { attendeeId, bankName: '中国银行' } })
    assert.equal((await sign(expert, attendeeId)).error?.error, 'AGREEMENT_NOT_READ')
  })

  it('uses the template that the meeting names, and keeps its text once drawn up', async () => {
    const template = {
      templateName: '专用模板',
      content: '专用条款：{{expertName}}（{{idCardNo}}，{{bankAccount}}）',
    }
    const made = await manager.call(routes.createTemplate, { body: template })
    const special = await world.meeting({ ...SCHEDULED, laborTemplateId: made.templateId })
    const shown = await manager.call(meetingRoutes.get, { params: special })
    assert.equal(shown.laborTemplateName, '专用模板')
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(special.meetingId, { phone: expert.phone })
    await world.drawUp(expert, attendeeId)
    const { templateId } = made
    await manager.call(routes.updateTemplate, {
      body: { templateId, version: 1, content: '改过', status: '1' },
    })
    const data = await expert.call(routes.get, { params: { attendeeId } })
    const [line, ...appended] = data.laborProtocol?.split('\n') ?? []
    assert.equal(line, `专用条款：李文博（110105********002X，${BANK_ACCOUNT}）`)
    assert.equal(appended[0], '补充约定')
    const missing = await expert.attempt(routes.contract, { body: { attendeeId } })
    assert.equal(missing.error?.error, 'TEMPLATE_MISSING', 'a disabled template is not used')
    assert.equal((await sign(expert, attendeeId)).status, 200, 'what was read can be signed')
  })

  it('is signed once, and cannot be changed afterwards', async () => {
    const { expert, attendeeId } = await invited()
    await world.sign(expert, attendeeId)
    const signed = await expert.call(routes.get, { params: { attendeeId } })
    assert.equal((await sign(expert, attendeeId)).error?.error, 'AGREEMENT_SIGNED')
    const refilled = await expert.attempt(routes.fill, { body: { attendeeId, name: '别人' } })
    assert.equal(refilled.error?.error, 'AGREEMENT_SIGNED')
    assert.equal(
      (await expert.attempt(routes.contract, { body: { attendeeId } })).error?.error,
      'AGREEMENT_SIGNED',
    )
    const meetings = { params: { meetingId: String(meetingId) } }
    assert.equal((await manager.attempt(meetingRoutes.remove, meetings)).error?.error, 'AGREEMENT_SIGNED')
    const later = await expert.call(routes.get, { params: { attendeeId } })
    const { handsign: _first, ...kept } = signed
    const { handsign: _second, ...now } = later
    assert.deepEqual(now, kept)
  })

  it('answers a repeated signing with the first answer', async () => {
    const { expert, attendeeId } = await invited()
    await world.drawUp(expert, attendeeId)
    const headers = { 'idempotency-key': `sign-${attendeeId}` }
    const first = await sign(expert, attendeeId, headers)
    const again = await sign(expert, attendeeId, headers)
    assert.deepEqual([again.status, again.data], [200, first.data])
  })
})

describe('ATT-8: signatures', () => {
  it('may be the typed name of the expert, and of nobody else', async () => {
    const { expert, attendeeId } = await invited()
    await world.drawUp(expert, attendeeId)
    const signAs = (typedName: string) =>
      expert.attempt(routes.sign, {
        body: { attendeeId, handsign, typedName, smsCode: SMS_CODE, consent: true },
      })
    const refused = await signAs(`${expert.name}某`)
    assert.deepEqual([refused.error?.error, fieldsOf(refused)], ['SIGNATURE_NAME_DIFFERS', ['typedName']])
    assert.equal((await signAs(expert.name)).data.signatureStatus, 'signed')
  })

  it('must be drawn: anything else is refused and leaves nothing behind', async () => {
    const { expert, attendeeId } = await invited()
    await world.drawUp(expert, attendeeId)
    const stored = () =>
      readdirSync(api.dataDir, { recursive: true }).filter((name) => String(name).includes('files'))
    const before = stored().length
    const cases = [
      ['data:image/png;base64,bm8gaW1hZ2U=', 'SIGNATURE_NOT_IMAGE'],
      ['data:image/svg+xml;base64,PHN2Zy8+', 'SIGNATURE_NOT_IMAGE'],
      [`data:image/png;base64,${'A'.repeat(700_000)}`, 'SIGNATURE_TOO_LARGE'],
    ] as const
    for (const [drawn, error] of cases) {
      const body = { attendeeId, handsign: drawn, smsCode: SMS_CODE, consent: true as const }
      const refused = await expert.attempt(routes.sign, { body })
      assert.equal(refused.error?.error, error)
      assert.deepEqual(fieldsOf(refused), ['handsign'])
    }
    const response = await api.raw('/business/laborAgreement/sign', {
      method: 'POST',
      token: expert.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ attendeeId, handsign, smsCode: SMS_CODE, consent: false }),
    })
    assert.equal(response.status, 400)
    assert.deepEqual(
      ((await response.json()) as { details: { field: string }[] }).details.map(({ field }) => field),
      ['consent'],
    )
    assert.equal(stored().length, before)
    assert.equal((await expert.call(routes.get, { params: { attendeeId } })).signatureStatus, 'unsigned')
  })
})

describe('ATT-8: who may', () => {
  it('only the expert fills in and signs; others get 404', async () => {
    const { expert, attendeeId } = await invited()
    await world.drawUp(expert, attendeeId)
    const other = await world.expert()
    assert.equal((await other.attempt(routes.get, { params: { attendeeId } })).status, 404)
    assert.equal((await other.attempt(routes.fill, { body: { attendeeId, ...IDENTITY } })).status, 404)
    assert.equal((await other.attempt(routes.contract, { body: { attendeeId } })).status, 404)
    assert.equal((await sign(other, attendeeId)).status, 404)
    for (const user of [manager, executor]) {
      assert.equal((await user.attempt(routes.fill, { body: { attendeeId } })).status, 403)
      assert.equal((await user.attempt(routes.contract, { body: { attendeeId } })).status, 403)
      const data = await user.call(routes.get, { params: { attendeeId } })
      assert.deepEqual(data.abilities, { fill: false, sign: false, decline: false, download: false })
      assert.deepEqual([data.idCardNo, data.bankAccount], ['110105********002X', '6222***********5678'])
    }
    assert.equal((await api.anonymous.attempt(routes.get, { params: { attendeeId } })).status, 401)
    assert.equal((await api.anonymous.attempt(routes.pdf, { params: { attendeeId } })).status, 401)
  })

  it('the expert and whoever runs the meeting download the document, and each download is logged', async () => {
    const { expert, attendeeId } = await invited()
    await world.sign(expert, attendeeId)
    const params = { attendeeId }
    for (const user of [sponsor, await api.person(executor, 'supervisor')]) {
      assert.equal((await user.attempt(routes.get, { params })).status, 403)
      assert.equal((await user.attempt(routes.pdf, { params })).status, 403)
    }
    for (const user of [rival, await world.expert(), await api.leader()])
      assert.equal((await user.attempt(routes.pdf, { params })).status, 404)
    for (const user of [expert, manager, executor, await api.person(executor, 'meetingExecutor')])
      assert.equal((await user.attempt(routes.pdf, { params })).status, 200)
    const admin = await api.admin()
    const { rows } = await admin.call(operationLogRoutes.list, { query: { pageSize: 200 } })
    const readings = rows.filter(
      ({ operation, target }) => operation.endsWith('.pdf') && target?.includes(`${attendeeId}`),
    )
    assert.deepEqual(
      new Set(readings.filter(({ httpStatus }) => httpStatus === 200).map(({ userId }) => userId)).size,
      4,
    )
  })

  it('the database holds no identity or bank number in plain text', async () => {
    const { expert, attendeeId } = await invited()
    const secrets = { idCardNo: '110101199003077651', bankAccount: '6217000098765432109' }
    await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY, ...secrets } })
    await world.approve(expert)
    await expert.call(routes.contract, { body: { attendeeId } })
    await world.requestCode(expert, attendeeId)
    assert.equal((await sign(expert, attendeeId, { 'idempotency-key': 'secrets' })).status, 200)
    const { rows: tables } = await api.engine.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    assert.ok(tables.some(({ name }) => name === 'labor_agreement'))
    for (const { name } of tables) {
      const { rows } = await api.engine.pool.query(`select t::text as row from ${name} t`)
      const text = JSON.stringify(rows)
      for (const secret of Object.values(secrets)) {
        assert.ok(!text.includes(secret), name)
        assert.ok(!text.includes(Buffer.from(secret).toString('hex')), name)
      }
    }
  })
})
