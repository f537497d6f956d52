// Engine: postgres
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { after, describe, it } from 'node:test'
import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { signedAgreementRoutes as routes } from '@consilium/contract/signing/signed-agreements.ts'
import { createHash } from 'node:crypto'
import { startApi, type ExpertUser } from '../../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../../test/meeting-world.ts'
import { pdfsig, isIntact } from '@consilium/pades/test/pdf-tools.ts'
import { openTrustServices } from '@consilium/pades/test/trust-services.ts'
import { checkDocument } from './document-check.ts'

const ATTEMPTS_MAX = 60

const WAIT_MS = 200
const trust = await openTrustServices()
trust.issue('platform', 'ocsp')
const api = await startApi({
  clock: seasonClock,
  env: {
    TSA_URL: trust.tsaUrl,
    TSA_CA_FILE: trust.ca,
    SIGNING_KEY_FILE: trust.path('platform.p12'),
    SIGNING_KEY_PASSPHRASE: trust.passphrase,
  },
})
after(async () => {
  await api.close()
  await trust.close()
})
const world = await openWorld(api)
const { meetingId } = await world.meeting()

async function signed() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  return { expert, attendeeId }
}

const read = (expert: ExpertUser, attendeeId: number) =>
  expert.call(agreementRoutes.get, { params: { attendeeId } })
const pdfOf = async (expert: ExpertUser, attendeeId: number) =>
  Buffer.from((await expert.call(agreementRoutes.pdf, { params: { attendeeId } })).bytes)

/** Waits for the job that adds what is missing. */
async function until(
  { expert, attendeeId }: { expert: ExpertUser; attendeeId: number },
  isThere: (proof: NonNullable<LaborAgreement['proof']>) => boolean,
) {
  for (;;) {
    const data = await read(expert, attendeeId)
    assert.ok(data.proof)
    if (isThere(data.proof)) return { ...data, proof: data.proof }
    await delay(WAIT_MS)
  }
}

const verifyFile = (data: LaborAgreement, pdf: Buffer) =>
  api.anonymous.call(routes.verifyFile, {
    params: { code: data.verifyUrl?.split('/').at(-1) ?? '' },
    body: { documentHash: createHash('sha256').update(pdf).digest('hex') },
  })

/** The first stream that the document security store lists under a key. */
function stored(pdf: Buffer, key: string): Buffer {
  const text = pdf.toString('latin1')
  const number = new RegExp(`/Type /DSS.*/${key} \\[(\\d+) 0 R`).exec(text)?.[1]
  const found = new RegExp(`\\n${number} 0 obj\\n<< /Length (\\d+) >>\\nstream\\n`).exec(text)
  assert.ok(found, key)
  const from = found.index + found[0].length
  return pdf.subarray(from, from + Number(found[1]))
}

