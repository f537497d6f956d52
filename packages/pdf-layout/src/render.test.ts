import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PNG } from 'pngjs'
import type { PdfBlock, PdfDocument } from './document.ts'
import { createPdfRenderer, MissingGlyphs, RenderTimeout, type PdfRenderer } from './render.ts'

const MAX_TEXT_LENGTH = 400_000

const CLAUSE =
  '甲方委托乙方就学术会议提供讲课、主持、点评及咨询等劳务服务，乙方应当按照会议日程安排，独立、客观、公正地完成服务内容；' +
  '未经对方书面同意——包括但不限于电子邮件（E-mail）等方式——不得向第三方披露“保密信息”。'
const BLUE = [16, 32, 160] as const

/** A wave on white, with little around it. */
function drawnSignature(): string {
  const image = new PNG({ width: 296, height: 82 })
  image.data.fill(255)
  for (let x = 8; x < 288; x++) {
    const top = 38 + Math.round(30 * Math.sin((x + 12) / 20))
    for (let y = top; y < top + 6; y++) image.data.set([...BLUE, 255], (y * image.width + x) * 4)
  }
  return PNG.sync.write(image).toString('base64')
}

function documentOf(blocks: PdfBlock[], rest: Partial<PdfDocument> = {}): PdfDocument {
  return {
    title: '专家劳务协议',
    language: 'zh-CN',
    author: '学术会议平台',
    createdAt: '2025-11-20T03:00:00Z',
    blocks,
    ...rest,
  }
}

const agreement = documentOf(
  [
    {
      kind: 'fields',
      columns: 2,
      rows: [
        { label: '甲方', value: '上海某某医药科技有限公司' },
        { label: '乙方', value: '王堃喆' },
        { label: '曾用名', value: '㐂𠮷·买买提' },
        { label: '账号', value: '6217000010001234567' },
      ],
    },
    { kind: 'heading', text: '第一条　服务内容' },
    { kind: 'paragraph', text: CLAUSE, indent: true },
    { kind: 'paragraph', number: '1.1', text: CLAUSE },
    {
      kind: 'table',
      total: true,
      columns: [{ title: '项目' }, { title: '金额（元）', align: 'right' }],
      rows: [
        ['应付劳务费', '5,000.00'],
        ['个人所得税', '792.08'],
        ['实付金额', '￥4,155.45'],
      ],
    },
    {
      kind: 'signatures',
      parties: [
        { caption: '甲方（盖章）：', lines: ['日期：2025年11月20日'] },
        {
          caption: '乙方（签字）：',
          image: drawnSignature(),
          lines: ['王堃喆', '日期：2025年11月20日'],
        },
      ],
    },
  ],
  { reference: '协议编号：LA-000731' },
)

let renderer: PdfRenderer
let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-test-'))
  renderer = createPdfRenderer({ threads: 2 })
})
after(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true })
})

/** Writes the file and runs a tool of poppler-utils on it. */
function poppler(tool: string, pdf: Buffer, ...args: string[]): string {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, pdf)
  return execFileSync(tool, [file, ...args], { encoding: 'utf8', cwd: folder })
}

function textOf(pdf: Buffer, ...args: string[]): string {
  return poppler('pdftotext', pdf, '-', ...args)
}

function flat(text: string): string {
  return text.replace(/\s+/g, '')
}

function pagesOf(pdf: Buffer): string[] {
  return textOf(pdf).split('\f').slice(0, -1)
}

/** Returns the lines of the first page with their right ends in points. */
function rowsOf(pdf: Buffer): { text: string; xMax: number }[] {
  const rows = new Map<string, { text: string; xMax: number }>()
  for (const [, xMax, yMax, word] of textOf(pdf, '-bbox').matchAll(/xMax="(.*?)" yMax="(.*?)">(.*?)</g)) {
    if (xMax === undefined || yMax === undefined) continue
    const row = rows.get(yMax) ?? { text: '', xMax: 0 }
    rows.set(yMax, { text: row.text + word, xMax: Math.max(row.xMax, Number(xMax)) })
  }
  return [...rows.values()]
}

/** Returns the last page as an image with one pixel for each point. */
function lastPage(pdf: Buffer): PNG {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.png'))) rmSync(join(folder, file))
  poppler('pdftoppm', pdf, '-r', '72', '-png', 'page')
  const file = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .toSorted()
    .at(-1)
  assert.ok(file)
  return PNG.sync.read(readFileSync(join(folder, file)))
}

