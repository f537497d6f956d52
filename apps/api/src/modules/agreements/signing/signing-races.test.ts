// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { SMS_CODE, MANY_CONNECTIONS, startApi } from '../../../../test/harness.ts'
import { drawnSignature, openWorld, pdfText, seasonClock } from '../../../../test/meeting-world.ts'
import { isIntact, pdfsig } from '@consilium/pades/test/pdf-tools.ts'

const RACERS = 50
const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { executor } = world
const { meetingId } = await world.meeting()
const handsign = drawnSignature()

async function readyToSign() {
  const expert = await world.expert()
  const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone })
  await world.drawUp(expert, attendeeId)
  const sign = () =>
    expert.attempt(routes.sign, { body: { attendeeId, handsign, smsCode: SMS_CODE, consent: true } })
  return { expert, attendeeId, version, sign }
}

async function fileRows(): Promise<number> {
  const { rows } = await api.engine.pool.query<{ n: number }>('select count(*) as n from stored_file')
  return rows[0]?.n ?? 0
}

/** Besides the anchor of the operation log, which the service keeps there too. */
const blobs = () =>
  readdirSync(join(api.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('anchors'),
  ).length

it('ATT-8 SEC-4: of fifty concurrent signings one succeeds, and the others leave no file behind', async () => {
  const { expert, attendeeId, sign } = await readyToSign()
  const replies = await Promise.all(Array.from({ length: RACERS }, sign))
  const signed = replies.filter(({ status }) => status === 200)
  assert.equal(signed.length, 1)
  const refused = new Set(replies.filter((reply) => reply !== signed[0]).map(({ error }) => error?.error))
  // The code itself allows a few tries at once.
  for (const error of refused) assert.ok(['AGREEMENT_SIGNED', 'SMS_CODE_WRONG'].includes(error ?? ''), error)
  assert.equal(await fileRows(), 2)
  assert.equal(blobs(), 2)
  const pdf = await expert.call(routes.pdf, { params: { attendeeId } })
  assert.ok(pdfText(pdf.bytes).includes('4155.45'))
  const said = pdfsig(pdf.bytes)
  assert.ok(isIntact(said), said)
})

it('ATT-8: an attendee removed while the expert signs is either signed or deleted', async () => {
  const { expert, attendeeId, sign } = await readyToSign()
  const params = { attendeeId: String(attendeeId) }
  const [signing, removal] = await Promise.all([sign(), executor.attempt(attendeeRoutes.remove, { params })])
  const found = await expert.attempt(routes.get, { params: { attendeeId } })
  if (signing.status === 200) {
    assert.equal(removal.error?.error, 'AGREEMENT_SIGNED')
    assert.equal(found.data.signatureStatus, 'signed')
  } else {
    assert.equal(signing.error?.error, 'NOT_FOUND')
    assert.equal(removal.status, 200)
    assert.equal(found.status, 404)
  }
})
