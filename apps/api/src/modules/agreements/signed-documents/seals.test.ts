// Engine: postgres
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { sealRoutes as routes } from '@consilium/contract/signing/seals.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import {
  certificatePem,
  curveKeyPem,
  privateKeyPem,
  rsaCertificate,
  rsaKey,
  UNREADABLE_KEYS,
  UNSUITABLE_KEYS,
} from '../../../../test/input/hostile-keys.ts'
import { startApi, type ExpertUser, type User } from '../../../../test/harness.ts'
import { drawnSignature, openWorld, seasonClock } from '../../../../test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import { isIntact, pdfsig, withFlippedByte } from '@consilium/pades/test/pdf-tools.ts'
import { openTrustServices } from '@consilium/pades/test/trust-services.ts'
import { createDatabase } from '../../../infra/db/database.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import { checkDocument } from './document-check.ts'
import { payabilityOf } from '../service.ts'

const OFFSETS = often(20, 200)
/** For other kinds of keys, which sign the same hash. */
const OFFSETS_OF_OTHER_KEYS = often(6, 40)
const RACERS = 6
const DAY_MS = 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'seals-'))
const trust = await openTrustServices()
const api = await startApi({ clock: seasonClock })
after(async () => {
  await api.close()
  await trust.close()
  rmSync(folder, { recursive: true })
})
const world = await openWorld(api)
const { executor, rival, manager } = world
const { meetingId } = await world.meeting()

async function signed() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  return { expert, attendeeId }
}

const orgOf = async (user: User) => (await user.call(organizationRoutes.list, { query: {} })).rows[0]!.orgId
const orgId = await orgOf(executor)
const sealNow = () => executor.call(routes.get, { params: { orgId } })
const change = async (body: Record<string, unknown>) =>
  executor.attempt(routes.change, { body: { orgId, version: (await sealNow()).version, ...body } })
const seal = (by: User, ...attendeeIds: number[]) => by.attempt(routes.seal, { body: { attendeeIds } })
const read = (by: User, attendeeId: number) => by.call(agreementRoutes.get, { params: { attendeeId } })
const pdfOf = async (by: User | ExpertUser, attendeeId: number) =>
  Buffer.from((await by.call(agreementRoutes.pdf, { params: { attendeeId } })).bytes)
const payability = async (attendeeId: number) =>
  (await payabilityOf(createDatabase<Tables>(api.engine.pool), [attendeeId]))[0]?.obstacles
const verifyFile = (url: string | null, pdf: Buffer) =>
  api.anonymous.call(signedAgreementRoutes.verifyFile, {
    params: { code: url?.split('/').at(-1) ?? '' },
    body: { documentHash: createHash('sha256').update(pdf).digest('hex') },
  })

const isRelied = async (bytes: Buffer) => {
  const { file, contentFits, eventFits } = await checkDocument(bytes)
  return file.state === 'valid' && contentFits && eventFits
}

