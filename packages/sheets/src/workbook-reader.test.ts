import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hugeSheet, workbookFile, zipFile, type WorkbookParts } from '../test/workbook-file.ts'
import { SheetError } from './sheet-error.ts'
import { readSheetText } from './workbook-reader.ts'

const ROWS_MAX = 20_000
const TEXT_MAX = 16_000_000
const PARTS_MAX = 2_000

const reader = { read: (bytes: Buffer) => readSheetText(bytes, ROWS_MAX) }

const read = async (given: WorkbookParts) => reader.read(await workbookFile(given))
const cellsOf = async (given: WorkbookParts) => (await read(given)).map(({ cells }) => cells)

const isRefused = (fault: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof SheetError, String(thrown))
  assert.equal(thrown.fault, fault)
  return true
}
const refuses = (bytes: Buffer, fault: string) => assert.rejects(reader.read(bytes), isRefused(fault))

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const gb18030 = Buffer.from('d0d5c3fb2cb2bfc3c50ac0eecef02cb6bdb5bc', 'hex')

/** So many pieces, with a tag after each hundred thousand, since no run from tag to tag is longer than a mebibyte. */
const inRuns = (piece: string, count: number) => {
  const RUN = 100_000
  return `${`${piece.repeat(RUN)}<a/>`.repeat(Math.floor(count / RUN))}${piece.repeat(count % RUN)}`
}

/** A file with so many of something, one of which may be too many. */
const bounds: readonly (readonly [string, most: number, (count: number) => Promise<Buffer>])[] = [
  // Below the root and the list of rows.
  ['levels', 62, (count) => workbookFile({ rows: '<a>'.repeat(count) + '</a>'.repeat(count) })],
  ['attributes of an element', 100, (count) => workbookFile({ rows: `<row ${attributes(count)}/>` })],
  ['references', 500_000, (count) => workbookFile({ rows: inRuns('&amp;', count) })],
  ['cells of a CSV file', 1_000_000, async (count) => Buffer.from(`甲${','.repeat(count)}`)],
  ['lines of a CSV file', 1_000_000, async (count) => Buffer.from(`甲${'\n'.repeat(count)}`)],
]
const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ')

