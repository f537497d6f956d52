import assert from 'node:assert/strict'
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { createKeys, SealBroken } from '../keys/keys.ts'
import { DamagedFile, sealStorage, type SealedFile } from './sealed-storage.ts'
import { createLocalStorage } from './storage.ts'

const CHUNK_BYTES = 64 * 1024

const folder = mkdtempSync(join(tmpdir(), 'consilium-storage-'))
after(() => rmSync(folder, { recursive: true }))
const masterKey = randomBytes(32)
const local = createLocalStorage(folder)
const storage = sealStorage(local, createKeys({ current: masterKey, previous: [] }))
const SIZE = 3 * CHUNK_BYTES + 5003
const bytes = randomBytes(SIZE)
let files = 0

async function put(content: Buffer, storageKey = `2026/${files + 1}`): Promise<SealedFile> {
  const fileId = ++files
  return { fileId, storageKey, size: content.length, ...(await storage.put(fileId, storageKey, content)) }
}
const whole = async (file: SealedFile) => buffer(await storage.read(file))
const pathOf = ({ storageKey }: SealedFile) => join(folder, storageKey)
const damaged = (error: unknown) => error instanceof DamagedFile

/** Writes a file as older versions did, without authentication. */
function putOld(content: Buffer, fileId: number): SealedFile {
  const key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'consilium:enc:storage', 32))
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-ctr', key, iv)
  const storageKey = `old/${fileId}`
  mkdirSync(dirname(join(folder, storageKey)), { recursive: true })
  writeFileSync(join(folder, storageKey), Buffer.concat([iv, cipher.update(content), cipher.final()]))
  const sha256 = createHash('sha256').update(content).digest()
  return { fileId, storageKey, fileKey: null, size: content.length, sha256 }
}

describe('encrypted storage', () => {
  it('returns the stored bytes, also at the edges of chunks', async () => {
    for (const size of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, SIZE]) {
      const content = bytes.subarray(0, size)
      assert.ok((await whole(await put(content))).equals(content), String(size))
    }
  })

  it('SEC-11: returns any range from the chunks that contain it', async () => {
    const file = await put(bytes)
    const ends = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, SIZE - 2, SIZE - 1]
    for (const start of ends)
      for (const end of ends.filter((value) => value >= start)) {
        const part = await buffer(await storage.read(file, { start, end }))
        assert.ok(part.equals(bytes.subarray(start, end + 1)), `${start}–${end}`)
      }
  })

  it('stores nothing in plain text, and equal files differently', async () => {
    const text = Buffer.from('11010519491231002X'.repeat(50))
    const [first, second] = [await put(text), await put(text)]
    const [a, b] = [readFileSync(pathOf(first)), readFileSync(pathOf(second))]
    assert.ok(!a.includes('1101051949') && !a.equals(b))
    const stranger = sealStorage(local, createKeys({ current: randomBytes(32), previous: [] }))
    await assert.rejects(stranger.read(first), SealBroken)
  })

  it('SEC-11: refuses a file with any bit flipped, wherever in it', async () => {
    const file = await put(bytes)
    const path = pathOf(file)
    const sealed = readFileSync(path)
    const places = [0, 7, 12, 16, 100, CHUNK_BYTES + 10, 2 * CHUNK_BYTES + 99, sealed.length - 1]
    for (const place of places) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      writeFileSync(path, changed)
      await assert.rejects(whole(file), damaged, String(place))
    }
    // The chunk before the flipped one is intact and is delivered.
    const { start, end } = { start: 10, end: CHUNK_BYTES - 1 }
    const part = await buffer(await storage.read(file, { start, end }))
    assert.ok(part.equals(bytes.subarray(start, end + 1)))
  })

  it('SEC-11: refuses a file that was truncated, extended, reordered, or replaced by another', async () => {
    const file = await put(bytes)
    const other = await put(randomBytes(SIZE))
    const path = pathOf(file)
    const sealed = readFileSync(path)
    const chunk = CHUNK_BYTES + 16
    const at = (index: number) => sealed.subarray(16 + index * chunk, 16 + (index + 1) * chunk)
    const attacks = {
      'cut within a chunk': sealed.subarray(0, -1),
      'cut at a chunk': sealed.subarray(0, 16 + 3 * chunk),
      emptied: Buffer.alloc(0),
      prolonged: Buffer.concat([sealed, Buffer.of(0)]),
      reordered: Buffer.concat([sealed.subarray(0, 16), at(1), at(0), at(2), at(3)]),
      repeated: Buffer.concat([sealed.subarray(0, 16), at(0), at(0), at(2), at(3)]),
      swapped: readFileSync(pathOf(other)),
    }
    for (const [name, content] of Object.entries(attacks)) {
      writeFileSync(path, content)
      await assert.rejects(whole(file), damaged, name)
    }
    writeFileSync(path, sealed)
    await assert.rejects(
      storage.read({ ...file, fileKey: other.fileKey }),
      SealBroken,
      'the key of another file',
    )
    await assert.rejects(
      whole({ ...file, sha256: other.sha256 }),
      /its hash is another/,
      'the hash in the row is compared',
    )
  })

  it('SEC-11: files of the old format stay readable, also in ranges, as long as they are unchanged', async () => {
    const file = putOld(bytes, 9000)
    assert.ok((await whole(file)).equals(bytes))
    const part = await buffer(await storage.read(file, { start: 100, end: 70_000 }))
    assert.ok(part.equals(bytes.subarray(100, 70_001)))
    const sealed = readFileSync(pathOf(file))
    sealed[200] = (sealed[200] ?? 0) ^ 1
    writeFileSync(pathOf(file), sealed)
    await assert.rejects(storage.read(file, { start: 0, end: 5 }), damaged)
  })

  it('a missing file is an error, and a key cannot lead out of the folder', async () => {
    const file = await put(bytes)
    await assert.rejects(storage.read({ ...file, storageKey: 'nothing' }))
    await assert.rejects(put(bytes, '../outside'), /out of its folder/)
  })
})