/** Seals two agreements with the seal as it is, and asserts that OpenSSL agrees and that no change of the first goes unnoticed. */
async function assertGuarded(offsets = OFFSETS): Promise<void> {
  const [one, other] = [await signed(), await signed()]
  await seal(executor, one.attendeeId, other.attendeeId)
  const [pdf, otherPdf] = [
    await pdfOf(one.expert, one.attendeeId),
    await pdfOf(other.expert, other.attendeeId),
  ]
  assert.ok(await isRelied(pdf))
  assertCms(pdf)
  for (let at = 0; at < offsets; at++) {
    const offset = Math.floor((at * pdf.length) / offsets)
    assert.ok(!(await isRelied(withFlippedByte(pdf, offset))), `${offset}`)
  }
  const update = Buffer.from('\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
  assert.ok(!(await isRelied(Buffer.concat([pdf, update]))))
  const contents = (bytes: Buffer) => bytes.lastIndexOf('/Contents <')
  const end = (bytes: Buffer) => bytes.indexOf('>', contents(bytes))
  const swapped = Buffer.concat([
    pdf.subarray(0, contents(pdf)),
    otherPdf.subarray(contents(otherPdf), end(otherPdf)),
    pdf.subarray(end(pdf)),
  ])
  assert.ok(!(await isRelied(swapped)))
}

/** Asserts that OpenSSL verifies each signature of a document over the bytes that it names; whom to trust is left open. */
function assertCms(pdf: Buffer): void {
  const text = pdf.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+) *\]/g)]
  assert.equal(ranges.length, 2)
  for (const [at, range] of ranges.entries()) {
    const [start, length, rest, restLength] = range.slice(1).map(Number) as [number, number, number, number]
    const [cms, content] = [join(folder, `${at}.der`), join(folder, `${at}.content`)]
    writeFileSync(cms, Buffer.from(text.slice(length + 1, rest - 1), 'hex'))
    writeFileSync(
      content,
      Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(rest, rest + restLength)]),
    )
    const verify = [
      'cms',
      '-verify',

      '-noverify',
      '-inform',
      'DER',
      '-in',
      cms,
      '-content',
      content,
    ]
    execFileSync('openssl', [...verify, '-binary', '-out', join(folder, 'verified')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
}

describe('TRU-5: the seal of the payer', () => {
  it('TRU-5: is not waited for while the payer has none, and is set by its main account only', async () => {
    const { attendeeId } = await signed()
    assert.equal((await read(executor, attendeeId)).seal?.status, 'notNeeded')
    assert.deepEqual(await payability(attendeeId), [])
    assert.equal((await seal(executor, attendeeId)).error?.error, 'SEAL_MISSING')
    const body = { orgId, version: 0, picture: drawnSignature(), keeperName: '赵敏' }
    assert.equal((await rival.attempt(routes.change, { body })).error?.error, 'NOT_FOUND')
    const bad: [Record<string, unknown>, string, string][] = [
      [{ personsMaySeal: true }, 'SEAL_PICTURE_MISSING', 'picture'],
      [{ picture: drawnSignature() }, 'SEAL_KEEPER_NEEDED', 'keeperName'],
      [{ picture: 'data:image/png;base64,AAAA', keeperName: '赵敏' }, 'SIGNATURE_NOT_IMAGE', 'picture'],
    ]
    for (const [given, error, field] of bad) {
      const answer = await change(given)
      assert.deepEqual([answer.error?.error, answer.error?.details?.[0]?.field], [error, field])
    }
    const { data } = await change({ picture: drawnSignature(), keeperName: '赵敏' })
    assert.deepEqual([data.version, data.certificateName, data.abilities.seal], [1, null, true])
    assert.equal((await executor.attempt(routes.change, { body })).error?.error, 'STALE_RECORD')
  })

  it('TRU-5: an agreement signed from then on waits for it, cannot be paid before, and bears two signatures after', async () => {
    const { expert, attendeeId } = await signed()
    assert.equal((await read(expert, attendeeId)).seal?.status, 'awaiting')
    assert.deepEqual(await payability(attendeeId), ['unsealed'])
    const before = await pdfOf(expert, attendeeId)
    assert.equal((await seal(rival, attendeeId)).error?.error, 'SEAL_MISSING')
    const { data } = await seal(executor, attendeeId)
    assert.deepEqual(data, [{ attendeeId, outcome: 'sealed' }])
    const agreement = await read(expert, attendeeId)
    assert.equal(agreement.seal?.status, 'sealed')
    assert.ok(agreement.seal?.sealedByName)
    const row = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.equal(row.sealStatus, 'sealed')
    assert.deepEqual(await payability(attendeeId), [])
    const pdf = await pdfOf(expert, attendeeId)
    assert.ok(pdf.subarray(0, before.length).equals(before), 'an incremental update')
    const said = pdfsig(pdf)
    assert.equal(said.split('Signature is Valid').length - 1, 2, said)
    assert.ok(isIntact(said), said)
    const { file, contentFits, eventFits, sealer } = await checkDocument(pdf)
    assert.deepEqual([file.state, contentFits, eventFits], ['valid', true, true])
    assert.equal(sealer, 'platform')
    assert.deepEqual(
      file.signatures.map(({ role }) => role),
      ['document', 'seal'],
    )
    assert.ok(file.signatures[1]?.reason.includes(agreement.seal?.sealedByName ?? '-'))
    assert.deepEqual(await verifyFile(agreement.verifyUrl, pdf), {
      genuine: true,
      current: true,
      latest: true,
    })
    assert.deepEqual(await verifyFile(agreement.verifyUrl, before), {
      genuine: true,
      current: true,
      latest: false,
    })
    assert.deepEqual((await seal(executor, attendeeId)).data, [{ attendeeId, outcome: 'sealedBefore' }])
  })

  it('TRU-5: finds one changed byte at two hundred places of a sealed document, an appended update and a swapped signature', async () => {
    await assertGuarded()
  })

  it('TRU-5: of simultaneous seals on the same agreements one takes effect on each', async () => {
    const made = [await signed(), await signed(), await signed()]
    const ids = made.map(({ attendeeId }) => attendeeId)
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, at) => seal(executor, ...(at % 2 ? ids : ids.toReversed()))),
    )
    for (const attendeeId of ids) {
      const outcomes = answers.map(({ data }) => data.find((row) => row.attendeeId === attendeeId)?.outcome)
      assert.equal(outcomes.filter((outcome) => outcome === 'sealed').length, 1, outcomes.join())
      assert.equal(outcomes.filter((outcome) => outcome === 'sealedBefore').length, RACERS - 1)
      const { file } = await checkDocument(await pdfOf(executor, attendeeId))
      assert.deepEqual([file.state, file.signatures.length], ['valid', 2])
    }
  })

  it('TRU-5 TRU-11: a seal can sign with a certificate of its organization, and a bad certificate is refused by name', async () => {
    const RSA = ['-newkey', 'rsa:2048']
    const file = (bytes: Buffer) => bytes.toString('base64')
    const good = trust.issue('seal-rsa', 'plain', { key: RSA })
    const expired = trust.issue('seal-old', 'plain', {
      until: new Date(seasonClock.now().getTime() - DAY_MS),
    })
    trust.issue('seal-edwards', 'plain', { key: ['-newkey', 'ed25519'] })
    const pem = (key: string, certificate: string) =>
      file(
        Buffer.concat([
          readFileSync(trust.path(`${key}.key`)),
          readFileSync(trust.path(`${certificate}.crt`)),
        ]),
      )
    const scrypt = trust.openssl('pkcs8', '-topk8', '-scrypt', '-in', 'seal-rsa.key', '-passout', 'pass:seal') // prettier-ignore
    const bad: [string, string, string][] = [
      [pem('seal-rsa', 'seal-old'), '', 'SEAL_KEY_MISMATCH'],
      [pem('seal-edwards', 'seal-edwards'), '', 'SEAL_KEY_UNSUITABLE'],
      [file(scrypt), 'seal', 'SEAL_KEY_UNREADABLE'],
      [file(good), 'wrong', 'SEAL_KEY_UNREADABLE'],
      [file(Buffer.from('no key')), '', 'SEAL_KEY_UNREADABLE'],
      [file(expired), trust.passphrase, 'SEAL_CERTIFICATE_EXPIRED'],
    ]
    for (const [keyFile, keyPassword, error] of bad) {
      const answer = await change({ keyFile, keyPassword })
      assert.deepEqual([answer.error?.error, answer.error?.details?.[0]?.field], [error, 'keyFile'])
    }
    for (const [name, bytes] of [
      ['seal-rsa', good],
      ['seal-ec', trust.issue('seal-ec', 'plain')],
    ] as const) {
      const earlier = await signed()
      const { data } = await change({ keyFile: file(bytes), keyPassword: trust.passphrase })
      assert.equal(data.certificateName, name)
      const { expert, attendeeId } = await signed()
      await seal(executor, attendeeId)
      const pdf = await pdfOf(expert, attendeeId)
      assert.ok(isIntact(pdfsig(pdf)), pdfsig(pdf))
      assert.match(pdfsig(pdf), new RegExp(`Common Name: ${name}`))
      const check = await checkDocument(pdf)
      assert.equal(check.file.signatures[1]?.certificate.subject, `CN=${name}`)
      assert.equal(check.sealer, 'named', 'TRU-11: what the expert signed names the certificate')
      const agreement = await read(executor, attendeeId)
      const params = { code: agreement.verifyUrl?.split('/').at(-1) ?? '' }
      const { certificates } = await api.anonymous.call(signedAgreementRoutes.verify, { params })
      assert.equal(certificates.seal, check.file.signatures[1]?.certificate.fingerprint)
      assert.equal(certificates.document, check.file.signatures[0]?.certificate.fingerprint)
      await seal(executor, earlier.attendeeId)
      const vouched = await checkDocument(await pdfOf(executor, earlier.attendeeId))
      assert.equal(
        vouched.sealer,
        'vouched',
        'TRU-11: signed while the payer had another certificate or none',
      )
      await assertGuarded(OFFSETS_OF_OTHER_KEYS)
    }
    const { rows } = await api.engine.pool.query<{ key: Buffer }>(
      'select key_cipher as key from organization_seal',
    )
    assert.ok(!rows[0]!.key.includes('PRIVATE KEY'), 'sealed at rest')
  })

  it('SEC-33: a key or certificate is refused by the kind and size that its bytes state', async () => {
    for (const [files, error] of [
      [UNSUITABLE_KEYS, 'SEAL_KEY_UNSUITABLE'],
      [UNREADABLE_KEYS, 'SEAL_KEY_UNREADABLE'],
    ] as const)
      for (const [what, bytes] of files) {
        const answer = await change({ keyFile: bytes.toString('base64') })
        assert.deepEqual([answer.status, answer.error?.error], [400, error], what)
      }
    // Sizes that may be used are refused for their numbers alone, which are none of a key.
    for (const bits of [2048, 4096]) {
      const file = Buffer.concat([privateKeyPem(rsaKey({ bits })), certificatePem(rsaCertificate(bits))])
      const answer = await change({ keyFile: file.toString('base64') })
      assert.deepEqual([answer.status, answer.error?.error], [400, 'SEAL_KEY_MISMATCH'], String(bits))
    }
    for (const curve of ['P-256', 'P-384', 'P-521']) {
      const answer = await change({ keyFile: curveKeyPem(curve).toString('base64') })
      assert.equal(answer.error?.error, 'SEAL_KEY_MISMATCH', curve)
    }
  })

  it('TRU-5: people of the organization put it only if its main account allows that, and nobody else does', async () => {
    const person = await api.person(executor, 'meetingExecutor')
    const { expert, attendeeId } = await signed()
    assert.equal((await seal(person, attendeeId)).error?.error, 'SEAL_FORBIDDEN')
    for (const user of [expert, manager]) assert.equal((await seal(user, attendeeId)).status, 403)
    await change({ personsMaySeal: true })
    assert.deepEqual((await seal(person, attendeeId)).data, [{ attendeeId, outcome: 'sealed' }])
    const { seal: put } = await read(expert, attendeeId)
    assert.equal(put?.sealOrgName, executor.orgName)
    assert.ok(put?.sealedByName && put.sealedByName !== executor.orgName, 'a person put it')
    const unsigned = await world.attendee(meetingId)
    assert.deepEqual((await seal(executor, unsigned.attendeeId)).data, [
      { attendeeId: unsigned.attendeeId, outcome: 'unsigned' },
    ])
  })

  it('TRU-5: of a list with an agreement that somebody else pays none is sealed', async () => {
    const { expert, attendeeId } = await signed()
    const elsewhere = await world.meeting({ execUserId: rival.userId })
    const foreign = await world.attendee(elsewhere.meetingId, {}, rival)
    assert.equal((await seal(executor, attendeeId, foreign.attendeeId)).status, 404)
    assert.equal((await read(expert, attendeeId)).seal?.status, 'awaiting')
  })
})
