import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { createKeys } from './keys.ts'
import { sealStorage } from './sealed-storage.ts'
import { createLocalStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'consilium-storage-'))
after(() => rmSync(folder, { recursive: true }))
const masterKey = randomBytes(32)
const storage = sealStorage(createLocalStorage(folder), createKeys(masterKey))
const SIZE = 100_003
const bytes = randomBytes(SIZE)
await storage.put('2026/file', bytes)

describe('sealed storage', () => {
  it('gives back what was put', async () => {
    assert.deepEqual(await buffer(await storage.read('2026/file')), bytes)
    await storage.put('empty', Buffer.alloc(0))
    assert.equal((await buffer(await storage.read('empty'))).length, 0)
  })

  it('gives back any range', async () => {
    const ends = [0, 1, 15, 16, 17, 31, 32, 4095, SIZE - 2, SIZE - 1]
    for (const start of ends)
      for (const end of ends.filter((value) => value >= start)) {
        const part = await buffer(await storage.read('2026/file', { start, end }))
        assert.ok(part.equals(bytes.subarray(start, end + 1)), `${start}–${end}`)
      }
  })

  it('leaves nothing readable on the disk, and no file twice the same', async () => {
    const text = Buffer.from('11010519491231002X'.repeat(50))
    await storage.put('a', text)
    await storage.put('b', text)
    const [a, b] = [readFileSync(join(folder, 'a')), readFileSync(join(folder, 'b'))]
    assert.ok(!a.includes('1101051949') && !a.equals(b))
    const stranger = sealStorage(createLocalStorage(folder), createKeys(randomBytes(32)))
    assert.notDeepEqual(await buffer(await stranger.read('a')), text)
  })

  it('a file that is not there is an error, and a key leads nowhere else', async () => {
    await assert.rejects(storage.read('nothing'))
    await assert.rejects(storage.put('../outside', bytes), /out of its folder/)
  })
})
