// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { signedAgreementRoutes as routes } from '@consilium/contract/signing/signed-agreements.ts'
import { SMS_CODE, startApi, type ExpertUser } from '../../../../test/harness.ts'
import { drawnSignature, openWorld, pdfText, seasonClock } from '../../../../test/meeting-world.ts'
import { createDatabase } from '../../../infra/db/database.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import { payabilityOf } from '../service.ts'
import { qrTexts } from '@consilium/pdf-layout/test/pdf-tools.ts'
import {
  byteRangeOf,
  fingerprintOf,
  isIntact,
  pdfsig,
  withFlippedByte,
} from '@consilium/pades/test/pdf-tools.ts'

const PUBLIC_URL = 'https://consilium.example'
const VERIFY = `${PUBLIC_URL}/verify/`
const REASON = '课时增加一节'
const OFFSETS = 25
const UNKNOWN_CODE = 'a'.repeat(32)

const api = await startApi({ clock: seasonClock, env: { PUBLIC_URL: `${PUBLIC_URL}/` } })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world
const { meetingId, meetingName } = await world.meeting()
const { anonymous } = api

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An attendee whose agreement is signed, with the document and the code on it. */
async function signed() {
  const expert = await world.expert()
  const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  const { code, pdf, data } = await documentOf(expert, attendeeId)
  return { expert, attendeeId, version, code, pdf, data }
}

async function documentOf(expert: ExpertUser, attendeeId: number) {
  const params = { attendeeId }
  const data = await expert.call(agreementRoutes.get, { params })
  const { bytes } = await expert.call(agreementRoutes.pdf, { params })
  const url = data.verifyUrl ?? ''
  assert.ok(url.startsWith(VERIFY))
  return { data, code: url.slice(VERIFY.length), pdf: Buffer.from(bytes) }
}

const verify = (code: string) => anonymous.call(routes.verify, { params: { code } })
const verifyFile = (code: string, bytes: Uint8Array) =>
  anonymous.call(routes.verifyFile, { params: { code }, body: { documentHash: sha256(bytes) } })
const change = (attendeeId: number, version: number, fields: Record<string, unknown>) =>
  executor.attempt(attendeeRoutes.update, { body: { attendeeId, version, reason: REASON, ...fields } })
const payability = async (attendeeId: number) =>
  (await payabilityOf(createDatabase<Tables>(api.engine.pool), [attendeeId]))[0]
const historyOf = async (attendeeId: number) =>
  (await executor.call(routes.history, { params: { attendeeId } })).rows

