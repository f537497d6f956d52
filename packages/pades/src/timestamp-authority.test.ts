import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { TIMESTAMP_PROBLEMS } from './timestamp-problem.ts'
import { ask } from '../test/ask.ts'
import { isIntact, pdfsig } from '../test/pdf-tools.ts'
import { openTrustServices, type TsaMode } from '../test/trust-services.ts'
import { createPdfRenderer } from '@consilium/pdf-layout/render.ts'
import { readSigningKey } from './keys/key-file.ts'
import { lastSignature } from './pdf-signatures.ts'
import { makeSigningKey } from './keys/self-signed.ts'
import { createPdfSigner } from './signer.ts'
import { createTimestampAuthority, type ReadAnswer } from './timestamp-authority.ts'
import { readCertificates } from './timestamp-trust.ts'
import { checkToken, readAnswer, signatureValue, TimestampRefused, tokenOf } from './timestamp.ts'
import { checkSignatures } from './verify.ts'

const TOKEN_MAX_BYTES = 16 * 1024

const NOWHERE = 'http://127.0.0.1:1/tsa'

const trust = await openTrustServices()
const renderer = createPdfRenderer({ threads: 1 })
after(() => Promise.all([renderer.close(), trust.close()]))
const signer = await createPdfSigner(
  await readSigningKey(Buffer.from(await makeSigningKey('学术会议平台')), ''),
  TOKEN_MAX_BYTES,
)
const draft = await renderer.render({
  title: '劳务协议',
  language: 'zh-CN',
  author: 'Consilium',
  createdAt: '2026-11-22T03:00:00Z',
  blocks: [{ kind: 'paragraph', text: '甲方委托乙方就学术会议提供讲课服务。' }],
  signature: { name: signer.name, reason: '劳务协议签署', bytes: signer.signatureBytes },
})
const authority = createTimestampAuthority([trust.tsaUrl], ask)
const signal = () => AbortSignal.timeout(20_000)

describe('TRU-4: the timestamp of a signature', () => {
  it('TRU-4: is over the value of the signature, and OpenSSL verifies it against its authority', async () => {
    const signed = await signer.sign(draft)
    const { pdf, timestamp } = await authority.stamp(signed, signal())
    assert.equal(pdf.length, signed.length, 'only reserved space was used')
    assert.ok(isIntact(pdfsig(pdf)), pdfsig(pdf))
    const { envelope } = lastSignature(pdf)
    writeFileSync(trust.path('token.der'), tokenOf(envelope) ?? '')
    writeFileSync(trust.path('value'), signatureValue(envelope))
    const said = trust.openssl('ts', '-verify', '-data', 'value', '-in', 'token.der', '-token_in', '-CAfile', 'ca.crt') // prettier-ignore
    assert.match(said.toString(), /Verification: OK/)
    assert.equal(timestamp.authority, 'tsa')
    const { state, signatures } = await checkSignatures(pdf)
    assert.equal(state, 'valid')
    assert.deepEqual(signatures[0]?.timestamp?.time, timestamp.time)
  })

  it('TRU-4: is refused by name, whatever the authority answers, and the document stays as it was', async () => {
    const signed = await signer.sign(draft)
    await authority.stamp(await signer.sign(draft), signal())
    const answers: [TsaMode, string][] = [
      ['down', 'unreachable'],
      ['garbage', 'unreadable'],
      ['empty', 'unreadable'],
      ['large', 'tooLarge'],
      ['refuse', 'rejected'],
      // The answer to another query, over another signature.
      ['replay', 'otherDocument'],
    ]
    for (const [mode, problem] of answers) {
      trust.state.tsa = mode
      await assert.rejects(
        authority.stamp(signed, signal()),
        { name: 'TimestampRefused', problem },
        JSON.stringify(mode),
      )
    }
    trust.state.tsa = 'good'
    assert.ok(answers.every(([, problem]) => (TIMESTAMP_PROBLEMS as readonly string[]).includes(problem)))
    assert.equal((await checkSignatures(signed)).state, 'valid')
  })

  it('TRU-4: of the right signature but another query is a replay, and one of a changed token is no timestamp', async () => {
    const { pdf } = await authority.stamp(await signer.sign(draft), signal())
    const { envelope } = lastSignature(pdf)
    const [token, value] = [tokenOf(envelope), signatureValue(envelope)]
    assert.ok(token)
    await assert.rejects(checkToken(token, value, { nonce: Buffer.alloc(12, 1) }), {
      problem: 'otherRequest',
    })
    const changed = Buffer.from(token)
    const at = changed.lastIndexOf(Buffer.from('tsa')) + 3
    for (const offset of [at, changed.length - 1]) changed[offset] = (changed[offset] ?? 0) ^ 1
    await assert.rejects(checkToken(changed, value), TimestampRefused)
  })

  it('TRU-4: is believed up to ten minutes before and after the time of the service', async () => {
    const off = (seconds: number) => {
      const reader: ReadAnswer = (answer, request, now) =>
        readAnswer(answer, request, new Date(now.getTime() + seconds * 1000))
      return createTimestampAuthority([trust.tsaUrl], ask, reader).stamp(signed, signal())
    }
    const signed = await signer.sign(draft)
    for (const near of [-570, 570]) assert.equal((await off(near)).timestamp.authority, 'tsa')
    for (const far of [-630, 630]) await assert.rejects(off(far), { problem: 'badTime' })
  })

  it('TRU-4: comes from the second address if the first one does not answer', async () => {
    const both = createTimestampAuthority([NOWHERE, trust.tsaUrl], ask)
    const { timestamp } = await both.stamp(await signer.sign(draft), signal())
    assert.equal(timestamp.authority, 'tsa')
    const neither = createTimestampAuthority([NOWHERE, NOWHERE], ask)
    await assert.rejects(neither.stamp(await signer.sign(draft), signal()), { problem: 'unreachable' })
  })
})

