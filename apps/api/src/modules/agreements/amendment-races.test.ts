// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { SMS_CODE, MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { drawnSignature, IDENTITY, openWorld, pdfText, seasonClock } from '../../../test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'

const ROUNDS = often(8, 50)
const MEETING_ROUNDS = often(4, 12)
const RACERS = 50
const DRAWERS = 8
/** Each round delays the change more, so that it arrives before, during and after the signing. */
const LATER_MS = 240 / ROUNDS
const FIRST_FEE = 5000
const ENDINGS = often(4, 12)

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { executor, manager } = world
const meeting = await world.meeting()
const { meetingId } = meeting
const handsign = drawnSignature()

async function readyToSign() {
  const expert = await world.expert()
  const { attendeeId, version } = await world.attendee(meetingId, {
    phone: expert.phone,
    laborFee: FIRST_FEE,
  })
  await world.drawUp(expert, attendeeId)
  const params = { attendeeId }
  return {
    expert,
    attendeeId,
    version,
    draw: () => expert.call(routes.contract, { body: params }),
    requestCode: () => world.requestCode(expert, attendeeId),
    sign: () =>
      expert.attempt(routes.sign, { body: { attendeeId, handsign, smsCode: SMS_CODE, consent: true } }),
    agreement: () => expert.call(routes.get, { params }),
    history: async () => (await expert.call(signedAgreementRoutes.history, { params })).rows,
    change: (at: number, laborFee: number) =>
      executor.attempt(attendeeRoutes.update, {
        body: { attendeeId, version: at, laborFee, reason: '课时调整' },
      }),
  }
}

it('ATT-8 ATT-2: of many fees that change while the expert signs, only the printed one is ever signed', async () => {
  const { expert, attendeeId, version, draw, requestCode, sign, agreement, history, change } =
    await readyToSign()
  const outcomes = new Map<string, number>()
  let isSigned = false
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      await draw()
      await requestCode()
    }
    const before = await agreement()
    const printed = before.amendment?.payableAmount ?? before.payableAmount
    const [signing, changed] = await Promise.all([
      sign(),
      delay(round * LATER_MS).then(() => change(version + round, FIRST_FEE + round + 1)),
    ])
    const outcome = signing.error?.error ?? 'signed'
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    assert.equal(changed.status, 200)
    isSigned ||= outcome === 'signed'
    const now = await agreement()
    const next = `${FIRST_FEE + round + 1}.00`
    assert.equal(now.signatureStatus, isSigned ? 'signed' : 'unsigned')
    // Once signed, the signed fee stays in force and every further fee waits as an amendment.
    assert.equal(now.amendment?.payableAmount ?? now.payableAmount, next)
    assert.equal(isSigned, now.amendment !== null)
    if (outcome === 'signed') assert.equal(now.payableAmount, printed)
    else if (isSigned) assert.equal(now.payableAmount, before.payableAmount)
  }
  const possible = ['signed', 'STALE_RECORD', 'AGREEMENT_NOT_READ']
  for (const outcome of outcomes.keys()) assert.ok(possible.includes(outcome), outcome)
  assert.equal((await history()).length, Math.max(0, (outcomes.get('signed') ?? 0) - 1))
  for (const { historyId, payableAmount, netAmount } of await history()) {
    const { bytes } = await expert.call(signedAgreementRoutes.historyPdf, {
      params: { attendeeId, historyId },
    })
    const text = pdfText(bytes)
    assert.ok(text.includes(`应付乙方劳务费人民币${payableAmount}元`), payableAmount)
    assert.ok(text.includes(`税后实付人民币${netAmount}元`), netAmount)
  }
})