describe('ATT-8 SVC-6: the signed document', () => {
  it('is valid for pdfsig, and shows its hash and an address for verification', async () => {
    const { pdf, data, code } = await signed()
    const said = pdfsig(pdf)
    assert.ok(isIntact(said), said)
    assert.match(code, /^[a-z2-9]{32}$/)
    assert.deepEqual(await qrTexts(pdf), [data.verifyUrl])
    const text = pdfText(pdf)
    assert.ok(text.includes(data.verifyUrl ?? '-'))
    assert.ok(text.includes(data.contentHash ?? '-'))
    assert.match(data.contentHash ?? '', /^[0-9a-f]{64}$/)
    assert.equal(data.documentHash, sha256(pdf))
  })

  it('can be verified by anyone with the code, who learns nothing else', async () => {
    const { pdf, data, code } = await signed()
    const expected = {
      genuine: true,
      current: true,
      signedTime: data.signedTime,
      signedUnder: 'consilium-labor-agreement-4',
      documentHash: sha256(pdf),
      contentHash: data.contentHash,
      proof: {
        timestamp: 'none',
        timestampTime: null,
        timestampAuthority: null,
        timestampVerified: false,
        revocation: 'none',
        proofProblem: null,
      },
      certificates: { document: fingerprintOf(pdf), seal: null },
      seal: { status: 'notNeeded', sealedTime: null },
    }
    assert.deepEqual(await verify(code), expected)
    assert.deepEqual(await verify(` ${code.toUpperCase()} `), expected, 'as it may be typed from paper')
    const response = await api.raw(`/business/publicity/verify/${code}`)
    const body = (await response.json()) as { data: object }
    assert.deepEqual(body.data, expected, 'neither names nor amounts')
    for (const unknown of [UNKNOWN_CODE, code.slice(1), '8999999999999999', '查验']) {
      const refused = await anonymous.attempt(routes.verify, { params: { code: unknown } })
      assert.deepEqual([refused.status, refused.error?.error], [404, 'NOT_FOUND'])
    }
    const malformed = await anonymous.attempt(routes.verify, { params: { code: 'x'.repeat(65) } })
    assert.deepEqual(
      malformed.error?.details?.map(({ field }) => field),
      ['code'],
    )
  })

  it('is not genuine if any byte is changed, and mostly not valid for pdfsig either', async () => {
    const { pdf, code } = await signed()
    assert.deepEqual(await verifyFile(code, pdf), { genuine: true, current: true, latest: true })
    const [, before, after_] = byteRangeOf(pdf)
    const step = Math.floor(pdf.length / OFFSETS)
    const spread = Array.from({ length: OFFSETS }, (_, at) => at * step)
    const inSignature = [before, before + 1, before + 700, after_ - 2, after_ - 1]
    for (const offset of [...spread, ...inSignature, pdf.length - 1]) {
      const changed = withFlippedByte(pdf, offset)
      assert.deepEqual(
        await verifyFile(code, changed),
        { genuine: false, current: false, latest: false },
        `${offset}`,
      )
      if (offset < before || offset >= after_) assert.ok(!isIntact(pdfsig(changed)), `${offset}`)
    }
    for (const other of [Buffer.concat([pdf, Buffer.from('\n')]), pdf.subarray(0, -1), Buffer.alloc(0)])
      assert.deepEqual(await verifyFile(code, other), { genuine: false, current: false, latest: false })
  })

  it('of another attendee is not genuine under the code', async () => {
    const [one, other] = [await signed(), await signed()]
    assert.notEqual(one.code, other.code)
    assert.notEqual(one.data.contentHash, other.data.contentHash)
    assert.deepEqual(await verifyFile(one.code, other.pdf), { genuine: false, current: false, latest: false })
  })

  it('cannot be verified with an unknown code or an invalid hash', async () => {
    const { code, pdf } = await signed()
    const unknown = await anonymous.attempt(routes.verifyFile, {
      params: { code: UNKNOWN_CODE },
      body: { documentHash: sha256(pdf) },
    })
    assert.deepEqual([unknown.status, unknown.error?.error], [404, 'NOT_FOUND'])
    const malformed = await anonymous.attempt(routes.verifyFile, {
      params: { code },
      body: { documentHash: 'x'.repeat(64) },
    })
    assert.deepEqual(
      [malformed.status, malformed.error?.details?.map(({ field }) => field)],
      [400, ['documentHash']],
    )
  })

  it('SEC-28: takes no file from visitors, and refuses one unread', async () => {
    const { code } = await signed()
    const form = new FormData()
    form.append('file', new File(['x'], 'a.pdf'))
    const answer = await api.raw(`/business/publicity/verify/${code}`, { method: 'POST', body: form })
    assert.equal(answer.status, 400)
  })

  it('has no address before it is signed', async () => {
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await world.drawUp(expert, attendeeId)
    const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual([data.verifyUrl, data.documentHash, data.contentHash], [null, null, null])
  })
})