describe('a rendered agreement', () => {
  it('ATT-8: pdftotext extracts names with rare characters, amounts and clauses', async () => {
    const pdf = await renderer.render(agreement)
    const text = textOf(pdf)
    for (const line of ['王堃喆', '㐂𠮷·买买提', '5,000.00', '792.08', '￥4,155.45', '6217000010001234567']) {
      assert.ok(text.includes(line), line)
    }
    assert.equal(flat(text).split(CLAUSE).length, 3)
    for (const word of [
      '专家劳务协议',
      '第一条',
      '金额（元）',
      '乙方（签字）：',
      '协议编号：LA-000731',
      '1/1',
    ]) {
      assert.ok(flat(text).includes(word), word)
    }
  })

  it('justifies the lines of a paragraph, except one that a long word leaves short', async () => {
    const word = `https://example.com/${'path/'.repeat(8)}`
    const text = `${CLAUSE}甲方委托乙方${word}${CLAUSE}`
    const rows = rowsOf(await renderer.render(documentOf([{ kind: 'paragraph', text }]))).slice(1, -1)
    const right = Math.max(...rows.map(({ xMax }) => xMax))
    const short = rows.filter(({ xMax }) => right - xMax > 1)
    assert.ok(rows.length > 5)
    assert.deepEqual(
      short.map(({ text: row }) => rows.findIndex((one) => one.text === row)),
      [rows.findIndex((row) => row.text.startsWith('https')) - 1, rows.length - 1],
    )
  })

  it('embeds subsets of its fonts and has metadata', async () => {
    const pdf = await renderer.render(agreement)
    const fonts = poppler('pdffonts', pdf).split('\n').slice(2, -1)
    assert.equal(fonts.length, 2)
    for (const font of fonts) assert.match(font, /\+NotoSans(SC|JP)-Regular .* yes yes yes /)
    const info = poppler('pdfinfo', pdf)
    assert.match(info, /Title: +专家劳务协议/)
    assert.match(info, /Author: +学术会议平台/)
    assert.match(info, /Page size: .*A4/)
    assert.match(pdf.toString('latin1'), /\/Lang \(zh-CN\)/)
  })

  it('ATT-8: the ink of the signature is on the page, above its line and nowhere else', async () => {
    const page = lastPage(await renderer.render(agreement))
    const ink: { x: number; y: number }[] = []
    for (let y = 0; y < page.height; y++) {
      for (let x = 0; x < page.width; x++) {
        const [red = 0, , blue = 0] = page.data.subarray(
          (y * page.width + x) * 4,
          (y * page.width + x) * 4 + 3,
        )
        if (blue - red > 80) ink.push({ x, y })
      }
    }
    assert.ok(ink.length > 300, `${ink.length} blue pixels`)
    assert.ok(ink.every(({ x }) => x > page.width / 2 && x < page.width - 70))
    const rows = ink.map(({ y }) => y)
    assert.ok(Math.max(...rows) - Math.min(...rows) < 62)
  })

  it('is identical in every byte when rendered again, also concurrently with others', async () => {
    const others = [documentOf([{ kind: 'paragraph', text: '⽂⽅•㬵' }]), documentOf([])]
    const [first, second, ...rest] = await Promise.all([agreement, agreement, ...others].map(renderer.render))
    assert.ok(first && second)
    assert.ok(first.equals(second))
    assert.ok(first.equals(await renderer.render(agreement)))
    assert.deepEqual(
      rest.map((pdf) => flat(textOf(pdf))),
      ['专家劳务协议文方·㬵1/1', '专家劳务协议1/1'],
    )
    const later = await renderer.render({ ...agreement, createdAt: '2025-11-21T03:00:00Z' })
    assert.equal(first.equals(later), false)
  })

  it('in English declares its language and has ASCII quotation marks', async () => {
    const text = 'The “Expert” shall keep Party A’s information confidential.'
    const pdf = await renderer.render(
      documentOf([{ kind: 'paragraph', text }], { title: 'Agreement', language: 'en' }),
    )
    assert.ok(textOf(pdf).includes(`The "Expert" shall keep Party A's information confidential.`))
    assert.match(pdf.toString('latin1'), /\/Lang \(en\)/)
  })
})

describe('characters without a glyph', () => {
  const odd = '王😀明\ue000'
  const blocks: Record<string, PdfBlock> = {
    heading: { kind: 'heading', text: odd },
    paragraph: { kind: 'paragraph', text: odd },
    'paragraph number': { kind: 'paragraph', number: odd, text: '甲' },
    label: { kind: 'fields', rows: [{ label: odd, value: '' }] },
    value: { kind: 'fields', rows: [{ label: '姓名', value: odd }] },
    column: { kind: 'table', columns: [{ title: odd }], rows: [] },
    cell: { kind: 'table', columns: [{ title: '甲' }], rows: [['乙'], [odd]] },
    caption: { kind: 'signatures', parties: [{ caption: odd, lines: [] }] },
    'signature line': { kind: 'signatures', parties: [{ caption: '甲', lines: [odd] }] },
  }
  const documents = Object.entries(blocks).map(([name, block]) => [name, documentOf([block])] as const)
  documents.push(['title', documentOf([], { title: odd })], ['reference', documentOf([], { reference: odd })])

  for (const [name, document] of documents) {
    it(`refuse the document: ${name}`, async () => {
      await assert.rejects(renderer.render(document), (error) => {
        assert.ok(error instanceof MissingGlyphs, String(error))
        assert.deepEqual([...error.glyphs].toSorted(), ['😀', '\ue000'])
        assert.match(error.message, /U\+1F600/)
        return true
      })
    })
  }

  it('can be listed in advance', () => {
    assert.deepEqual(renderer.missingGlyphs(odd), ['😀', '\ue000'])
    assert.deepEqual(renderer.missingGlyphs('王堃喆㐂𠮷\n'), [])
  })
})

