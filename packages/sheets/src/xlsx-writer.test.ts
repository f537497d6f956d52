import assert from 'node:assert/strict'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { partsOf } from '../test/workbook-file.ts'
import { readSheetText } from './workbook-reader.ts'
import { columnName, type CellValue } from './sheet-xml.ts'
import { writeWorkbook, type Sheet, type SheetColumn, type SheetRow } from './xlsx-writer.ts'

const LOOKS_MAX = 400
const FORMULA_STARTS = ['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1']

const column = (title: string, given: Partial<SheetColumn> = {}): SheetColumn => ({
  title,
  width: 10,
  ...given,
})
const write = (sheet: Partial<Sheet>, options?: { rowsPerSheet: number }) =>
  buffer(writeWorkbook([{ name: '表', columns: [column('甲')], rows: [], ...sheet }], options))

const sheetXml = async (sheet: Partial<Sheet>) =>
  (await partsOf(await write(sheet))).get('xl/worksheets/sheet1.xml') ?? ''

/** Rows that count how many were read, and report when reading has ended. */
function watchedRows(limit: number) {
  const seen = { taken: 0, closed: false }
  async function* rows(): AsyncGenerator<SheetRow> {
    try {
      for (; seen.taken < limit; seen.taken++) yield [`row ${seen.taken} ${'x'.repeat(1000)}`]
    } finally {
      seen.closed = true
    }
  }
  return { rows: rows(), seen }
}

describe('a written workbook', () => {
  it('contains the given values when it is read back', async () => {
    const values: SheetRow[] = [
      ['王晓明', '2026-11-20 09:30:01', '5000.10', 12, null],
      [' <b>&"_x0041_" ', '1899-01-01 00:00:00', 'about 5', '7', ''],
      ['𠮷\u{1f600}\ud800\u0001', '2026-11-20 23:59:59', '-0.05', 2 ** 53, 'x'.repeat(40_000)],
    ]
    const columns = [
      column('姓名'),
      column('时间', { kind: 'time' }),
      column('金额', { kind: 'decimal' }),
      column('数', { kind: 'integer' }),
      column('空'),
    ]
    const rows = await readSheetText(await write({ columns, rows: values }))
    const longest = `${'x'.repeat(32_766)}…`
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ['姓名', '时间', '金额', '数', '空'],
        ['王晓明', '2026-11-20 09:30:01', '5000.1', '12'],
        ['<b>&"_x0041_"', '1899-01-01 00:00:00', 'about 5', '7'],
        ['𠮷\u{1f600}\ufffd', '2026-11-20 23:59:59', '-0.05', String(2 ** 53), longest],
      ],
    )
  })

  it('text that looks like a formula starts with an apostrophe; no cell is a formula', async () => {
    const xml = await sheetXml({ columns: [column('=甲')], rows: FORMULA_STARTS.map((text) => [text]) })
    const texts = [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
    const escaped = FORMULA_STARTS.map((text) => text.replace('\r', '&#13;'))
    assert.deepEqual(texts, ["'=甲", ...escaped.map((text) => `'${text}`)])
    assert.doesNotMatch(xml, /<f[ >]/)
    const decimals = await sheetXml({
      columns: [column('金额', { kind: 'decimal' })],
      rows: [['-5.00'], ['=5']],
    })
    assert.match(decimals, /<v>-5\.00<\/v>.*<t>'=5<\/t>/)
  })

  it('times, amounts and numbers are values, not text', async () => {
    const columns = [
      column('a', { kind: 'time' }),
      column('b', { kind: 'decimal' }),
      column('c', { kind: 'integer' }),
    ]
    const xml = await sheetXml({ columns, rows: [['2026-11-20 12:00:00', '5000.10', 3]] })
    assert.match(
      xml,
      /<c r="A2" s="3"><v>46346\.5<\/v>.*<c r="B2" s="4"><v>5000\.10<\/v>.*<c r="C2" s="5"><v>3<\/v>/,
    )
  })

  it('the header row is bold and stays in view; columns have their widths and choices', async () => {
    const parts = await partsOf(
      await write({ columns: [column('甲', { width: 33, choices: ['是', '否'] })] }),
    )
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    assert.match(xml, /<pane ySplit="1" topLeftCell="A2"[^>]* state="frozen"\/>/)
    assert.match(xml, /<col min="1" max="1" width="33"/)
    assert.match(xml, /<c r="A1" s="1"/)
    assert.match(xml, /sqref="A2:A1048576"><formula1>"是,否"<\/formula1>/)
    const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(parts.get('xl/styles.xml') ?? '')?.[1] ?? ''
    assert.match([...formats.matchAll(/<xf [^>]*>/g)][1]?.[0] ?? '', /fontId="1"/)
  })

  it('the content types come first, and every listed part exists', async () => {
    const parts = await partsOf(await write({ rows: [['1']] }))
    assert.equal([...parts.keys()][0], '[Content_Types].xml')
    const targets = [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Target="([^"]+)"/g)]
    assert.deepEqual(
      targets.map(([, target]) => parts.has(`xl/${target}`)),
      [true, true],
    )
  })

  it('rows beyond a sheet go on the next one, each with the header', async () => {
    const rows = Array.from({ length: 7 }, (_none, n) => [`r${n}`])
    const parts = await partsOf(await write({ name: "'a/b'", rows }, { rowsPerSheet: 4 }))
    const sheet = (n: number) => [
      ...(parts.get(`xl/worksheets/sheet${n}.xml`) ?? '').matchAll(/<t>([^<]*)</g),
    ]
    assert.deepEqual(
      [1, 2, 3].map((n) => sheet(n).map(([, text]) => text)),
      [
        ['甲', 'r0', 'r1', 'r2'],
        ['甲', 'r3', 'r4', 'r5'],
        ['甲', 'r6'],
      ],
    )
    assert.deepEqual(
      [...(parts.get('xl/workbook.xml') ?? '').matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name),
      ['a b', 'a b (2)', 'a b (3)'],
    )
    const even = await partsOf(await write({ rows: rows.slice(0, 6) }, { rowsPerSheet: 4 }))
    assert.equal(even.has('xl/worksheets/sheet3.xml'), false)
  })

  it('columns are named as spreadsheets name them', () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName), [
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ])
  })
})

