// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { identityRoutes } from '@consilium/contract/experts/identity-routes.ts'
import type { IdentityState } from '@consilium/contract/experts/identity-check.ts'
import { freshPhone, SMS_CODE, startApi, type ExpertUser } from '../../../../test/harness.ts'
import { ID_CARD_NO, openWorld, pdfText, seasonClock } from '../../../../test/meeting-world.ts'
import { startVerifierServer } from '../../../../test/verifier-server.ts'

const PATIENCE_MS = 15_000
const PROVIDER = '示例核验中心'

const verifier = await startVerifierServer({ otherwise: { state: 'match' } })
const env = { IDENTITY_VERIFIER_URL: verifier.url, IDENTITY_VERIFIER_NAME: PROVIDER }
const api = await startApi({ clock: seasonClock, env })
after(async () => {
  await api.close()
  await verifier.close()
})
const world = await openWorld(api)
const { manager } = world
const { meetingId } = await world.meeting()
const plain = (text: string) => text.replaceAll(/\s/g, '')

const checkOf = async ({ expertId }: ExpertUser) =>
  (await manager.call(expertRoutes.get, { params: { expertId } })).identityCheck

async function until(expert: ExpertUser, state: IdentityState) {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const check = await checkOf(expert)
    if (check.state === state) return check
    if (Date.now() > deadline) assert.fail(`it stays ${JSON.stringify(check)}`)
    await delay(20)
  }
}

async function change({ expertId }: ExpertUser, given: object) {
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  await manager.call(expertRoutes.update, { body: { expertId, version, ...given } })
}

async function certificateOf(expert: ExpertUser, attendeeId: number) {
  const { bytes } = await expert.call(routes.pdf, { params: { attendeeId } })
  const text = pdfText(bytes)
  return { bytes: Buffer.from(bytes), text: text.slice(text.lastIndexOf('签署证明')) }
}

async function signed(expert: ExpertUser): Promise<number> {
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  return attendeeId
}

const statement = async (attendeeId: number) => {
  const { rows } = await api.engine.pool.query<{ statement: string }>(
    'select statement from signing_event where attendee_id = $1 order by event_id desc limit 1',
    [attendeeId],
  )
  return JSON.parse(rows[0]!.statement) as Record<string, string | null>
}

describe('TRU-10: the certificate page', () => {
  it('TRU-10: says by whom and when the identity was matched, and stays so whatever is answered later', async () => {
    const expert = await api.expert()
    await change(expert, { idCardNo: ID_CARD_NO })
    const { answeredTime } = await until(expert, 'match')
    await change(expert, { auditStatus: 'approved' })
    const attendeeId = await signed(expert)
    const before = await certificateOf(expert, attendeeId)
    const line = plain(`姓名、证件号码与手机号经${PROVIDER}核验一致（${answeredTime}）`)
    assert.ok(before.text.includes(line), before.text)
    assert.ok(!before.text.includes('核对说明'))
    const { identityBy, identityProvider, identityTime, identityReason } = await statement(attendeeId)
    assert.deepEqual(
      [identityBy, identityProvider, identityTime, identityReason],
      ['verifier', PROVIDER, answeredTime, null],
    )

    verifier.tell(expert.phone, { state: 'mismatch', fields: ['name'] })
    await manager.call(identityRoutes.ask, { body: { expertId: expert.expertId } })
    await until(expert, 'mismatch')
    const later = await certificateOf(expert, attendeeId)
    assert.ok(later.bytes.equals(before.bytes))
  })

  it('TRU-10: without a match it names who approved by hand, and why', async () => {
    const phone = freshPhone()
    verifier.tell(phone, { state: 'unknown' })
    const expert = await api.expert({ phone })
    await change(expert, { idCardNo: ID_CARD_NO })
    await until(expert, 'unknown')
    await change(expert, { auditStatus: 'approved', identityReason: '已当面核对身份证原件' })
    const attendeeId = await signed(expert)
    const { text } = await certificateOf(expert, attendeeId)
    const { basis } = await checkOf(expert)
    assert.ok(basis?.approvedByName)
    assert.ok(text.includes(plain(`由${basis.approvedByName}人工核对（${basis.approvedTime}）`)), text)
    assert.ok(text.includes('核对说明已当面核对身份证原件'), text)
    assert.equal((await statement(attendeeId))['identityReason'], '已当面核对身份证原件')
  })

  it('TRU-10: a phone that has changed since the match is not said to match', async () => {
    const expert = await api.expert()
    await change(expert, { idCardNo: ID_CARD_NO })
    const { answeredTime } = await until(expert, 'match')
    await change(expert, { auditStatus: 'approved' })
    const phone = freshPhone()
    verifier.tell(phone, { state: 'mismatch', fields: ['phone'] })
    await expert.call(accountRoutes.phoneCode, { body: { phone } })
    const body = { phone, smsCode: SMS_CODE, oldPassword: expert.password }
    await expert.call(accountRoutes.changeOwnPhone, { body })
    await until(expert, 'mismatch')
    const again = { ...expert, ...(await api.login(phone, expert.password)), phone }
    const { text } = await certificateOf(again, await signed(again))
    const line = `经${PROVIDER}核验一致（${answeredTime}）（此后登记的姓名、证件或手机号有变更）`
    assert.ok(text.includes(plain(line)), text)
  })
})

describe('TRU-10: without a verifier', async () => {
  const bare = await startApi({ clock: seasonClock })
  after(() => bare.close())
  const own = await openWorld(bare)

  it('TRU-10: no reason is needed, nothing can be asked for, and the certificate names who approved', async () => {
    const expert = await bare.expert()
    const { expertId } = expert
    const { version } = await own.manager.call(expertRoutes.get, { params: { expertId } })
    const approval = { expertId, version, auditStatus: 'approved' as const, idCardNo: ID_CARD_NO }
    await own.manager.call(expertRoutes.update, { body: approval })
    const { identityCheck } = await own.manager.call(expertRoutes.get, { params: { expertId } })
    const { isOn, state, mayAsk, basis } = identityCheck
    assert.deepEqual([isOn, state, mayAsk], [false, 'notAsked', false])
    assert.deepEqual([basis?.by, basis?.reason, basis?.isChanged], ['hand', null, false])
    const asked = await own.manager.attempt(identityRoutes.ask, { body: { expertId } })
    assert.deepEqual([asked.status, asked.error?.error], [409, 'IDENTITY_VERIFIER_OFF'])

    const meeting = await own.meeting()
    const { attendeeId } = await own.attendee(meeting.meetingId, { phone: expert.phone })
    await own.sign(expert, attendeeId)
    const { bytes } = await expert.call(routes.pdf, { params: { attendeeId } })
    const line = `由${basis?.approvedByName}人工核对（${basis?.approvedTime}）`
    assert.ok(pdfText(bytes).includes(plain(line)), line)
  })
})