describe('files that would take long to read', () => {
  for (const [what, most, make] of bounds)
    it(`SEC-37: at most ${most} ${what}`, async () => {
      await reader.read(await make(most))
      await refuses(await make(most + 1), 'TOO_LARGE')
    })

  it('SEC-37: at most two million tags, and attributes, in all parts together', async () => {
    const most = (rows: string, parts = {}) => workbookFile({ rows, parts })
    assert.deepEqual(await reader.read(await most('<a/>'.repeat(1_999_900))), [])
    await refuses(await most('<a/>'.repeat(2_000_000)), 'TOO_LARGE')
    const other = { 'xl/theme.xml': '<a/>'.repeat(1_000_000) }
    await refuses(await most('<a/>'.repeat(1_000_000), other), 'TOO_LARGE')
    const element = `<a ${attributes(100)}/>`
    await reader.read(await most(element.repeat(19_990)))
    await refuses(await most(element.repeat(20_000)), 'TOO_LARGE')
  })

  it('SEC-37: at most three million line breaks and ends of comments, and five million quotes', async () => {
    const most = (rows: string) => workbookFile({ rows, numberFormats: '', parts: {} })
    // The parts that every workbook has hold a few dozen themselves.
    for (const [mark, count, few] of [
      ['\n', 3_000_000, 100],
      ['\r', 3_000_000, 100],
      [']', 3_000_000, 100],
      ['"', 5_000_000, 200],
      ["'", 5_000_000, 200],
    ] as const) {
      assert.deepEqual(await reader.read(await most(inRuns(mark, count - few))), [])
      await refuses(await most(inRuns(mark, count + 1)), 'TOO_LARGE')
    }
    await refuses(await most(`<!--${'- '.repeat(3_000_000)}-->`), 'TOO_LARGE')
    await refuses(await most(`<?a ${'? '.repeat(3_000_000)}?>`), 'TOO_LARGE')
  })

  it('SEC-37: at most 500,000 escaped characters, beside references', async () => {
    const text = (count: number) =>
      `<row><c t="inlineStr"><is><t>${inRuns('_x0041_', count)}</t></is></c></row>`
    assert.equal((await reader.read(await workbookFile({ rows: text(500_000) })))[0]?.cells.length, 1)
    await refuses(await workbookFile({ rows: text(500_001) }), 'TOO_LARGE')
  })

  it('SEC-37: at most 2,000 relations of a part', async () => {
    const other = '<Relationship Id="x" Type="y/z" Target="other.xml"/>'
    const own = '<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'
    const of = (count: number) =>
      workbookFile({
        rows: '<row><c><v>1</v></c></row>',
        parts: {
          'xl/_rels/workbook.xml.rels': `<Relationships>${own}${other.repeat(count - 1)}</Relationships>`,
        },
      })
    assert.equal((await reader.read(await of(2000))).length, 1)
    await refuses(await of(2001), 'TOO_LARGE')
  })

  it('SEC-37: one format and one text may be used by any number of cells', async () => {
    const numberFormats = `<numFmt numFmtId="164" formatCode="${'0'.repeat(1_000_000)}yyyy"/>`
    const formats = '<xf numFmtId="164"/>'.repeat(100_000)
    const dated = await workbookFile({ rows: '<row><c s="0"><v>46346</v></c></row>', numberFormats, formats })
    assert.deepEqual(await reader.read(dated), [{ number: 1, cells: ['46346'] }])
    const strings = [' '.repeat(99_000), `${' '.repeat(50_000)}甲${' '.repeat(40_000)}`]
    const cells = '<c t="s"><v>0</v></c>'.repeat(40)
    const rows = `<row><c t="s"><v>1</v></c>${cells}</row>`.repeat(5_000)
    assert.equal((await reader.read(await workbookFile({ rows, strings }))).length, 5_000)
  })

  it('SEC-37: at most 32 MiB of XML, and one mebibyte from tag to tag', async () => {
    const MEBIBYTE = 1024 * 1024
    const run = (bytes: number) => workbookFile({ rows: `<row/>${' '.repeat(bytes - '<row/>'.length)}` })
    await reader.read(await run(MEBIBYTE))
    await refuses(await run(MEBIBYTE + 1), 'TOO_LARGE')
    const total = (mebibytes: number) =>
      workbookFile({ rows: `<row/>${' '.repeat(MEBIBYTE - 100)}`.repeat(mebibytes) })
    await reader.read(await total(31))
    await refuses(await total(33), 'TOO_LARGE')
  })

  it('SEC-37: at most 2,000 sheets', async () => {
    const sheets = (count: number) =>
      workbookFile({
        rows: '',
        parts: {
          'xl/workbook.xml': `<workbook xmlns:r="r">${'<sheet r:id="rId1"/>'.repeat(count)}</workbook>`,
        },
      })
    await reader.read(await sheets(2000))
    await refuses(await sheets(2001), 'TOO_LARGE')
  })

  it('SEC-37: a workbook of 6 KB that is two million elements deep', async () => {
    await refuses(await workbookFile({ rows: '<a>'.repeat(2_000_000) }), 'TOO_LARGE')
  })
})