describe('the stream', () => {
  it('a reader that pauses also pauses the rows, and one that leaves ends them', async () => {
    const { rows, seen } = watchedRows(1_000_000)
    const stream = writeWorkbook([{ name: '表', columns: [column('甲')], rows }])
    await once(stream, 'readable')
    let before = -1
    while (before !== seen.taken) {
      before = seen.taken
      await delay(50)
    }
    assert.ok(seen.taken < 1_000_000, 'it waits for its reader')
    stream.destroy()
    await once(stream, 'close')
    for (let looks = 0; !seen.closed && looks < LOOKS_MAX; looks++) await delay(5)
    assert.ok(seen.closed, 'the rows are let go')
  })

  it('rows that fail break off the file, so that it cannot be mistaken for complete', async () => {
    async function* rows(): AsyncGenerator<readonly CellValue[]> {
      yield ['1']
      throw new Error('the database is gone')
    }
    await assert.rejects(write({ rows: rows() }), /the database is gone/)
  })

  it('other work is not blocked while available rows are written', async () => {
    const total = 20_000
    let taken = 0
    let before = 0
    let most = 0
    function* rows(): Generator<SheetRow> {
      for (; taken < total; taken++) yield [`row ${taken} ${'x'.repeat(100)}`]
    }
    const look = () => {
      most = Math.max(most, taken - before)
      before = taken
      if (taken < total) setImmediate(look)
    }
    setImmediate(look)
    await write({ rows: rows() })
    assert.equal(before, total)
    assert.ok(most < total / 10, `${most} rows between two turns`)
  })
})
