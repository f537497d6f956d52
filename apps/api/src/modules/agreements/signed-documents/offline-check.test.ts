// Engine: postgres
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPdfSigner } from '@consilium/pades/signer.ts'
import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { startApi } from '../../../../test/harness.ts'
import { drawnSignature, openWorld, seasonClock } from '../../../../test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import { byteRangeOf, isIntact, pdfsig, withFlippedByte } from '@consilium/pades/test/pdf-tools.ts'
import { makeToken } from '@consilium/pades/test/made-timestamps.ts'
import { openTrustServices } from '@consilium/pades/test/trust-services.ts'
import { readSigningKey } from '@consilium/pades/keys/key-file.ts'
import { lastSignature, withEnvelope } from '@consilium/pades/pdf-signatures.ts'
import { sealPdf } from '@consilium/pades/seal.ts'
import { makeSigningKey } from '@consilium/pades/keys/self-signed.ts'
import { signatureValue, withToken } from '@consilium/pades/timestamp.ts'
import { checkSignatures } from '@consilium/pades/verify.ts'
import { pixelsOf, readSignature } from '../../../infra/pictures/signature-image.ts'
import { checkFile } from '../../../commands/check-file.ts'
import { checkDocument } from './document-check.ts'
import { sealWarrant, warrants } from './seal-warrant.ts'

const TOKEN_MAX_BYTES = 16 * 1024

const COMMAND = fileURLToPath(new URL('../../../commands/verify-agreement.ts', import.meta.url))
const OFFSETS = often(24, 200)

const trust = await openTrustServices()
const api = await startApi({ clock: seasonClock, env: { TSA_URL: trust.tsaUrl } })
const folder = mkdtempSync(join(tmpdir(), 'offline-check-'))
after(async () => {
  await api.close()
  await trust.close()
  rmSync(folder, { recursive: true })
})
const world = await openWorld(api)
const { meetingId } = await world.meeting()

async function signed() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  const { bytes } = await expert.call(agreementRoutes.pdf, { params: { attendeeId } })
  return { data, pdf: Buffer.from(bytes) }
}
const one = await signed()

function written(pdf: Uint8Array): string {
  const path = join(folder, 'agreement.pdf')
  writeFileSync(path, pdf)
  return path
}

/** Runs the command without network, service or settings, as a layperson does. */
function startCommand(pdf: Uint8Array, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, written(pdf), ...args], {
    encoding: 'utf8',
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
  })
  return { status, stdout }
}

/** The same in this process, which takes a tenth of the time. */
async function command(pdf: Uint8Array, ...args: string[]) {
  const { code, said } = await checkFile([written(pdf), ...args])
  return { status: code, stdout: said }
}

/** What the page of verification states of an agreement and of a file. */
const codeOf = ({ verifyUrl }: LaborAgreement) => verifyUrl?.split('/').at(-1) ?? ''
const page = (data: LaborAgreement) =>
  api.anonymous.call(signedAgreementRoutes.verify, { params: { code: codeOf(data) } })
const isGenuine = async (data: LaborAgreement, pdf: Buffer) => {
  const documentHash = createHash('sha256').update(pdf).digest('hex')
  const params = { code: codeOf(data) }
  return (await api.anonymous.call(signedAgreementRoutes.verifyFile, { params, body: { documentHash } }))
    .genuine
}
const platform = (await page(one.data)).certificates.document ?? ''

const isRelied = async (pdf: Buffer) => {
  const { file, contentFits, eventFits } = await checkDocument(pdf)
  return file.state === 'valid' && contentFits && eventFits
}