describe('cells of an XLSX file', () => {
  it('PER-14: text in every form it is stored in', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><r><t>李</t></r><r><t xml:space="preserve">文 </t></r><rPh sb="0" eb="1"><t>リ</t></rPh></is></c>\
<c r="C1" t="str"><f>A1&amp;"x"</f><v>值</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#N/A</v></c><c r="F1" t="inlineStr"><is><t>a_x000A_b&lt;_x005F_x0041_</t></is></c></row>`
    assert.deepEqual(await cellsOf({ rows, strings: ['零', '王晓明'] }), [
      ['王晓明', '李文', '值', 'TRUE', '#N/A', 'a\nb<_x0041_'],
    ])
  })

  it('PER-14: numbers with all their digits, with or without an exponent', async () => {
    const values = ['13800138000', '1.3800138E10', '1.3800138000000001E10', '0.1', '-5', '']
    const rows = `<row r="1">${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`
    assert.deepEqual(await cellsOf({ rows }), [
      ['13800138000', '13800138000', '13800138000.000002', '0.1', '-5'],
    ])
  })

  it('PER-14: dates by the format of the cell, to the second, in both systems of days', async () => {
    const cell = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
    const formats = ['0', '14', '22', '164', '165', '31', '166']
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')
    const numberFormats =
      '<numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>' +
      '<numFmt numFmtId="165" formatCode="[Red]#,##0.00&quot;days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/>'
    // Slightly less than half past nine, as Excel writes it.
    const nine = 46_346.395_833_333_3
    const rows = `<row>${[0, 1, 2, 3, 4, 5, 6].map((style) => cell(nine, style)).join('')}${cell(46_346, 1)}${cell(1, 1)}${cell(0.5, 1)}</row>`
    const time = '2026-11-20 09:30:00'
    assert.deepEqual(await cellsOf({ rows, formats, numberFormats }), [
      [String(nine), time, time, time, String(nine), time, time, '2026-11-20', '1900-01-01', '0.5'],
    ])
    const old = `<row>${cell(44_884, 1)}</row>`
    assert.deepEqual(await cellsOf({ rows: old, formats, since1904: true }), [['2026-11-20']])
  })

  it('PER-14: rows keep their displayed numbers and cells their columns, even if others are missing', async () => {
    const rows = '<row r="3"><c r="C3"><v>1</v></c></row><row r="7"/><row><c/><c><v>2</v></c></row>'
    assert.deepEqual(await read({ rows }), [
      { number: 3, cells: [null, null, '1'] },
      { number: 8, cells: [null, '2'] },
    ])
  })

  it('PER-14: prefixed names, parts under other names, and white space around text', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t xml:space="preserve">\u00a0 甲 \ufeff</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const rels =
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../other/data.xml"/></Relationships>'
    const parts = { 'xl/_rels/workbook.xml.rels': rels, 'other/data.xml': sheet }
    assert.deepEqual(await cellsOf({ rows: '', parts }), [['甲']])
  })

  it('an apostrophe that an export added before a formula is removed', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    assert.deepEqual(await cellsOf({ rows: `<row>${text("'=1+1")}${text("'甲'")}${text("'-")}</row>` }), [
      ['=1+1', "'甲'", '-'],
    ])
  })
})

describe('CSV, whatever its name', () => {
  const csv = (bytes: Buffer | string) =>
    reader.read(Buffer.from(bytes as string)).then((rows) => rows.map(({ cells }) => cells))

  it('PER-14: in UTF-8 with and without a mark, UTF-16 as Excel writes it, and GB18030', async () => {
    const table = [
      ['姓名', '部门'],
      ['李勿', '督导'],
    ]
    const text = '姓名,部门\n李勿,督导'
    assert.deepEqual(await csv(text), table)
    assert.deepEqual(await csv(`\ufeff${text}`), table)
    const tabbed = Buffer.concat([
      Buffer.from('fffe', 'hex'),
      Buffer.from(text.replaceAll(',', '\t'), 'utf16le'),
    ])
    assert.deepEqual(await reader.read(tabbed).then((rows) => rows.map(({ cells }) => cells)), table)
    assert.deepEqual(await reader.read(gb18030).then((rows) => rows.map(({ cells }) => cells)), table)
  })

  it('PER-14: quoted fields, semicolons, short rows and empty lines; rows are numbered as a spreadsheet does', async () => {
    const rows = await reader.read(Buffer.from('a;b;c\r\n\r\n"x;\n""y""";2\r\n;;\r\n3\r\n'))
    assert.deepEqual(rows, [
      { number: 1, cells: ['a', 'b', 'c'] },
      { number: 3, cells: ['x;\n"y"', '2'] },
      { number: 5, cells: ['3'] },
    ])
  })
})

