import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zip, zipClaiming, type Member } from '../test/zip.ts'
import { ArchiveError, type ArchiveFault } from './archive-error.ts'
import { openArchive } from './open-archive.ts'

const MIB = 1024 * 1024
const LIMITS = { entries: 100, entryBytes: 10 * MIB, totalBytes: 200 * MIB }
const text = (content: string) => Buffer.from(content)

const open = (members: readonly Member[]) => openArchive(zip(members), LIMITS)

async function refuses(opening: Promise<unknown>, fault: ArchiveFault): Promise<void> {
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof ArchiveError, String(error))
    assert.equal(error.fault, fault)
    return true
  })
}

describe('an archive', () => {
  it('COR-2: identifies entries by their index and normalizes their paths', async () => {
    const entries = await open([
      { name: '票据\\' },
      { name: '票据\\一.png', bytes: text('1') },
      { name: '票据//二.png', bytes: text('2') },
    ])
    assert.deepEqual(
      entries.map(({ index, name, isFolder }) => [index, name, isFolder]),
      [
        [0, '票据/', true],
        [1, '票据/一.png', false],
        [2, '票据/二.png', false],
      ],
    )
    assert.equal((await entries[2]!.read()).toString(), '2')
  })

  it('COR-2: reads names that are not UTF-8 as GB18030, which Chinese Windows writes', async () => {
    const [entry] = await open([{ name: Buffer.from('b7a2c6b12e706e67', 'hex'), bytes: text('1') }])
    assert.equal(entry?.name, '发票.png')
  })

  it('SEC-1: is refused if its end record claims forty million entries', async () => {
    await refuses(openArchive(zipClaiming(40_000_000n), LIMITS), 'TOO_MANY_ENTRIES')
    await refuses(openArchive(zipClaiming(90n), LIMITS), 'DAMAGED')
    await refuses(openArchive(zipClaiming(2n ** 52n), LIMITS), 'TOO_MANY_ENTRIES')
  })

  it('SEC-2: is refused if entries share bytes or a name', async () => {
    const content = { bytes: text('content') }
    await refuses(
      open([
        { name: 'a', ...content },
        { name: 'b', sharesWith: 0 },
      ]),
      'OVERLAP',
    )
    for (const [one, other] of [
      ['a.png', 'a.png'],
      ['x/a.png', 'x\\a.png'],
      ['x/a.png', './x//a.png'],
      ['e\u0301.png', '\u00e9.png'],
    ] as const)
      await refuses(
        open([
          { name: one, ...content },
          { name: other, ...content },
        ]),
        'REPEATED_NAME',
      )
  })

  it('SEC-2: is refused if a local header overlaps the next entry', async () => {
    const bytes = zip([
      { name: 'a', bytes: text('one'), deflated: false },
      { name: 'b', bytes: text('two'), deflated: false },
    ])
    // The extra field of the first entry is as long as the whole second entry.
    bytes.writeUInt16LE(34, 28)
    await refuses(openArchive(bytes, LIMITS), 'OVERLAP')
  })

  it('SEC-2: is refused for its sizes, declared or actual, and for a compression ratio over 500', async () => {
    const zeros = Buffer.alloc(9 * MIB)
    const of = (count: number, bytes: Buffer) =>
      Array.from({ length: count }, (_, index) => ({ name: String(index), bytes }))
    await refuses(open(of(101, text('1'))), 'TOO_MANY_ENTRIES')
    await refuses(open(of(8, zeros)), 'TOO_LARGE')
    await refuses(open([{ name: 'a', declaredSize: 300 * MIB }]), 'TOO_LARGE')
    const [large] = await open([{ name: 'a', bytes: Buffer.alloc(11 * MIB) }])
    await refuses(large!.read(), 'ENTRY_TOO_LARGE')
    const [one] = await open([{ name: 'a', bytes: text('longer') }])
    await refuses(one!.read(5), 'ENTRY_TOO_LARGE')
    const [lying] = await open([{ name: 'a', bytes: zeros, declaredSize: 10 }])
    await refuses(lying!.read(), 'DAMAGED')
  })

  it('SEC-1: is refused for path traversal with either separator', async () => {
    for (const name of ['../a', 'a/../../b', '/etc/a', '..\\a', 'C:\\a', 'a\u0001', '..'])
      await refuses(open([{ name, bytes: text('1') }]), 'UNSAFE_NAME')
  })

  it('SEC-1: is damaged if it is truncated or an entry points outside the file', async () => {
    const whole = zip([{ name: 'a', bytes: text('content') }])
    for (let length = 0; length < whole.length; length += 7)
      await refuses(openArchive(whole.subarray(0, length), LIMITS), 'DAMAGED')
    const outside = Buffer.from(whole)
    outside.writeUInt32LE(1_000_000, whole.length - 22 - 1 - 4)
    await refuses(openArchive(outside, LIMITS), 'DAMAGED')
  })
})
