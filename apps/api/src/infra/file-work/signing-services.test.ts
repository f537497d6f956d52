import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { TIMESTAMP_PROBLEMS } from '@consilium/contract/signing/signing.ts'
import { readSigningKey } from '@consilium/pades/keys/key-file.ts'
import { provePdf } from '@consilium/pades/prove-pdf.ts'
import { createPdfSigner } from '@consilium/pades/signer.ts'
import { openTrustServices, type TsaMode } from '@consilium/pades/test/trust-services.ts'
import { createTimestampAuthority } from '@consilium/pades/timestamp-authority.ts'
import { TIMESTAMP_PROBLEMS as PROBLEMS_OF_THE_PACKAGE } from '@consilium/pades/timestamp-problem.ts'
import { readCertificates } from '@consilium/pades/timestamp-trust.ts'
import { checkSignatures } from '@consilium/pades/verify.ts'
import { createPdfRenderer } from '@consilium/pdf-layout/render.ts'
import { writeFileSync } from 'node:fs'
import { askService } from '../ask-service.ts'
import { createFileWork } from './file-work.ts'

const TOKEN_MAX_BYTES = 16 * 1024
const YEAR_MS = 365 * 86_400_000

const trust = await openTrustServices()
const work = createFileWork({ threads: 1 })
const renderer = createPdfRenderer({ threads: 1 })
after(() => Promise.all([renderer.close(), work.close(), trust.close()]))
const signer = await createPdfSigner(
  await readSigningKey(trust.issue('lists', 'crl'), trust.passphrase),
  TOKEN_MAX_BYTES,
)
const signed = await signer.sign(
  await renderer.render({
    title: '劳务协议',
    language: 'zh-CN',
    author: 'Consilium',
    createdAt: '2026-11-22T03:00:00Z',
    blocks: [{ kind: 'paragraph', text: '甲方委托乙方就学术会议提供讲课服务。' }],
    signature: { name: signer.name, reason: '劳务协议签署', bytes: signer.signatureBytes },
  }),
)

describe('services that signing asks, read in a worker', () => {
  const reader = work.stampReader({ roots: readCertificates(trust.ca), policy: null })
  const stamped = (mode: TsaMode) => {
    trust.state.tsa = mode
    return createTimestampAuthority([trust.tsaUrl], askService, reader).stamp(
      signed,
      AbortSignal.timeout(20_000),
    )
  }
  const prove = () =>
    provePdf(signed, signer.certificates, {
      ask: askService,
      reader: work.revocations,
      signal: AbortSignal.timeout(60_000),
    })

  it('TRU-12: timestamps of a trusted authority are kept, and others refused by name', async () => {
    const { pdf, timestamp } = await stamped('good')
    assert.deepEqual([timestamp.isVerified, (await checkSignatures(pdf)).state], [true, 'valid'])
    const expired = trust.stamper('tsa-expired', 'tsa', new Date(Date.now() - YEAR_MS))
    for (const [mode, problem] of [
      [expired, 'certificateExpired'],
      ['down', 'unreachable'],
      ['large', 'tooLarge'],
    ] as const)
      await assert.rejects(stamped(mode), { name: 'TimestampRefused', problem })
  })

  it('SEC-33: a list of revoked certificates is kept as proof, refuses its own, and 512 KiB are the most', async () => {
    assert.ok((await prove()).length > signed.length)
    trust.revoke('lists')
    await assert.rejects(prove(), { name: 'RevocationUnknown', isRevoked: true })
    for (const [bytes, said] of [
      [512 * 1024, /gave an invalid answer/],
      [512 * 1024 + 1, /No service can be asked/],
    ] as const) {
      writeFileSync(trust.path('ca.crl'), Buffer.alloc(bytes))
      await assert.rejects(prove(), said)
    }
  })

  it('TRU-4: the contract names every problem of a timestamp', () => {
    assert.deepEqual(PROBLEMS_OF_THE_PACKAGE, TIMESTAMP_PROBLEMS)
  })
})
