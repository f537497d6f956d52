import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { DIGITAL_PAYLOAD, hugePng, pngPage, tiffPages } from '../../test/pictures.ts'
import { zip, type Member } from '@consilium/archive/test/zip.ts'
import { bytesOf, listPages, openDocument } from './document.ts'

const png = await pngPage(DIGITAL_PAYLOAD)
const look = (members: readonly Member[]) => listPages(zip(members), 'sent.zip')
const KIB = 1024
const MIB = KIB * KIB
const LINK_MODE = 0o120777
const ENCRYPTED = 1
const gbk = (bytes: number[], ascii: string) => Buffer.concat([Buffer.from(bytes), Buffer.from(ascii)])

describe('archives', () => {
  it('OCR-7: each file and page of an archive is listed with its path, without folders and system files', async () => {
    const { several, error, pages } = await look([
      { name: 'a/' },
      { name: 'a/one.png', bytes: png },
      { name: '__MACOSX/a/._one.png', bytes: png },
      { name: 'a/.DS_Store', bytes: png },
      { name: 'b/two.tif', bytes: await tiffPages(DIGITAL_PAYLOAD, DIGITAL_PAYLOAD) },
      { name: 'readme.txt', bytes: Buffer.from('no invoice') },
      { name: 'nothing.png', bytes: Buffer.alloc(0) },
    ])
    assert.deepEqual([several, error], [true, null])
    assert.deepEqual(
      pages.map(({ file, page, error: code }) => [file, page, code]),
      [
        ['a/one.png', 1, null],
        ['b/two.tif', 1, null],
        ['b/two.tif', 2, null],
        ['readme.txt', 1, 'FORMAT_UNSUPPORTED'],
        ['nothing.png', 1, 'FILE_EMPTY'],
      ],
    )
  })

  it('OCR-7: names are read as UTF-8 or as GB18030', async () => {
    const { pages } = await look([
      { name: '车票.png', bytes: png },
      { name: Buffer.from('餐费.png'), bytes: png },
      { name: gbk([0xb7, 0xa2, 0xc6, 0xb1], '.png'), bytes: png },
      // In this encoding the second byte of a character may be a backslash.
      { name: gbk([0x81, 0x5c], '.png'), bytes: png },
    ])
    assert.deepEqual(
      pages.map(({ file }) => file),
      [
        '车票.png',
        '餐费.png',
        '发票.png',
        '乗.png'.replace('乗', new TextDecoder('gb18030').decode(Buffer.from([0x81, 0x5c]))),
      ],
    )
  })

  it('COR-2 OCR-7: files with the same name in different folders are both read', async () => {
    const other = await pngPage()
    const archive = zip([
      { name: 'folder/', bytes: Buffer.alloc(0) },
      { name: 'one\\x.png', bytes: png },
      { name: 'two\\x.png', bytes: other },
    ])
    const { pages } = await listPages(archive, 'sent.zip')
    assert.deepEqual(
      pages.map(({ file, member }) => [file, member]),
      [
        ['one/x.png', 1],
        ['two/x.png', 2],
      ],
    )
    const read = await Promise.all(pages.map((page) => bytesOf(archive, page, MIB)))
    assert.deepEqual(read, [png, other])
  })

  it('OCR-7: an archive with a path that leads out of it is refused', async () => {
    for (const name of [
      '../a.png',
      'a/../../b.png',
      '/etc/a.png',
      '..\\a.png',
      'C:\\a.png',
      'a\u0001.png',
      '..',
    ]) {
      const contents = await look([
        { name: 'good.png', bytes: png },
        { name, bytes: png },
      ])
      assert.deepEqual(contents, { several: true, pages: [], error: 'ARCHIVE_UNSAFE_NAME' }, name)
    }
  })

  it('OCR-7: links, encrypted files and nested archives are errors, and the other files are read', async () => {
    const { pages } = await look([
      { name: 'good.png', bytes: png },
      { name: 'link.png', bytes: Buffer.from('/etc/passwd'), mode: LINK_MODE },
      { name: 'secret.png', bytes: png, flags: ENCRYPTED },
      { name: 'inner.zip', bytes: zip([{ name: 'a.png', bytes: png }]) },
      { name: 'sheet.xlsx', bytes: zip([{ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }]) },
      { name: 'wrong.png', bytes: png, crc: 1 },
    ])
    assert.deepEqual(
      pages.map(({ error }) => error),
      [null, 'ARCHIVE_LINK', 'FILE_ENCRYPTED', 'ARCHIVE_NESTED', 'FORMAT_UNSUPPORTED', 'FILE_DAMAGED'],
    )
  })

  it('LIM-1: ZIP bombs of all kinds are refused before they are unpacked', async () => {
    const zeros = Buffer.alloc(8 * MIB)
    const many = Array.from({ length: 501 }, (_, index) => ({
      name: `${index}.png`,
      bytes: Buffer.from('x'),
    }))
    const overlapping = [
      { name: '0.png', bytes: zeros },
      ...many.slice(1, 90).map(({ name }) => ({ name, sharesWith: 0 })),
    ]
    const large = Array.from({ length: 30 }, (_, index) => ({ name: `${index}.png`, bytes: zeros }))
    const pages = Array.from({ length: 101 }, (_, index) => ({
      name: `${index}.png`,
      bytes: png,
      deflated: false,
    }))
    const refusals = await Promise.all([
      look(many),
      look(overlapping),
      look(large),
      look(pages),
      look([{ name: 'a/' }]),
    ])
    assert.deepEqual(
      refusals.map(({ error }) => error),
      ['ARCHIVE_TOO_MANY_ENTRIES', 'ARCHIVE_OVERLAP', 'ARCHIVE_TOO_LARGE', 'TOO_MANY_PAGES', 'ARCHIVE_EMPTY'],
    )
    const lying = await look([{ name: 'small.png', bytes: zeros, declaredSize: 10 }])
    assert.equal(lying.pages[0]?.error, 'FILE_DAMAGED')
    const honest = await look([{ name: 'big.png', bytes: Buffer.alloc(60 * MIB) }])
    assert.equal(honest.pages[0]?.error, 'FILE_TOO_LARGE')
    assert.equal((await look([])).error, 'ARCHIVE_EMPTY')
  })

  it('LIM-1: a truncated archive is an error', async () => {
    const whole = zip([{ name: 'a.png', bytes: png }])
    for (const bytes of [whole.subarray(0, whole.length - 10), whole.subarray(0, 40)]) {
      const { pages } = await listPages(bytes, 'sent.zip')
      assert.deepEqual(
        pages.map(({ error }) => error),
        ['FILE_DAMAGED'],
      )
    }
  })
})