it('TRU-7: fifty concurrent changes of a signed fee propose one amendment', async () => {
  const { expert, version, sign, agreement, history, change } = await readyToSign()
  assert.equal((await sign()).status, 200)
  const replies = await Promise.all(
    Array.from({ length: RACERS }, (_, at) => change(version, FIRST_FEE + 1 + at)),
  )
  const [made, ...others] = replies.filter(({ status }) => status === 200)
  assert.equal(others.length, 0)
  const refused = new Set(replies.filter((reply) => reply !== made).map(({ error }) => error?.error))
  assert.deepEqual([...refused], ['STALE_RECORD'])
  const now = await agreement()
  assert.deepEqual(
    [now.payableAmount, now.amendment?.payableAmount],
    [`${FIRST_FEE}.00`, made?.data.amendment?.payableAmount],
  )
  assert.deepEqual(await history(), [])
  const told = await expert.call(messageRoutes.list, { query: { kind: 'amendmentProposed' } })
  assert.equal(told.total, 1)
})

it('TRU-7: an amendment signed, declined and taken back at once ends in one way', async () => {
  const { expert, attendeeId, version, draw, requestCode, sign, agreement, history, change } =
    await readyToSign()
  assert.equal((await sign()).status, 200)
  for (let round = 0; round < ENDINGS; round++) {
    await change(version + round, FIRST_FEE * (round + 2))
    await draw()
    await requestCode()
    const before = await agreement()
    const signed = (await history()).length
    const params = { attendeeId }
    const [signing, declining, taking] = await Promise.all([
      sign(),
      delay(round * LATER_MS).then(() => expert.attempt(routes.decline, { body: { attendeeId } })),
      delay(round * LATER_MS).then(() => executor.attempt(attendeeRoutes.withdrawAmendment, { params })),
    ])
    const ended = [signing, declining, taking].filter(({ status }) => status === 200)
    assert.equal(ended.length, 1, [signing, declining, taking].map(({ status }) => status).join())
    const now = await agreement()
    assert.equal(now.amendment, null)
    const isNew = signing.status === 200
    assert.equal(now.payableAmount, isNew ? before.amendment?.payableAmount : before.payableAmount)
    assert.equal((await history()).length, signed + (isNew ? 1 : 0))
  }
})

it('ATT-8: a meeting that changes while contracts are drawn up leaves no outdated contract', async () => {
  const { expert, attendeeId, draw, agreement } = await readyToSign()
  const found = await manager.call(meetingRoutes.get, { params: meeting })
  for (let round = 0; round < MEETING_ROUNDS; round++) {
    // Filling in drops the contract: the change then finds none to drop, and the one being drawn must know of it.
    await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY } })
    const scheduleLocation = `第${round}会议室`
    const body = { meetingId, version: found.version + round, scheduleLocation }
    const [moved] = await Promise.all([
      manager.attempt(meetingRoutes.update, { body }),
      ...Array.from({ length: DRAWERS }, (_, at) => delay(at).then(draw)),
    ])
    assert.equal(moved.status, 200)
    const { laborProtocol } = await agreement()
    assert.ok(laborProtocol === null || laborProtocol.includes(scheduleLocation), laborProtocol ?? '')
  }
})

it('SEC-39: a fee put back while the expert signs the change ends in one way', async () => {
  const { attendeeId, version, draw, requestCode, sign, agreement, change } = await readyToSign()
  assert.equal((await sign()).status, 200)
  assert.equal((await change(version, FIRST_FEE + 1)).status, 200)
  await draw()
  await requestCode()
  const back = () =>
    executor.attempt(attendeeRoutes.update, {
      body: { attendeeId, version: version + 1, laborFee: String(FIRST_FEE) },
    })
  const [signing, returned] = await Promise.all([sign(), back()])
  assert.equal([signing, returned].filter(({ status }) => status === 200).length, 1)
  const now = await agreement()
  assert.equal(now.amendment, null)
  assert.equal(now.payableAmount, `${FIRST_FEE + (signing.status === 200 ? 1 : 0)}.00`)
  // Once the change is signed, the first fee is another change, which needs a reason.
  if (signing.status === 200) assert.equal(returned.error?.error, 'AMENDMENT_REASON_MISSING')
})
