// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { consentRoutes as routes } from '@consilium/contract/consents/consents.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { SMS_CODE, type ExpertUser } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { drawnSignature, IDENTITY, openWorld, SCHEDULED, seasonClock } from '../../../test/meeting-world.ts'

const RACERS = 20
const { version } = DATA_CONSENT

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { meetingId } = await world.meeting(SCHEDULED)

async function invited() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId }
}

/** Attempts every step that uses identity or bank data, and returns the errors. */
async function uses(expert: ExpertUser, attendeeId: number) {
  const sign = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
  const steps = [
    await expert.attempt(agreementRoutes.fill, { body: { attendeeId, ...IDENTITY } }),
    await expert.attempt(agreementRoutes.contract, { body: { attendeeId } }),
    await expert.attempt(agreementRoutes.signCode, { body: { attendeeId } }),
    await expert.attempt(agreementRoutes.sign, { body: sign }),
  ]
  return [...new Set(steps.map(({ status, error }) => `${status} ${error?.error}`))]
}

describe('TRU-8: consent to the use of identity and bank data', () => {
  it('TRU-8: is asked for in words of its own, and filling and signing need it', async () => {
    const { expert, attendeeId } = await invited()
    await expert.call(routes.withdraw, {})
    const found = await expert.call(routes.get, {})
    assert.deepEqual([found.isGiven, found.givenTime, found.version], [false, null, version])
    assert.match(found.text, /单独同意/)
    assert.match((await api.as(expert.token, 'en').call(routes.get, {})).text, /separately agree/)
    const read = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual(read.obstacles, ['consentMissing'])
    assert.deepEqual(await uses(expert, attendeeId), ['409 DATA_CONSENT_MISSING'])
    await expert.call(routes.give, { body: { version } })
    await world.sign(expert, attendeeId)
  })

  it('TRU-8: a withdrawn consent stops every new use, keeps what is signed, and can be given again', async () => {
    const signed = await invited()
    const { expert } = signed
    await world.sign(expert, signed.attendeeId)
    const other = await world.meeting()
    const next = await world.attendee(other.meetingId, { phone: expert.phone })
    await world.drawUp(expert, next.attendeeId)
    const withdrawn = await expert.call(routes.withdraw, {})
    assert.equal(withdrawn.isGiven, false)
    assert.deepEqual(await uses(expert, next.attendeeId), ['409 DATA_CONSENT_MISSING'])
    const kept = await expert.call(agreementRoutes.get, { params: { attendeeId: signed.attendeeId } })
    assert.equal(kept.signatureStatus, 'signed')
    const given = await expert.call(routes.give, { body: { version } })
    assert.deepEqual(
      given.records.map((record) => [record.version, record.endedBecause]),
      [
        [version, null],
        [version, 'withdrawn'],
      ],
    )
    // The code that was sent before still fits the contract.
    await world.readContract(expert, next.attendeeId)
    await world.signDrawnUp(expert, next.attendeeId)
  })

  it('TRU-8: is versioned: an outdated text is refused, and an outdated consent no longer counts', async () => {
    const { expert, attendeeId } = await invited()
    const refused = await expert.attempt(routes.give, { body: { version: '2020-01-01' } })
    assert.deepEqual([refused.status, refused.error?.error], [409, 'CONSENT_OUTDATED'])
    await api.engine.pool.query(`update data_consent set version = '2020-01-01' where user_id = $1`, [
      expert.userId,
    ])
    assert.equal((await expert.call(routes.get, {})).isGiven, false)
    assert.deepEqual(await uses(expert, attendeeId), ['409 DATA_CONSENT_MISSING'])
    const renewed = await expert.call(routes.give, { body: { version } })
    assert.deepEqual(
      renewed.records.map((record) => record.endedBecause),
      [null, 'renewed'],
    )
  })

  it('TRU-8: given by many requests at once is given once', async () => {
    const { expert } = await invited()
    await expert.call(routes.withdraw, {})
    const replies = await Promise.all(
      Array.from({ length: RACERS }, () => expert.attempt(routes.give, { body: { version } })),
    )
    assert.ok(replies.every(({ status }) => status === 200))
    assert.equal((await expert.call(routes.get, {})).records.length, 2)
  })

  it('TRU-8: concerns experts only', async () => {
    assert.equal((await world.executor.attempt(routes.get, {})).status, 403)
    assert.equal((await api.anonymous.attempt(routes.give, { body: { version } })).status, 401)
  })
})
