import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ContentInfo, SignedData } from 'pkijs'
import { byteRangeOf, isIntact, pdfsig, withFlippedByte } from '../test/pdf-tools.ts'
import { createPdfRenderer } from '@consilium/pdf-layout/render.ts'
import type { SigningKey } from './cms.ts'
import { readSigningKey } from './keys/key-file.ts'
import { SigningKeyError } from './keys/key-problem.ts'
import { loadSigningKey, SIGNING_KEY_FILE } from './keys/key-store.ts'
import { makeSigningKey } from './keys/self-signed.ts'
import { createPdfSigner } from './signer.ts'

const KEY_ITERATIONS_MAX = 2_000_000
const KEY_MAC_ITERATIONS_MAX = 10_000
const VALID_YEARS = 10

const SIGNED_AT = '2026-11-20T03:00:00Z'
const OFFSETS = 60
/** For other kinds of keys, which sign the same hash. */
const OFFSETS_OF_OTHER_KEYS = 6
const STARTS = 8
const FIRST_KEY = 'a self-made ECDSA key'
const PASSPHRASE = 'geheim-密'

const folder = mkdtempSync(join(tmpdir(), 'pdf-signing-'))
const renderer = createPdfRenderer({ threads: 1 })
after(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true })
})

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const file = (name: string) => readFileSync(join(folder, name))

/** Creates a key with a self-signed certificate: `<name>.key` and `<name>.crt`. */
function selfSigned(name: string, newKey: string[]): void {
  const to = ['-keyout', `${name}.key`, '-out', `${name}.crt`]
  openssl('req', '-x509', '-nodes', ...newKey, ...to, '-days', '30', '-utf8', '-subj', `/CN=${name}`)
}
const pemOf = (name: string) => Buffer.concat([file(`${name}.key`), file(`${name}.crt`)])

async function signedPdf(key: SigningKey): Promise<Buffer> {
  const signer = await createPdfSigner(key)
  const pdf = await renderer.render({
    title: '劳务协议',
    language: 'zh-CN',
    author: 'Consilium',
    createdAt: SIGNED_AT,
    blocks: [{ kind: 'paragraph', text: '甲方委托乙方就学术会议提供讲课服务。'.repeat(200) }],
    signature: { name: signer.name, reason: '劳务协议签署', bytes: signer.signatureBytes },
  })
  return signer.sign(pdf)
}

/** Returns the signature of a file and the bytes that it signs. */
function partsOf(pdf: Buffer) {
  const [start, length, rest, restLength] = byteRangeOf(pdf)
  const cms = Buffer.from(pdf.subarray(length + 1, rest - 1).toString('latin1'), 'hex')
  const content = Buffer.concat([pdf.subarray(start, length), pdf.subarray(rest, rest + restLength)])
  return { cms, content, end: rest + restLength }
}

const selfMade = await readSigningKey(Buffer.from(await makeSigningKey('学术会议平台')), '')