describe('ATT-8: another fee after signing', () => {
  it('TRU-7: waits for the expert, while the signed agreement stays in force and nothing can be paid', async () => {
    const { expert, attendeeId, version, code, pdf, data: before } = await signed()
    assert.deepEqual(await payability(attendeeId), { attendeeId, isPayable: true, obstacles: [] })
    const unreasoned = await change(attendeeId, version, { laborFee: '8000', reason: undefined })
    assert.deepEqual(
      [unreasoned.status, unreasoned.error?.error, unreasoned.error?.details?.[0]?.field],
      [400, 'AMENDMENT_REASON_MISSING', 'reason'],
    )
    const nothing = await change(attendeeId, version, { laborFee: '0' })
    assert.deepEqual(
      [nothing.status, nothing.error?.error, nothing.error?.details?.[0]?.field],
      [400, 'AMENDMENT_FEE_MISSING', 'laborFee'],
    )
    const { data: row } = await change(attendeeId, version, { laborFee: '8000' })
    assert.deepEqual(
      [row.signatureStatus, row.agreementStep, row.payableAmount, row.supersededCount],
      ['signed', 'success', '5000.00', 0],
    )
    assert.deepEqual(
      [row.amendment?.status, row.amendment?.payableAmount, row.amendment?.reason],
      ['proposed', '8000.00', REASON],
    )
    assert.equal(row.abilities.withdrawAmendment, true)
    assert.deepEqual(await payability(attendeeId), {
      attendeeId,
      isPayable: false,
      obstacles: ['amendmentPending'],
    })
    const params = { attendeeId }
    const data = await expert.call(agreementRoutes.get, { params })
    assert.deepEqual(
      [data.signatureStatus, data.payableAmount, data.amendment?.payableAmount, data.amendment?.reason],
      ['signed', '5000.00', '8000.00', REASON],
    )
    assert.deepEqual(data.abilities, { fill: false, sign: false, decline: true, download: true })
    assert.deepEqual((await documentOf(expert, attendeeId)).pdf, pdf, 'the signed document is still there')
    assert.deepEqual(await verifyFile(code, pdf), { genuine: true, current: true, latest: true })
    const meeting = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.ok(meeting.signedCount < meeting.attendeeCount, 'not counted as settled')

    const messages = await expert.call(messageRoutes.list, { query: { kind: 'amendmentProposed' } })
    const [message, ...others] = messages.rows
    assert.equal(others.length, 0)
    assert.deepEqual(message?.link, { resource: 'meetingAttendee', id: attendeeId })
    for (const word of [meetingName, '5,000.00', '8,000.00', REASON])
      assert.ok(message?.content.includes(word), word)
    const english = await api.as(expert.token, 'en').call(messageRoutes.list, {})
    assert.match(english.rows[0]?.content ?? '', /from ¥\s5,000\.00 to ¥\s8,000\.00/)

    await world.signAmendment(expert, attendeeId)
    const anew = await documentOf(expert, attendeeId)
    assert.notEqual(anew.code, code)
    assert.deepEqual([anew.data.payableAmount, anew.data.amendment], ['8000.00', null])
    assert.equal(anew.data.bankAccount, before.bankAccount, 'what was filled in stays')
    const text = pdfText(anew.pdf)
    for (const word of ['8000.00', `变更原因：${REASON}`, '自乙方签署本协议之时起取代原协议'])
      assert.ok(text.includes(word), word)
    assert.ok(isIntact(pdfsig(anew.pdf)))
    assert.equal((await verify(anew.code)).current, true)
    assert.equal((await verify(code)).current, false)
    assert.equal((await payability(attendeeId))?.isPayable, true)
    const [kept] = await historyOf(attendeeId)
    assert.deepEqual([kept?.payableAmount, kept?.supersededReason], ['5000.00', REASON])
    const told = await executor.call(messageRoutes.list, { query: { kind: 'amendmentDecided' } })
    assert.match(told.rows[0]?.content ?? '', /已签署.*8,000\.00元/)
  })

  it('TRU-7: can be declined by the expert or taken back, and then the signed agreement simply stays', async () => {
    const { expert, attendeeId, version, code } = await signed()
    await change(attendeeId, version, { laborFee: '8000' }).then(({ data }) => data)
    const stranger = await world.expert()
    const body = { attendeeId, reason: '与约定不符' }
    assert.equal((await stranger.attempt(agreementRoutes.decline, { body })).status, 404)
    const declined = await expert.call(agreementRoutes.decline, { body })
    assert.deepEqual(
      [declined.signatureStatus, declined.payableAmount, declined.amendment],
      ['signed', '5000.00', null],
    )
    assert.equal((await expert.attempt(agreementRoutes.decline, { body })).status, 404, 'once')
    const row = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.deepEqual([row.amendment?.status, row.amendment?.declineReason], ['declined', '与约定不符'])
    const told = await executor.call(messageRoutes.list, { query: { kind: 'amendmentDecided' } })
    assert.match(told.rows[0]?.content ?? '', /未同意.*8,000\.00元/)
    assert.equal((await payability(attendeeId))?.isPayable, true)

    await change(attendeeId, row.version, { laborFee: '7000' }).then(({ data }) => data)
    const params = { attendeeId }
    assert.equal((await rival.attempt(attendeeRoutes.withdrawAmendment, { params })).status, 404)
    assert.equal((await expert.attempt(attendeeRoutes.withdrawAmendment, { params })).status, 403)
    const back = await executor.call(attendeeRoutes.withdrawAmendment, { params })
    assert.deepEqual([back.amendment?.status, back.payableAmount], ['withdrawn', '5000.00'])
    assert.equal((await executor.attempt(attendeeRoutes.withdrawAmendment, { params })).status, 404)
    assert.equal((await verify(code)).current, true)
    assert.deepEqual(await historyOf(attendeeId), [])
  })

  it('SEC-39: the signed fee, entered again, takes back the change that waits', async () => {
    const { expert, attendeeId, version } = await signed()
    await change(attendeeId, version, { laborFee: '8000' }).then(({ data }) => data)
    await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    await world.requestCode(expert, attendeeId)
    const renamed = await executor.call(attendeeRoutes.update, {
      body: { attendeeId, version: version + 1, unit: '北方医院' },
    })
    assert.equal(renamed.amendment?.status, 'proposed', 'another change leaves it alone')
    const back = await executor.call(attendeeRoutes.update, {
      body: { attendeeId, version: version + 2, laborFee: '5000.0' },
    })
    assert.deepEqual([back.amendment?.status, back.payableAmount], ['withdrawn', '5000.00'])
    const now = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual([now.amendment, now.abilities.sign, now.abilities.decline], [null, false, false])
    const { total } = await expert.call(attendeeRoutes.list, { query: { toSign: 'true' } })
    assert.equal(total, 0)
    const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
    assert.equal((await expert.attempt(agreementRoutes.sign, { body })).error?.error, 'AGREEMENT_SIGNED')
    assert.equal((await payability(attendeeId))?.isPayable, true)
  })

  it('TRU-7: a further proposal replaces the one that waits, and a code for the former signs nothing', async () => {
    const { expert, attendeeId, version } = await signed()
    await change(attendeeId, version, { laborFee: '8000' }).then(({ data }) => data)
    await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    await world.requestCode(expert, attendeeId)
    await change(attendeeId, version + 1, { laborFee: '9000' }).then(({ data }) => data)
    const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
    assert.equal((await expert.attempt(agreementRoutes.sign, { body })).error?.error, 'AGREEMENT_NOT_READ')
    await expert.call(agreementRoutes.contract, { body: { attendeeId } })
    assert.equal((await expert.attempt(agreementRoutes.sign, { body })).error?.error, 'SMS_CODE_WRONG')
    await world.requestCode(expert, attendeeId)
    assert.equal((await expert.call(agreementRoutes.sign, { body })).payableAmount, '9000.00')
  })

  it('keeps signed agreements in the history, newest first, for readers of the agreement', async () => {
    const first = await signed()
    const { expert, attendeeId, version } = first
    await change(attendeeId, version, { laborFee: '8000' }).then(({ data }) => data)
    await world.signAmendment(expert, attendeeId)
    const second = await documentOf(expert, attendeeId)
    await change(attendeeId, version + 1, { laborFee: '0.01' }).then(({ data }) => data)
    await world.signAmendment(expert, attendeeId)

    const params = { attendeeId }
    const { rows, total } = await expert.call(routes.history, { params })
    assert.equal(total, 2)
    const [newest, oldest] = rows
    assert.deepEqual(
      rows.map(({ payableAmount, netAmount, documentHash, contentHash, signedTime }) => [
        payableAmount,
        netAmount,
        documentHash,
        contentHash,
        signedTime,
      ]),
      [second, first].map(({ data, pdf }) => [
        data.payableAmount,
        data.netAmount,
        sha256(pdf),
        data.contentHash,
        data.signedTime,
      ]),
    )
    assert.deepEqual([oldest?.supersededBy, oldest?.attendeeId], [executor.userId, attendeeId])
    assert.equal(oldest?.supersededByName, executor.orgName, 'the main account of an executor')
    assert.match(oldest?.supersededTime ?? '', /^2026-11-\d\d \d\d:\d\d:\d\d$/)

    const ofOldest = { attendeeId, historyId: oldest?.historyId ?? 0 }
    const kept = await expert.attempt(routes.historyPdf, { params: ofOldest })
    assert.ok(Buffer.from(kept.data.bytes).equals(first.pdf))
    assert.equal(
      oldest?.document,
      `/api/business/laborAgreement/${attendeeId}/history/${oldest?.historyId}/pdf`,
    )
    assert.ok(decodeURIComponent(kept.headers.get('content-disposition') ?? '').includes('已失效'))
    for (const user of [manager, executor, await api.person(executor, 'meetingExecutor')]) {
      assert.equal((await user.call(routes.history, { params })).total, 2)
      assert.equal((await user.attempt(routes.historyPdf, { params: ofOldest })).status, 200)
    }
    for (const user of [rival, await world.expert(), await api.leader()]) {
      assert.equal((await user.attempt(routes.history, { params })).status, 404)
      assert.equal((await user.attempt(routes.historyPdf, { params: ofOldest })).status, 404)
    }
    for (const user of [sponsor, await api.person(executor, 'supervisor')]) {
      assert.equal((await user.attempt(routes.history, { params })).status, 403)
      assert.equal((await user.attempt(routes.historyPdf, { params: ofOldest })).status, 403)
    }
    assert.equal((await anonymous.attempt(routes.history, { params })).status, 401)
    assert.equal((await anonymous.attempt(routes.historyPdf, { params: ofOldest })).status, 401)
    const elsewhere = { attendeeId: (await signed()).attendeeId, historyId: newest?.historyId ?? 0 }
    assert.equal((await executor.attempt(routes.historyPdf, { params: elsewhere })).status, 404)

    const log = await (await api.admin()).call(operationLogRoutes.list, { query: { pageSize: 200 } })
    const readings = log.rows.filter(
      ({ operation, target, httpStatus }) =>
        operation === 'signedAgreement.historyPdf' &&
        target === `attendeeId=${attendeeId} historyId=${oldest?.historyId}` &&
        httpStatus === 200,
    )
    assert.equal(readings.length, 4, 'each reading is logged')
  })

  it('TRU-7: labor form and bank region of a signed agreement stay, whether the fee changes or not', async () => {
    const { attendeeId, version, code } = await signed()
    for (const fields of [
      { laborForm: 'chair' },
      { bankRegion: '上海市' },
      { laborForm: 'chair', laborFee: 5000 },
      { laborForm: 'chair', laborFee: 6000 },
    ])
      assert.equal((await change(attendeeId, version, fields)).error?.error, 'AGREEMENT_SIGNED')
    const { data } = await change(attendeeId, version, { laborFee: '5000', summary: '无变化' })
    assert.deepEqual([data.amendment, data.laborForm], [null, 'lecture'])
    assert.equal((await verify(code)).current, true)
    assert.deepEqual(await historyOf(attendeeId), [])
  })

  it('changes nothing if it cannot be computed or the caller may not change it', async () => {
    const { expert, attendeeId, version, code } = await signed()
    const body = { attendeeId, version, laborFee: '6000', reason: REASON }
    assert.equal((await rival.attempt(attendeeRoutes.update, { body })).status, 404)
    assert.equal((await expert.attempt(attendeeRoutes.update, { body })).status, 403)
    assert.equal((await change(attendeeId, version + 1, { laborFee: '6000' })).error?.error, 'STALE_RECORD')
    const late = await world.meeting()
    const other = await world.expert()
    const row = await world.attendee(late.meetingId, { phone: other.phone })
    await world.sign(other, row.attendeeId)
    const moved = {
      meetingId: late.meetingId,
      version: late.version,
      scheduleStartTime: '2029-01-01 09:00:00',
    }
    await manager.call(meetingRoutes.update, { body: moved })
    const refused = await change(row.attendeeId, row.version, { laborFee: '6000' })
    assert.equal(refused.error?.error, 'FEE_RULE_MISSING')
    assert.deepEqual(await historyOf(row.attendeeId), [])
    assert.equal((await verify((await documentOf(other, row.attendeeId)).code)).current, true)
    assert.equal((await verify(code)).current, true)
  })

  it('ATT-3: an attendee who has ever signed cannot be removed, nor can the meeting', async () => {
    const meeting = await world.meeting()
    const expert = await world.expert()
    const { attendeeId, version } = await world.attendee(meeting.meetingId, { phone: expert.phone })
    await world.sign(expert, attendeeId)
    await change(attendeeId, version, { laborFee: '1' }).then(({ data }) => data)
    const removal = await executor.attempt(attendeeRoutes.remove, {
      params: { attendeeId: String(attendeeId) },
    })
    assert.equal(removal.error?.error, 'AGREEMENT_SIGNED')
    const data = await manager.call(meetingRoutes.get, { params: meeting })
    assert.deepEqual([data.signedCount, data.abilities.remove], [0, false])
    const params = { meetingId: String(meeting.meetingId) }
    assert.equal((await manager.attempt(meetingRoutes.remove, { params })).error?.error, 'AGREEMENT_SIGNED')
    assert.equal((await historyOf(attendeeId)).length, 0)
  })
})
