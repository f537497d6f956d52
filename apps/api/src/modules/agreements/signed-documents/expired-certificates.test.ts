// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { SMS_CODE, startApi } from '../../../../test/harness.ts'
import { drawnSignature, openWorld } from '../../../../test/meeting-world.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { openTrustServices } from '@consilium/pades/test/trust-services.ts'

const DAY_MS = 86_400_000
/** Longer than the certificates are valid. */
const LATER_DAYS = 10
const METRICS_TOKEN = 'a-token-for-metrics'
const clock = movableClock()

const trust = await openTrustServices()
const now = clock.now().getTime()
const validity = { from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) }
trust.issue('platform', 'plain', validity)
const keyFile = trust.issue('payer', 'plain', validity).toString('base64')
const api = await startApi({
  clock,
  env: {
    SIGNING_KEY_FILE: trust.path('platform.p12'),
    SIGNING_KEY_PASSPHRASE: trust.passphrase,
    METRICS_PORT: '0',
    METRICS_TOKEN,
  },
})
after(async () => {
  await api.close()
  await trust.close()
})
const world = await openWorld(api)

async function warnings(): Promise<string[]> {
  const answer = await fetch(`${api.app.url}/health/ready`)
  assert.equal(answer.status, 200, 'all else works')
  return ((await answer.json()) as { warnings?: string[] }).warnings ?? []
}

it('TRU-4 TRU-5: nothing is signed or sealed with a certificate that expires while the service runs, and operators know before', async () => {
  assert.match((await warnings()).join(), /expires at/)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(api.app.metricsUrl!, { headers })).text()
  const [, notAfter] = /^signing_certificate_not_after_seconds (\d+)$/m.exec(metrics) ?? []
  assert.equal(Number(notAfter), Math.floor(validity.until.getTime() / 1000))

  const { meetingId } = await world.meeting()
  const attending = async () => {
    const expert = await world.expert()
    return { expert, ...(await world.attendee(meetingId, { phone: expert.phone })) }
  }
  const { orgId } = (await world.executor.call(organizationRoutes.list, { query: {} })).rows[0]!
  const seal = {
    orgId,
    version: 0,
    picture: drawnSignature(),
    keeperName: '赵敏',
    keyFile,
    keyPassword: trust.passphrase,
  }
  await world.executor.call(sealRoutes.change, { body: seal })
  const signed = await attending()
  await world.sign(signed.expert, signed.attendeeId)
  const waiting = await attending()
  await world.drawUp(waiting.expert, waiting.attendeeId)

  clock.advance(LATER_DAYS * DAY_MS)
  assert.match((await warnings()).join(), /expired at/)
  const again = ({ userName, password }: { userName: string; password: string }) =>
    api.login(userName, password)
  const [expert, executor] = [await again(waiting.expert), await again(world.executor)]
  const { attendeeId } = waiting
  const code = await expert.attempt(agreementRoutes.signCode, { body: { attendeeId } })
  assert.equal(code.error?.error, 'SIGNING_CERTIFICATE_EXPIRED')
  const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
  const sign = await expert.attempt(agreementRoutes.sign, { body })
  assert.equal(sign.error?.error, 'SIGNING_CERTIFICATE_EXPIRED')
  const agreement = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  assert.equal(agreement.signatureStatus, 'unsigned')

  const put = () => executor.attempt(sealRoutes.seal, { body: { attendeeIds: [signed.attendeeId] } })
  assert.equal((await put()).error?.error, 'SEAL_CERTIFICATE_EXPIRED')
  const { version } = await executor.call(sealRoutes.get, { params: { orgId } })
  await executor.call(sealRoutes.change, { body: { orgId, version, keyFile: null } })
  assert.equal((await put()).error?.error, 'SIGNING_CERTIFICATE_EXPIRED')
  const { seal: left } = await executor.call(agreementRoutes.get, {
    params: { attendeeId: signed.attendeeId },
  })
  assert.equal(left?.status, 'awaiting')
})