describe('TRU-12: whose timestamps count', () => {
  const read =
    (policy: string | null = null, roots = readCertificates(trust.ca)): ReadAnswer =>
    (answer, request, now) =>
      readAnswer(answer, request, now, { roots, policy })
  const from = async (mode: TsaMode, reader: ReadAnswer) => {
    trust.state.tsa = mode
    const asked = createTimestampAuthority([trust.tsaUrl], ask, reader).stamp(
      await signer.sign(draft),
      signal(),
    )
    return asked.finally(() => (trust.state.tsa = 'good'))
  }
  const YEAR_MS = 365 * 86_400_000
  const later = (ms: number) => new Date(Date.now() + ms)
  const expired = trust.stamper('tsa-expired', 'tsa', new Date(Date.now() - YEAR_MS))

  it('TRU-12: one whose chain leads to a named certificate is verified, and of another policy refused', async () => {
    assert.equal((await from('good', read())).timestamp.isVerified, true)
    assert.equal((await from('good', read('1.2.3.4.1'))).timestamp.isVerified, true)
    await assert.rejects(from('good', read('1.2.3.4.2')), { problem: 'wrongPolicy' })
    const own = readCertificates(trust.path('tsa.crt'))
    assert.equal((await from('good', read(null, own))).timestamp.isVerified, true)
  })

  it('TRU-12: a self-made authority, an expired certificate and one for another purpose are each refused by name', async () => {
    const bad: [TsaMode, string][] = [
      [trust.selfMadeStamper(), 'untrustedAuthority'],
      [expired, 'certificateExpired'],
      [trust.stamper('tsa-early', 'tsa', later(2 * YEAR_MS), later(YEAR_MS)), 'certificateExpired'],
      [trust.stamper('tsa-plain', 'plain'), 'wrongPurpose'],
      // It is for web servers as well.
      [trust.stamper('tsa-mixed', 'mixed'), 'wrongPurpose'],
      // Its purpose is right, but not marked as critical.
      [trust.stamper('tsa-lax', 'lax'), 'wrongPurpose'],
    ]
    for (const [mode, problem] of bad)
      await assert.rejects(from(mode, read()), { name: 'TimestampRefused', problem })
    assert.ok(bad.every(([, problem]) => (TIMESTAMP_PROBLEMS as readonly string[]).includes(problem)))
  })

  it('TRU-12: without a named one any authority stamps, as unverified, but not with an expired certificate', async () => {
    const { timestamp } = await from(trust.selfMadeStamper(), read(null, []))
    assert.deepEqual([timestamp.isVerified, timestamp.flaw], [false, null])
    await assert.rejects(from(expired, read(null, [])), { problem: 'certificateExpired' })
  })
})