describe('ATT-8: a digitally signed document', () => {
  selfSigned('rsa', ['-newkey', 'rsa:3072'])
  selfSigned('p384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'])
  const keys = {
    [FIRST_KEY]: () => selfMade,
    'an RSA key': () => readSigningKey(pemOf('rsa'), ''),
    'a key on P-384': () => readSigningKey(pemOf('p384'), ''),
  }

  for (const [name, keyOf] of Object.entries(keys)) {
    it(`is valid for pdfsig and OpenSSL with ${name}, and fills the reserved space exactly`, async () => {
      const key = await keyOf()
      const pdf = await signedPdf(key)
      const said = pdfsig(pdf)
      assert.ok(isIntact(said), said)
      assert.match(said, /Signature Type: ETSI\.CAdES\.detached/)
      assert.match(said, /Signing Hash Algorithm: SHA-256/)
      const { cms, content, end } = partsOf(pdf)
      assert.equal(end, pdf.length)
      assert.equal(ContentInfo.fromBER(cms).toSchema().toBER().byteLength, cms.length, 'no padding')
      writeFileSync(join(folder, 'signature.der'), cms)
      writeFileSync(join(folder, 'content'), content)
      writeFileSync(join(folder, 'trusted.pem'), new X509Certificate(key.certificates[0]).toString())
      const signed = ['-inform', 'DER', '-in', 'signature.der', '-content', 'content', '-binary']
      const trust = ['-CAfile', 'trusted.pem', '-partial_chain', '-purpose', 'any']
      // -cades checks the signing certificate against the signed attribute; the exit code reports a failure.
      openssl('cms', '-verify', '-cades', ...signed, ...trust, '-out', 'verified')
      assert.ok(file('verified').equals(content))
    })
  }

  it('has the attributes of a PAdES baseline signature, and its time in the signature dictionary', async () => {
    const pdf = await signedPdf(selfMade)
    const { cms, content } = partsOf(pdf)
    const signedData = new SignedData({ schema: ContentInfo.fromBER(cms).content })
    const [signerInfo, ...others] = signedData.signerInfos
    assert.equal(others.length, 0)
    const attributes = new Map(
      signerInfo?.signedAttrs?.attributes.map(({ type, values }) => [type, values[0]]),
    )
    const [contentType, messageDigest, signingCertificateV2] = [
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.16.2.47',
    ]
    assert.deepEqual(new Set(attributes.keys()), new Set([contentType, messageDigest, signingCertificateV2]))
    assert.equal(signerInfo?.unsignedAttrs, undefined)
    const digest = createHash('sha256').update(content).digest('hex')
    const held = (type: string) => Buffer.from(attributes.get(type)?.toBER() ?? []).toString('hex')
    assert.ok(held(messageDigest).endsWith(digest))
    const certificate = createHash('sha256').update(selfMade.certificates[0]).digest('hex')
    assert.ok(held(signingCertificateV2).includes(certificate))
    assert.equal(signedData.certificates?.length, 1)
    const text = pdf.toString('latin1')
    assert.ok(text.includes('/SubFilter /ETSI.CAdES.detached'))
    assert.ok(text.includes('/M (D:20261120030000Z)'))
  })

  for (const [name, keyOf] of Object.entries(keys))
    it(`is broken by any one changed byte, with ${name}`, async () => {
      const pdf = await signedPdf(await keyOf())
      const [, before, rest] = byteRangeOf(pdf)
      const offsets = name === FIRST_KEY ? OFFSETS : OFFSETS_OF_OTHER_KEYS
      const [first, last] = [Math.floor(pdf.length / offsets), pdf.length - 1]
      const spread = Array.from({ length: offsets }, (_, at) => at * first).filter(
        (offset) => offset < before || offset >= rest,
      )
      for (const offset of [...spread, before - 1, rest, last]) {
        const said = pdfsig(withFlippedByte(pdf, offset))
        assert.ok(!isIntact(said), `${offset}: ${said}`)
      }
      const appended = pdfsig(Buffer.concat([pdf, Buffer.from('\n% a remark\n')]))
      assert.ok(!isIntact(appended), appended)
    })
})