describe('files that are refused', () => {
  it('PER-14 SEC-2: a ZIP bomb, and one with a wrong declared size', async () => {
    const bomb = await workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': hugeSheet(300) } })
    assert.ok(bomb.length < 1024 * 1024)
    await refuses(bomb, 'TOO_LARGE')
    // The ZIP directory claims ten bytes.
    const entry = bomb.lastIndexOf(
      Buffer.from('504b0102', 'hex'),
      bomb.lastIndexOf('xl/worksheets/sheet1.xml'),
    )
    bomb.writeUInt32LE(10, entry + 24)
    await refuses(bomb, 'NOT_READABLE')
    const media = await workbookFile({ rows: '', parts: { 'xl/media/image1.png': hugeSheet(80) } })
    await refuses(media, 'TOO_LARGE')
  })

  it('PER-14: a small file that claims a huge number of rows and columns', async () => {
    assert.deepEqual(
      (await read({ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' })).length,
      0,
    )
    for (const reference of ['A9999999999', 'ZZZZZZZZ1', '1A'])
      await refuses(
        await workbookFile({ rows: `<row r="1"><c r="${reference}"><v>1</v></c></row>` }),
        'NOT_READABLE',
      )
    for (const number of ['1048577', '0', '-1', 'x', '1e9'])
      await refuses(await workbookFile({ rows: `<row r="${number}"><c><v>1</v></c></row>` }), 'NOT_READABLE')
    const twice = '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'
    await refuses(await workbookFile({ rows: twice }), 'NOT_READABLE')
  })

  it('PER-14: one long text repeated in every cell', async () => {
    const long = 'x'.repeat(32_000)
    const count = Math.ceil(TEXT_MAX / long.length) + 1
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(count)
    await refuses(await workbookFile({ rows, strings: [long] }), 'TOO_LARGE')
  })

  it('PER-14: too many rows, in either format', async () => {
    const xlsx = (count: number) => workbookFile({ rows: '<row><c><v>1</v></c></row>'.repeat(count) })
    assert.equal((await reader.read(await xlsx(ROWS_MAX + 1))).length, ROWS_MAX + 1)
    await refuses(await xlsx(ROWS_MAX + 2), 'TOO_MANY_ROWS')
    await refuses(Buffer.from('a,b\n'.repeat(ROWS_MAX + 2)), 'TOO_MANY_ROWS')
  })

  it('PER-14: a workbook with macros is refused, by its parts and by its type', async () => {
    const parts = { 'xl/vbaProject.bin': Buffer.from('macro') }
    await refuses(await workbookFile({ rows: '', parts }), 'HAS_MACROS')
    const old = { 'xl/macrosheets/sheet1.xml': '<a/>' }
    await refuses(await workbookFile({ rows: '', parts: old }), 'HAS_MACROS')
    const workbookType = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
    await refuses(await workbookFile({ rows: '', workbookType }), 'HAS_MACROS')
  })

  it('PER-14: encrypted and old workbooks', async () => {
    const stream = (name: string) =>
      Buffer.concat([COMPOUND_FILE, Buffer.alloc(600), Buffer.from(name, 'utf16le')])
    await refuses(stream('EncryptedPackage'), 'ENCRYPTED')
    await refuses(stream('Workbook'), 'OLD_FORMAT')
    const locked = await workbookFile({ rows: '' })
    for (let at = locked.indexOf('504b0102', 'hex'); at >= 0; at = locked.indexOf('504b0102', at + 1, 'hex'))
      locked.writeUInt16LE(0x0809, at + 8)
    await refuses(locked, 'ENCRYPTED')
  })

  it('PER-14: a file that is not a sheet, or a damaged one', async () => {
    const good = await workbookFile({ rows: '<row><c><v>1</v></c></row>' })
    const flipped = Buffer.from(good)
    const inSheet = flipped.indexOf('xl/worksheets/sheet1.xml') + 40
    flipped[inSheet] = flipped[inSheet]! ^ 0xff
    const otherSum = Buffer.from(good)
    const lastEntry = otherSum.lastIndexOf(Buffer.from('504b0102', 'hex'))
    otherSum.writeUInt32LE(otherSum.readUInt32LE(lastEntry + 16) ^ 1, lastEntry + 16)
    const cases = [
      good.subarray(0, good.length - 30),
      flipped,
      otherSum,
      await zipFile({ 'word/document.xml': '<a/>' }),
      await zipFile({ 'content.xml': '<a/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      await workbookFile({ rows: '<row><c></row>' }),
      await workbookFile({ rows: '&bomb;' }),
      await workbookFile({ rows: '', parts: { 'xl/workbook.xml': '<workbook/>' } }),
      Buffer.from('<!DOCTYPE html><table><tr><td>姓名</td></tr></table>'),
      Buffer.from('%PDF-1.7\n\u0000\u0001'),
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      Buffer.from('PK\u0003\u0004'),
    ]
    for (const bytes of cases) await refuses(bytes, 'NOT_READABLE')
    const parts = Object.fromEntries(
      Array.from({ length: PARTS_MAX + 1 }, (_none, n) => [`xl/p${n}.xml`, '<a/>']),
    )
    await refuses(await zipFile(parts), 'TOO_LARGE')
  })
})
