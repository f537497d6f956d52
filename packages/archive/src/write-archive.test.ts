import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { openArchive } from './open-archive.ts'
import { writeArchive, type ArchivePart } from './write-archive.ts'

const MIB = 1024 * 1024
const LIMITS = { entries: 10, entryBytes: 10 * MIB, totalBytes: 20 * MIB }

const part = (name: string, ...texts: string[]): ArchivePart => ({
  name,
  content: texts.map((text) => Buffer.from(text)),
})

describe('a written archive', () => {
  it('has the names and contents of its parts in order, including empty ones', async () => {
    const bytes = await buffer(writeArchive([part('一/二.xml', '甲', '乙'), part('empty'), part('c', '')]))
    const entries = await openArchive(bytes, LIMITS)
    const contents = await Promise.all(entries.map(async (entry) => (await entry.read()).toString()))
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['一/二.xml', 'empty', 'c'],
    )
    assert.deepEqual(contents, ['甲乙', '', ''])
  })

  it('has equal bytes for equal parts', async () => {
    const write = () => buffer(writeArchive([part('a', 'one'), part('b', 'two')]))
    assert.deepEqual(await write(), await write())
  })

  it('requests a part only after the previous one was read, and none after the reader has stopped', async () => {
    const asked: string[] = []
    const seen = { released: false }
    function* pieces(): Generator<Buffer> {
      for (;;) yield Buffer.from(crypto.getRandomValues(new Uint8Array(MIB / 16)))
    }
    async function* parts(): AsyncGenerator<ArchivePart> {
      try {
        asked.push('a')
        yield { name: 'a', content: pieces() }
        asked.push('b')
        yield part('b', 'never')
      } finally {
        seen.released = true
      }
    }
    let read = 0
    for await (const chunk of writeArchive(parts())) {
      read += chunk.length
      if (read > MIB) break
    }
    while (!seen.released) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(asked, ['a'])
  })

  it('ends with the error of a part', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('one')
      throw new Error('the source is gone')
    }
    await assert.rejects(
      buffer(writeArchive([{ name: 'a', content: broken() }, part('b')])),
      /source is gone/,
    )
  })
})