describe('TRU-6: a signed agreement checked without the service', () => {
  it('TRU-6: carries its data, from which the command computes the fingerprint anew and explains it to a layperson', () => {
    const path = join(folder, 'attached.pdf')
    writeFileSync(path, one.pdf)
    execFileSync('pdfdetach', ['-saveall', '-o', folder, path])
    const listed = execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' })
    for (const name of ['agreement.json', 'signing.json']) assert.ok(listed.includes(name), listed)
    const { status, stdout } = startCommand(one.pdf)
    assert.equal(status, 3, stdout)
    assert.ok(stdout.includes(one.data.contentHash ?? '-'))
    for (const said of [
      '数字签名有效',
      '协议内容的指纹一致',
      '签署记录一致',
      '结论：文件完好，但签署方或时间未经证明',
      'signer unknown',
      'Stamped by an unverified authority: tsa',
      platform,
      'The digital signature is valid',
      'Whether the agreement is still in force cannot be told here',
      'anybody can write the name on it',
    ])
      assert.ok(stdout.includes(said), said)
    assert.ok(stdout.includes(one.data.payableAmount))
  })

  it('TRU-6: finds one changed byte at many places, and an appended update', async () => {
    assert.ok(await isRelied(one.pdf))
    const [, before, rest] = byteRangeOf(one.pdf)
    const step = one.pdf.length / OFFSETS
    for (let at = 0; at < OFFSETS; at++) {
      const offset = Math.floor(at * step)
      const changed = withFlippedByte(one.pdf, offset)
      // A digit of the timestamp beside what its authority signed: the hash of the file tells.
      const isInSignature = offset >= before && offset < rest
      if (!isInSignature) assert.ok(!(await isRelied(changed)), `${offset}`)
    }
    const update = Buffer.from('\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
    const appended = Buffer.concat([one.pdf, update])
    assert.ok(!(await isRelied(appended)))
    const { status, stdout } = await command(appended)
    assert.equal(status, 1)
    assert.ok(stdout.includes('结论：不要信赖此文件'), stdout)
    assert.ok(!isIntact(pdfsig(appended)))
  })

  it('TRU-6: finds a signature of another agreement, and data of another one', async () => {
    const other = await signed()
    const [[, from, to], [, otherFrom, otherTo]] = [byteRangeOf(one.pdf), byteRangeOf(other.pdf)]
    const swapped = Buffer.concat([
      one.pdf.subarray(0, from),
      other.pdf.subarray(otherFrom, otherTo),
      one.pdf.subarray(to),
    ])
    assert.equal((await checkDocument(swapped)).file.state, 'broken')
    assert.equal((await command(swapped)).status, 1)
  })

  it('TRU-6: a document of the former rules, or none at all, is told apart', async () => {
    const plain = await checkDocument(Buffer.from('%PDF-1.7\n%%EOF\n'))
    assert.deepEqual([plain.file.state, plain.content, plain.fingerprint], ['unsigned', null, null])
    assert.equal((await command(Buffer.from('no document'))).status, 1)
    const { status } = spawnSync(process.execPath, [COMMAND, join(folder, 'nowhere.pdf')], { env: {} })
    assert.equal(status, 2)
  })

  it('TRU-6: the fingerprint is the hash of exactly what is attached', async () => {
    const { content, fingerprint } = await checkDocument(one.pdf)
    assert.equal(fingerprint, one.data.contentHash)
    assert.equal(content?.['form'], 'consilium-labor-agreement-4')
    assert.equal(content?.['payableAmount'], one.data.payableAmount)
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    assert.equal(digest, fingerprint, 'canonical: sorted names, no white space')
  })
})

/** Fills the field of the seal as anybody can who has the file: with a certificate that bears the payer's name. */
async function forgeSeal({ pdf, data }: typeof one, from = new Date(), isWarranted = true): Promise<Buffer> {
  const name = data.orgName ?? ''
  const key = await readSigningKey(Buffer.from(await makeSigningKey(name, from)), '', from)
  const thief = await createPdfSigner(key, TOKEN_MAX_BYTES)
  const statement = Buffer.from(
    sealWarrant({
      agreementNumber: '1',
      contentSha256: data.contentHash ?? '',
      certificate: key.certificates[0],
      organization: name,
    }),
  )
  const picture = await pixelsOf((await readSignature(drawnSignature())).png)
  const signature = isWarranted ? await thief.attest(statement) : Buffer.alloc(0)
  const sealing = {
    picture,
    name,
    reason: '甲方盖章（经办人：李某）',
    time: new Date(),
    warrant: { statement, signature },
  }
  return sealPdf(pdf, sealing, thief)
}

describe('TRU-11: whose signatures they are', () => {
  it('TRU-11: a file is good only for a reader who names its signer, by certificate or fingerprint', async () => {
    const [{ certificate } = assert.fail()] = (await checkSignatures(one.pdf)).signatures
    const file = join(folder, 'platform.pem')
    writeFileSync(file, certificate.toString())
    const colons = (platform.match(/../g) ?? []).join(':').toUpperCase()
    for (const named of [file, platform, colons]) {
      const { status, stdout } = await command(one.pdf, '--trust', named)
      assert.equal(status, 0, stdout)
      assert.ok(stdout.includes('结论：文件完好，由您信任的签署方签署'), stdout)
    }
    const other = 'ab'.repeat(32)
    assert.equal((await command(one.pdf, '--trust', other)).status, 3)
    assert.equal((await command(one.pdf, '--trust', other, '--trust', platform)).status, 0)
    for (const bad of [
      ['--trust', join(folder, 'nowhere.pem')],
      ['--trust'],
      ['--sha256', 'ab'],
      ['--truts', file],
    ])
      assert.equal((await command(one.pdf, ...bad)).status, 2, bad.join(' '))
  })

  it("TRU-11: a seal that is forged with a certificate of the payer's name is found, and the page knows no such file", async () => {
    const forged = await forgeSeal(one, new Date(), false)
    const { status, stdout } = await command(forged, '--trust', platform)
    assert.equal(status, 1, stdout)
    for (const said of ["The seal is not the payer's", '结论：不要信赖此文件'])
      assert.ok(stdout.includes(said), stdout)
    assert.equal((await command(forged)).status, 1)
    assert.equal(await isGenuine(one.data, forged), false)
    // Whoever forges the seal can write a warrant of its own into it, which proves nothing.
    const warranted = await command(await forgeSeal(one), '--trust', platform)
    assert.equal(warranted.status, 3)
    assert.ok(
      warranted.stdout.includes("Nothing that can be relied on says that its certificate is the payer's"),
    )
  })

  it('TRU-11: a warrant vouches for its certificate on its agreement, and for nothing else', () => {
    const certificate = Buffer.from('certificate of the payer')
    const own = createHash('sha256').update(certificate).digest('hex')
    const [agreed, other] = ['ab'.repeat(32), 'cd'.repeat(32)]
    const text = sealWarrant({
      agreementNumber: '1',
      contentSha256: agreed,
      certificate,
      organization: '执行单位',
    })
    const statement = Buffer.from(text)
    assert.equal(warrants(statement, agreed, own), true)
    assert.equal(warrants(statement, agreed, other), false)
    assert.equal(warrants(statement, other, own), false)
    const ofAnotherForm = Buffer.from(text.replace('consilium-seal-warrant-1', 'consilium-seal-warrant-2'))
    assert.equal(warrants(ofAnotherForm, agreed, own), false)
    for (const none of ['', 'null', '{']) assert.equal(warrants(Buffer.from(none), agreed, own), false, none)
  })

  it('TRU-11: an agreement of another installation with the same name is by another signer', async () => {
    const elsewhere = await startApi({ clock: seasonClock })
    const there = await openWorld(elsewhere)
    const expert = await there.expert()
    const { attendeeId } = await there.attendee((await there.meeting()).meetingId, { phone: expert.phone })
    await there.sign(expert, attendeeId)
    const pdf = Buffer.from((await expert.call(agreementRoutes.pdf, { params: { attendeeId } })).bytes)
    const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    await elsewhere.close()
    const { status, stdout } = await command(pdf, '--trust', platform)
    assert.equal(status, 3, stdout)
    assert.ok(stdout.includes('The certificate of the signing is not one that you trust'), stdout)
    assert.ok(!stdout.includes(platform), 'the fingerprint of its own signer')
    const unknown = await api.anonymous.attempt(signedAgreementRoutes.verify, {
      params: { code: codeOf(data) },
    })
    assert.equal(unknown.status, 404)
    assert.equal(await isGenuine(one.data, pdf), false)
  })

  it('TRU-11: a certificate that had expired when it signed is named, by the time of the signature', async () => {
    const YEARS = 11
    const from = new Date()
    from.setUTCFullYear(from.getUTCFullYear() - YEARS)
    const { status, stdout } = await command(await forgeSeal(one, from), '--trust', platform)
    assert.equal(status, 1)
    assert.match(stdout, /The certificate was not valid at the time of the seal/)
  })
})

describe('TRU-12: timestamps in a file', () => {
  async function restamped(stamper: Parameters<typeof makeToken>[1]): Promise<Buffer> {
    const { envelope } = lastSignature(one.pdf)
    const hash = createHash('sha256').update(signatureValue(envelope)).digest()
    return withEnvelope(one.pdf, withToken(envelope, await makeToken(hash, stamper)))
  }

  it('TRU-12: of an authority that nobody has named is unverified for the agreement, the page and the command', async () => {
    assert.deepEqual([one.data.proof?.timestamp, one.data.proof?.timestampVerified], ['stamped', false])
    assert.equal((await page(one.data)).proof?.timestampVerified, false)
    const { status, stdout } = await command(one.pdf, '--trust', platform, '--tsa-ca', trust.ca)
    assert.equal(status, 0)
    assert.ok(stdout.includes('Timestamp: tsa') && stdout.includes('whom you trust'), stdout)
  })

  it('TRU-12: a self-made authority, an expired certificate and a wrong purpose are each named, and the page knows no such file', async () => {
    const expired = trust.stamper('stamper-expired', 'tsa', new Date(Date.now() - 86_400_000))
    const bad = [
      [trust.selfMadeStamper(), 'is not one that this platform trusts'],
      [expired, 'was not valid at the time that it states'],
      [trust.stamper('stamper-plain', 'plain'), 'is not one for timestamps alone'],
    ] as const
    for (const [stamper, said] of bad) {
      const pdf = await restamped(stamper)
      const { status, stdout } = await command(pdf, '--trust', platform, '--tsa-ca', trust.ca)
      assert.equal(status, 3, stdout)
      assert.ok(stdout.includes('The timestamp proves no time') && stdout.includes(said), stdout)
      assert.equal(await isGenuine(one.data, pdf), false)
    }
  })
})

describe('TRU-14: what the signatures do not cover', () => {
  it('TRU-14: another case of a digit of the signature is found, as no writer of ours writes it', async () => {
    const [, before, rest] = byteRangeOf(one.pdf)
    const digits = one.pdf.subarray(before, rest).toString('latin1')
    const at = before + digits.search(/[a-f]/)
    const changed = Buffer.from(one.pdf)
    changed.write(String.fromCharCode(changed[at]!).toUpperCase(), at, 'latin1')
    const { status } = await command(changed, '--trust', platform)
    assert.equal(status, 1)
    assert.equal(await isGenuine(one.data, changed), false)
  })

  it('TRU-14: the hash that the page shows is compared where it is given, and otherwise the command says what it covers', async () => {
    const { documentHash } = await page(one.data)
    const same = await command(one.pdf, '--trust', platform, '--sha256', documentHash)
    assert.equal(same.status, 0, same.stdout)
    assert.ok(same.stdout.includes('byte for byte'))
    const other = await command(one.pdf, '--trust', platform, '--sha256', 'ab'.repeat(32))
    assert.equal(other.status, 1)
    const without = (await command(one.pdf, '--trust', platform)).stdout
    assert.ok(without.includes('Checked are all bytes that the signatures cover'), without)
    assert.ok(without.includes(documentHash))
  })
})