describe('TRU-4: timestamps of agreements', () => {
  it('TRU-4: an agreement bears a timestamp when it is signed, and proof of the certificate soon after', async () => {
    const one = await signed()
    const { proof } = await read(one.expert, one.attendeeId)
    assert.deepEqual([proof?.timestamp, proof?.timestampAuthority], ['stamped', 'tsa'])
    assert.equal(proof?.timestampVerified, true, 'TRU-12: of the named authority')
    const data = await until(one, ({ revocation }) => revocation === 'kept')
    const pdf = await pdfOf(one.expert, one.attendeeId)
    assert.match(pdfsig(pdf), /Signature is Valid/)
    const { file } = await checkDocument(pdf)
    assert.deepEqual([file.state, file.signatures[0]?.timestamp?.authority], ['valid', 'tsa'])
    writeFileSync(trust.path('kept.resp'), stored(pdf, 'OCSPs'))
    const said = trust.openssl('ocsp', '-respin', 'kept.resp', '-issuer', 'ca.crt', '-cert', 'platform.crt', '-CAfile', 'ca.crt', '-no_nonce') // prettier-ignore
    assert.match(said.toString(), /platform\.crt: good/)
    const code = data.verifyUrl?.split('/').at(-1) ?? ''
    const verified = await api.anonymous.call(routes.verify, { params: { code } })
    assert.deepEqual([verified.proof?.timestamp, verified.proof?.revocation], ['stamped', 'kept'])
    assert.equal(verified.proof?.timestampTime, proof?.timestampTime)
  })

  it('TRU-4: while the authority is down it is signed all the same, and stamped later; the first file stays genuine', async () => {
    trust.state.tsa = 'down'
    const one = await signed()
    const first = await pdfOf(one.expert, one.attendeeId)
    const waiting = await until(one, ({ proofProblem }) => proofProblem !== null)
    assert.deepEqual(
      [waiting.proof.timestamp, waiting.proof.proofProblem, waiting.signatureStatus],
      ['pending', 'unreachable', 'signed'],
    )
    assert.ok(isIntact(pdfsig(first)), 'signed without a timestamp')
    assert.equal((await checkDocument(first)).file.signatures[0]?.timestamp, null)
    trust.state.tsa = 'good'
    const data = await until(one, ({ revocation }) => revocation === 'kept')
    assert.deepEqual([data.proof.timestamp, data.proof.proofProblem], ['stamped', null])
    assert.equal(data.version, waiting.version, 'nothing of the agreement itself has changed')
    const later = await pdfOf(one.expert, one.attendeeId)
    assert.equal((await checkDocument(later)).file.state, 'valid')
    assert.deepEqual(await verifyFile(data, later), { genuine: true, current: true, latest: true })
    assert.deepEqual(await verifyFile(data, first), { genuine: true, current: true, latest: false })
  })

  it('TRU-4: an authority that answers garbage for days is given up, with the reason', async () => {
    trust.state.tsa = 'garbage'
    const one = await signed()
    // An attempt that is under way may count itself over this, so that it is said again before the next one.
    const nearlyGivenUp = () =>
      api.engine.pool.query('update signed_document set attempts = $1 where attendee_id = $2', [
        ATTEMPTS_MAX - 1,
        one.attendeeId,
      ])
    const saying = setInterval(() => void nearlyGivenUp(), WAIT_MS)
    const { proof } = await until(one, ({ timestamp }) => timestamp === 'failed').finally(() =>
      clearInterval(saying),
    )
    trust.state.tsa = 'good'
    assert.deepEqual(
      [proof.proofProblem, proof.revocation, proof.timestampTime],
      ['unreadable', 'failed', null],
    )
    assert.ok(isIntact(pdfsig(await pdfOf(one.expert, one.attendeeId))))
  })

  it('TRU-12: a stamp of a self-made authority, of an expired certificate or for another purpose is refused by name, and asked for again', async () => {
    const expired = trust.stamper('tsa-expired', 'tsa', new Date(Date.now() - 86_400_000))
    const bad = [
      [trust.selfMadeStamper(), 'untrustedAuthority'],
      [expired, 'certificateExpired'],
      [trust.stamper('tsa-plain', 'plain'), 'wrongPurpose'],
    ] as const
    for (const [mode, problem] of bad) {
      trust.state.tsa = mode
      const one = await signed()
      const { proof } = await until(one, ({ proofProblem }) => proofProblem !== null)
      assert.deepEqual(
        [proof.timestamp, proof.proofProblem, proof.timestampVerified],
        ['pending', problem, false],
      )
      trust.state.tsa = 'good'
      const later = await until(one, ({ timestamp }) => timestamp === 'stamped')
      assert.deepEqual([later.proof.timestampAuthority, later.proof.timestampVerified], ['tsa', true])
    }
  })

  it('TRU-4: a revoked certificate is told, not covered up', async () => {
    trust.revoke('platform')
    const one = await signed()
    const { proof } = await until(one, ({ revocation }) => revocation === 'failed')
    assert.deepEqual([proof.timestamp, proof.proofProblem], ['stamped', 'revoked'])
    const { file } = await checkDocument(await pdfOf(one.expert, one.attendeeId))
    assert.equal(file.state, 'valid', 'without the proof')
  })
})
