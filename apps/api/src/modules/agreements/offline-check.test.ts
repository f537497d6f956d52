// Engine: postgres
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { agreementRoutes } from '@consilium/contract/agreements.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { byteRangeOf, isIntact, pdfsig, withFlippedByte } from '../../../test/pdf-tools.ts'
import { checkDocument } from './document-check.ts'

const COMMAND = fileURLToPath(new URL('../../verify-agreement.ts', import.meta.url))
const OFFSETS = 200

const api = await startApi({ clock: seasonClock })
const folder = mkdtempSync(join(tmpdir(), 'offline-check-'))
after(async () => {
  await api.close()
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

/** Runs the command without network, service or settings. */
function command(pdf: Uint8Array) {
  const path = join(folder, 'agreement.pdf')
  writeFileSync(path, pdf)
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, path], { encoding: 'utf8', env: {} })
  return { status, stdout }
}

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
    const { status, stdout } = command(one.pdf)
    assert.equal(status, 0, stdout)
    assert.ok(stdout.includes(one.data.contentHash ?? '-'))
    for (const said of [
      '数字签名有效',
      '协议内容的指纹一致',
      '签署记录一致',
      '结论：文件完好',
      'The digital signature is valid',
      'Whether the agreement is still in force cannot be told here',
      'not who the platform is',
    ])
      assert.ok(stdout.includes(said), said)
    assert.ok(stdout.includes(one.data.payableAmount))
  })

  it('TRU-6: finds one changed byte at two hundred places, and an appended update', async () => {
    assert.ok(await isRelied(one.pdf))
    const [, before, rest] = byteRangeOf(one.pdf)
    const step = one.pdf.length / OFFSETS
    for (let at = 0; at < OFFSETS; at++) {
      const offset = Math.floor(at * step)
      const changed = withFlippedByte(one.pdf, offset)
      // A hexadecimal digit of the signature itself may change its case only, which changes no byte of it.
      const isInSignature = offset >= before && offset < rest
      if (!isInSignature) assert.ok(!(await isRelied(changed)), `${offset}`)
    }
    const update = Buffer.from('\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
    const appended = Buffer.concat([one.pdf, update])
    assert.ok(!(await isRelied(appended)))
    const { status, stdout } = command(appended)
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
    assert.equal(command(swapped).status, 1)
  })

  it('TRU-6: a document of the former rules, or none at all, is told apart', async () => {
    const plain = await checkDocument(Buffer.from('%PDF-1.7\n%%EOF\n'))
    assert.deepEqual([plain.file.state, plain.content, plain.fingerprint], ['unsigned', null, null])
    assert.equal(command(Buffer.from('no document')).status, 1)
    const { status } = spawnSync(process.execPath, [COMMAND, join(folder, 'nowhere.pdf')], { env: {} })
    assert.equal(status, 2)
  })

  it('TRU-6: the fingerprint is the hash of exactly what is attached', async () => {
    const { content, fingerprint } = await checkDocument(one.pdf)
    assert.equal(fingerprint, one.data.contentHash)
    assert.equal(content?.['form'], 'consilium-labor-agreement-3')
    assert.equal(content?.['payableAmount'], one.data.payableAmount)
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    assert.equal(digest, fingerprint, 'canonical: sorted names, no white space')
  })
})