describe('files', () => {
  it('OCR-1: the type of a file is recognized by its bytes, and bad files have an error code', async () => {
    const refused = (bytes: Buffer) => listPages(bytes, 'invoice.png').then(({ pages }) => pages[0]?.error)
    assert.equal(await refused(Buffer.alloc(0)), 'FILE_EMPTY')
    assert.equal(await refused(Buffer.from('plain text')), 'FORMAT_UNSUPPORTED')
    assert.equal(
      await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      'FORMAT_UNSUPPORTED',
    )
    assert.equal(await refused(zip([{ name: '[Content_Types].xml' }])), 'FORMAT_UNSUPPORTED')
    assert.equal(await refused(hugePng(30_000, 30_000, crc32)), 'IMAGE_TOO_LARGE')
    assert.equal(await refused(Buffer.from('%PDF-1.7\nnothing follows')), 'FILE_DAMAGED')
    assert.equal(await refused(png), null)
  })

  it('OCR-1: a PDF that needs a password, and one with too many pages, have their own error codes', async () => {
    const { default: PDFDocument } = await import('pdfkit')
    const { buffer } = await import('node:stream/consumers')
    const pdf = (options: PDFKit.PDFDocumentOptions, pages: number) => {
      const document = new PDFDocument({ size: 'A6', ...options })
      for (let count = 1; count < pages; count++) document.addPage()
      document.end()
      return buffer(document)
    }
    await assert.rejects(openDocument(await pdf({ userPassword: 'secret' }, 1)), { code: 'FILE_ENCRYPTED' })
    const many = await listPages(await pdf({}, 103), 'many.pdf')
    assert.deepEqual([many.error, many.pages.length], ['TOO_MANY_PAGES', 100])
    // An owner password does not prevent reading.
    const owned = await openDocument(await pdf({ ownerPassword: 'secret' }, 2))
    assert.equal(owned.pages, 2)
    await owned.close()
    const whole = await pdf({}, 1)
    await assert.rejects(openDocument(whole.subarray(0, 60)), { code: 'FILE_DAMAGED' })
  })
})