describe('long documents', () => {
  it('are numbered on every page and lose nothing', async () => {
    const texts = Array.from({ length: 90 }, (_, index) => `第${index + 1}款：${CLAUSE}`)
    const pages = pagesOf(
      await renderer.render(documentOf(texts.map((text) => ({ kind: 'paragraph', text })))),
    )
    assert.ok(pages.length > 5)
    for (const [index, page] of pages.entries()) {
      assert.match(page.trimEnd(), new RegExp(`\\s${index + 1} ?/ ?${pages.length}$`))
    }
    const whole = flat(pages.map((page) => page.replace(/\d+ ?\/ ?\d+\s*$/, '')).join(''))
    for (const text of texts) assert.ok(whole.includes(text), text)
  })

  it('keep a heading with its text, and a signature with caption, lines and the text above', async () => {
    const filler: PdfBlock = { kind: 'paragraph', text: '填充' }
    const end: PdfBlock[] = [
      { kind: 'heading', text: '标题在此' },
      { kind: 'paragraph', text: '正文在此\n末段在此' },
      ...agreement.blocks.filter(({ kind }) => kind === 'signatures'),
    ]
    const documents = Array.from({ length: 45 }, (_, lines) =>
      documentOf([...Array.from({ length: lines }, () => filler), ...end]),
    )
    const all = await Promise.all(documents.map((document) => renderer.render(document)))
    for (const [lines, pages] of all.map(pagesOf).entries()) {
      const pageWith = (word: string) => pages.findIndex((page) => page.includes(word))
      assert.equal(pageWith('标题在此'), pageWith('正文在此'), `${lines} lines above`)
      assert.equal(pageWith('末段在此'), pageWith('乙方（签字）：'), `${lines} lines above`)
      assert.equal(pageWith('日期：'), pageWith('乙方（签字）：'), `${lines} lines above`)
    }
  })

  it('repeat the heading of a table, and divide a cell that no page could hold', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [`行${index}`, CLAUSE.slice(0, 20)])
    rows.push(['长格', CLAUSE.repeat(60)])
    const table: PdfBlock = { kind: 'table', columns: [{ title: '表头甲' }, { title: '表头乙' }], rows }
    const pages = pagesOf(await renderer.render(documentOf([table])))
    assert.ok(pages.length > 3)
    for (const page of pages) assert.equal(page.split('表头甲').length, 2)
    assert.equal(flat(pages.join('')).split('甲方委托乙方').length - 1, 60 + 60)
  })

  it('are refused if they exceed the limit of pages', async () => {
    const endless = documentOf([{ kind: 'paragraph', text: '甲\n'.repeat(10_000) }])
    await assert.rejects(renderer.render(endless), /pages is not drawn/)
    const text = CLAUSE.repeat(Math.ceil(MAX_TEXT_LENGTH / CLAUSE.length))
    await assert.rejects(renderer.render(documentOf([{ kind: 'paragraph', text }])), /too long/)
  })
})

describe('the renderer', () => {
  it('rejects a document that cannot be drawn, and continues', async () => {
    const image = Buffer.from('no picture').toString('base64')
    const broken = documentOf([{ kind: 'signatures', parties: [{ caption: '乙方', image, lines: [] }] }])
    await assert.rejects(renderer.render(broken))
    await assert.rejects(renderer.render({ ...agreement, createdAt: 'yesterday' }), /createdAt/)
    assert.ok((await renderer.render(agreement)).length > 0)
  })

  it('rejects a document with a damaged picture', async () => {
    const image = new PNG({ width: 64, height: 64 })
    const png = PNG.sync.write(image)
    png.fill(0x55, png.indexOf('IDAT') + 4, png.indexOf('IDAT') + 20)
    const parties = [{ caption: '乙方', image: png.toString('base64'), lines: [] }]
    await assert.rejects(renderer.render(documentOf([{ kind: 'signatures', parties }])))
    assert.ok((await renderer.render(agreement)).length > 0)
  })

  it('ends a task that takes too long, and continues', async () => {
    const impatient = createPdfRenderer({ threads: 1, timeoutMs: 1 })
    try {
      await assert.rejects(impatient.render(agreement), RenderTimeout)
      await assert.rejects(impatient.render(agreement), RenderTimeout)
    } finally {
      await impatient.close()
    }
  })

  it('finishes running tasks when it is closed, and starts no others', async () => {
    const closing = createPdfRenderer({ threads: 1 })
    const begun = closing.render(agreement)
    await closing.close()
    assert.ok((await begun).length > 0)
    await assert.rejects(closing.render(agreement))
  })
})
