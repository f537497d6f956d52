import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { ask } from '../test/ask.ts'
import { openTrustServices } from '../test/trust-services.ts'
import { createPdfRenderer } from '@consilium/pdf-layout/render.ts'
import { readSigningKey } from './keys/key-file.ts'
import { provePdf } from './prove-pdf.ts'
import { readRevocation, type Question, type RevocationVerdict } from './revocation-reading.ts'
import type { RevocationReader } from './revocation.ts'
import { createPdfSigner } from './signer.ts'

/** Each under a number of sixteen bytes, on a list that may be three times as long. */
const LISTED = 5000

const trust = await openTrustServices()
const renderer = createPdfRenderer({ threads: 1 })
after(() => Promise.all([renderer.close(), trust.close()]))
const reader: RevocationReader = {
  questions: (signed, own) => readRevocation({ ask: 'questions', pdf: signed, own }) as Promise<Question[]>,
  read: (kind, answer, pair) => readRevocation({ ask: kind, answer, ...pair }) as Promise<RevocationVerdict>,
}
const signer = await createPdfSigner(await readSigningKey(trust.issue('lists', 'crl'), trust.passphrase))
const pdf = await signer.sign(
  await renderer.render({
    title: '劳务协议',
    language: 'zh-CN',
    author: 'Consilium',
    createdAt: '2026-11-22T03:00:00Z',
    blocks: [{ kind: 'paragraph', text: '甲方委托乙方就学术会议提供讲课服务。' }],
    signature: { name: signer.name, reason: '劳务协议签署', bytes: signer.signatureBytes },
  }),
)
const [certificate, issuer] = signer.certificates
assert.ok(certificate && issuer)
const prove = () => provePdf(pdf, signer.certificates, { ask, reader, signal: AbortSignal.timeout(60_000) })
const list = () => readFileSync(trust.path('ca.crl'))
const reading = (answer: Buffer) => reader.read('crl', answer, { certificate, issuer })

function fillList(): void {
  const rows = Array.from(
    { length: LISTED },
    (_none, at) => `R\t300101000000Z\t261101000000Z\t7F${String(at).padStart(30, '0')}\tunknown\t/CN=other\n`,
  )
  appendFileSync(trust.path('index.txt'), rows.join(''))
  trust.issue('another', 'plain')
  trust.revoke('another')
}

describe('SEC-33: lists of revoked certificates', () => {
  it('SEC-33 TRU-4: one of 5,000 certificates is kept as proof, and one that names the own certificate refuses it', async () => {
    fillList()
    assert.ok(list().length > 150_000, `${list().length} bytes`)
    assert.ok((await prove()).includes(list()), 'the document has the list')
    trust.revoke('lists')
    await assert.rejects(prove(), { name: 'RevocationUnknown', isRevoked: true })
    assert.equal(await reading(list()), 'revoked')
  })

  it('SEC-33: garbage, a list of another authority and one of endless elements say nothing', async () => {
    trust.openssl('req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'b.key', '-out', 'b.crt', '-days', '9', '-subj', '/CN=Test CA') // prettier-ignore
    trust.openssl(
      'ca',
      '-gencrl',
      '-config',
      'ca.cnf',
      '-keyfile',
      'b.key',
      '-cert',
      'b.crt',
      '-out',
      'b.pem',
    )
    trust.openssl('crl', '-in', 'b.pem', '-outform', 'DER', '-out', 'b.crl')
    const endless = Buffer.alloc(512 * 1024, 0x05)
    for (let at = 1; at < endless.length; at += 2) endless[at] = 0
    for (const [name, bytes] of [
      ['garbage', Buffer.from('nothing')],
      ['of another', readFileSync(trust.path('b.crl'))],
      ['elements', Buffer.concat([Buffer.from('3083080000', 'hex'), endless])],
      ['levels', Buffer.alloc(500_000, Buffer.from('3080', 'hex'))],
      ['cut off', list().subarray(0, -1)],
    ] as const)
      assert.equal(await reading(bytes), 'invalid', name)
  })

  it('SEC-33: a list of 512 KiB is read, and not of a byte more', async () => {
    const refusalOf = async (bytes: number) => {
      writeFileSync(trust.path('ca.crl'), Buffer.alloc(bytes))
      return prove().catch((error: unknown) => error)
    }
    assert.match(String(await refusalOf(512 * 1024)), /RevocationUnknown: .* gave an invalid answer/)
    assert.match(String(await refusalOf(512 * 1024 + 1)), /RevocationUnknown: No service can be asked/)
  })
})