describe('the signing key', () => {
  it('is created once, for its owner only, also if several processes start at once', async () => {
    const dataDir = join(folder, 'data')
    const source = { file: null, passphrase: '', name: '学术会议平台', dataDir, now: new Date() }
    const keys = await Promise.all(Array.from({ length: STARTS }, () => loadSigningKey(source)))
    const certificates = new Set(keys.map((key) => key.certificates[0].toString('hex')))
    assert.equal(certificates.size, 1)
    assert.deepEqual(readdirSync(dataDir), [SIGNING_KEY_FILE])
    assert.equal(statSync(join(dataDir, SIGNING_KEY_FILE)).mode & 0o777, 0o600)
    const certificate = new X509Certificate((await loadSigningKey(source)).certificates[0])
    assert.ok(certificates.has(certificate.raw.toString('hex')))
    assert.equal(certificate.subject, 'CN=学术会议平台')
    const years = certificate.validToDate.getUTCFullYear() - certificate.validFromDate.getUTCFullYear()
    assert.equal(years, VALID_YEARS)
    const usage = openssl('x509', '-in', join(dataDir, SIGNING_KEY_FILE), '-noout', '-ext', 'keyUsage')
    assert.match(usage, /critical\s+Digital Signature, Non Repudiation\s*$/)
  })

  it('can be the operator’s: PEM with a chain, with a passphrase, or PKCS #12', async () => {
    selfSigned('root', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])
    openssl(
      'req',
      '-new',
      '-nodes',
      '-newkey',
      'rsa:2048',
      '-keyout',
      'leaf.key',
      '-out',
      'leaf.csr',
      '-subj',
      '/CN=leaf',
    )
    openssl(
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'root.crt',
      '-CAkey',
      'root.key',
      '-days',
      '30',
      '-out',
      'leaf.crt',
    )
    openssl('pkcs8', '-topk8', '-in', 'leaf.key', '-out', 'leaf.enc', '-passout', `pass:${PASSPHRASE}`)
    const chain = Buffer.concat([file('root.crt'), file('leaf.enc'), file('leaf.crt')])
    const pack = ['-inkey', 'leaf.key', '-in', 'leaf.crt', '-certfile', 'root.crt']
    openssl('pkcs12', '-export', ...pack, '-out', 'leaf.p12', '-passout', `pass:${PASSPHRASE}`)
    for (const bytes of [chain, file('leaf.p12')]) {
      const { certificates } = await readSigningKey(bytes, PASSPHRASE)
      const names = certificates.map((der) => new X509Certificate(der).subject)
      assert.deepEqual(names, ['CN=leaf', 'CN=root'], 'the signer first, then who issued its certificate')
      await assert.rejects(readSigningKey(bytes, 'wrong'), SigningKeyError)
    }
  })

  it('FLT-23: is refused before it is opened if opening it would hold the service', async () => {
    const many = String(KEY_ITERATIONS_MAX + 1)
    selfSigned('costly', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])
    const pass = ['-passout', `pass:${PASSPHRASE}`]
    openssl('pkcs8', '-topk8', '-in', 'costly.key', '-out', 'costly.enc', '-iter', many, ...pass)
    openssl('pkcs8', '-topk8', '-in', 'costly.key', '-out', 'scrypt.enc', '-scrypt', ...pass)
    const pack = ['pkcs12', '-export', '-inkey', 'costly.key', '-in', 'costly.crt', ...pass]
    const slow = ['-iter', String(KEY_ITERATIONS_MAX + 1)]
    openssl(...pack, ...slow, '-nomaciter', '-out', 'safes.p12')
    openssl(...pack, ...slow, '-nomaciter', '-certpbe', 'NONE', '-out', 'bag.p12')
    openssl(...pack, '-iter', String(KEY_MAC_ITERATIONS_MAX + 1), '-out', 'mac.p12')
    openssl(...pack, '-iter', String(KEY_MAC_ITERATIONS_MAX), '-out', 'modest.p12')
    openssl(...pack, '-legacy', '-out', 'legacy.p12')
    openssl('pkcs8', '-topk8', '-in', 'costly.key', '-out', 'modest.enc', ...pass)
    const refused: [Buffer, RegExp][] = [
      [Buffer.concat([file('costly.enc'), file('costly.crt')]), /2000001 iterations/],
      [file('safes.p12'), /2000001 iterations/],
      [file('bag.p12'), /2000001 iterations/],
      [file('mac.p12'), /10001 iterations/],
      [
        Buffer.concat([...Array.from({ length: 5 }, () => file('modest.enc')), file('costly.crt')]),
        /5 encrypted parts/,
      ],
      [file('scrypt.enc'), /derived by/],
      [file('legacy.p12'), /encrypted by/],
    ]
    for (const [bytes, reason] of refused)
      await assert.rejects(readSigningKey(bytes, PASSPHRASE), (error) => {
        assert.ok(error instanceof SigningKeyError && error.cause instanceof Error, String(error))
        assert.match(error.cause.message, reason)
        return true
      })
    assert.equal((await readSigningKey(file('modest.p12'), PASSPHRASE)).certificates.length, 1)
  })

  it('is refused by name if it is unusable', async () => {
    selfSigned('weak', ['-newkey', 'rsa:1024'])
    selfSigned('vast', ['-newkey', 'rsa:4104'])
    selfSigned('edwards', ['-newkey', 'ed25519'])
    selfSigned('past', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])
    openssl('req', '-new', '-key', 'past.key', '-out', 'past.csr', '-subj', '/CN=past')
    openssl('x509', '-req', '-in', 'past.csr', '-signkey', 'past.key', '-days', '-1', '-out', 'past.crt')
    const cases: [Buffer, RegExp][] = [
      [pemOf('weak'), /its RSA key has 1024 bits; 2048 to 4096 are possible/],
      [pemOf('vast'), /its RSA key has 4104 bits/],
      [pemOf('edwards'), /ed25519/],
      [pemOf('past'), /valid from/],
      [file('rsa.key'), /no certificate of its private key/],
      [Buffer.concat([file('rsa.key'), file('p384.crt')]), /no certificate of its private key/],
      [Buffer.concat([pemOf('rsa'), file('p384.key')]), /one private key/],
      [file('rsa.crt'), /one private key/],
      [Buffer.from('no key at all'), /cannot be opened/],
      [Buffer.alloc(0), /cannot be opened/],
    ]
    for (const [bytes, reason] of cases)
      await assert.rejects(readSigningKey(bytes, ''), (error) => {
        assert.ok(error instanceof SigningKeyError)
        assert.match(error.message, reason)
        return true
      })
    const source = {
      file: join(folder, 'nowhere.pem'),
      passphrase: '',
      name: '',
      dataDir: folder,
      now: new Date(),
    }
    await assert.rejects(loadSigningKey(source), /nowhere\.pem cannot be used: ENOENT/)
  })
})
