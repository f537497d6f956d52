// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { SMS_CODE, startApi, type ExpertUser } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { drawnSignature, openWorld } from '../../../../test/meeting-world.ts'

const CODE_MINUTES = 5
const CODE_TRIES_MAX = 5

const MINUTE_MS = 60_000
const WRONG_CODE = '000000'
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const handsign = drawnSignature()

async function attending(expert: ExpertUser): Promise<number> {
  const { meetingId } = await world.meeting()
  return (await world.attendee(meetingId, { phone: expert.phone })).attendeeId
}

async function drawnUp(expert: ExpertUser): Promise<number> {
  const attendeeId = await attending(expert)
  await world.drawUp(expert, attendeeId)
  return attendeeId
}

async function sign(expert: ExpertUser, attendeeId: number, smsCode = SMS_CODE) {
  const { error } = await expert.attempt(routes.sign, {
    body: { attendeeId, handsign, smsCode, consent: true },
  })
  return error?.error ?? null
}

describe('SEC-4 TRU-1: the code an agreement is signed with', () => {
  it('is valid only for the contract it was sent for', async () => {
    const expert = await world.expert()
    const withCode = await drawnUp(expert)
    const withoutCode = await attending(expert)
    await world.readContract(expert, withoutCode)
    assert.equal(await sign(expert, withoutCode), 'SMS_CODE_WRONG')
    assert.equal(await sign(expert, withCode), null)
    await world.requestCode(expert, withoutCode)
    assert.equal(await sign(expert, withoutCode), null)
  })

  it('is invalid once the contract has changed', async () => {
    const expert = await world.expert()
    const attendeeId = await drawnUp(expert)
    const data = await world.executor.call(attendeeRoutes.get, { params: { attendeeId } })
    const body = { attendeeId, version: data.version, laborFee: '500' }
    await world.executor.call(attendeeRoutes.update, { body })
    assert.equal(await sign(expert, attendeeId), 'AGREEMENT_NOT_READ')
    await expert.call(routes.contract, { body: { attendeeId } })
    assert.equal(await sign(expert, attendeeId), 'SMS_CODE_WRONG', 'it was sent for another fee')
    await world.requestCode(expert, attendeeId)
    assert.equal(await sign(expert, attendeeId), null)
  })

  it(`is invalid after ${CODE_TRIES_MAX} wrong codes`, async () => {
    const expert = await world.expert()
    const attendeeId = await drawnUp(expert)
    for (let tries = 0; tries < CODE_TRIES_MAX; tries++)
      assert.equal(await sign(expert, attendeeId, WRONG_CODE), 'SMS_CODE_WRONG')
    assert.equal(await sign(expert, attendeeId), 'SMS_CODE_WRONG')
    const data = await expert.call(routes.get, { params: { attendeeId } })
    assert.notEqual(data.signatureStatus, 'signed')
  })

  it(`is invalid after ${CODE_MINUTES} minutes`, async () => {
    const expert = await world.expert()
    const attendeeId = await drawnUp(expert)
    clock.advance(CODE_MINUTES * MINUTE_MS)
    assert.equal(await sign(expert, attendeeId), 'SMS_CODE_WRONG')
    await world.requestCode(expert, attendeeId)
    // The clock of the test runs, so that a few seconds are left.
    clock.advance((CODE_MINUTES - 0.5) * MINUTE_MS)
    assert.equal(await sign(expert, attendeeId), null)
  })
})
