import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { execFileSync } from 'node:child_process'
import { qrTexts } from '../test/pdf-tools.ts'
import type { PdfBlock } from './document.ts'
import { createPdfRenderer } from './render.ts'

const ADDRESS = 'https://consilium.example/api/business/publicity/verify/hmyg4ig84yvdje7bk2v58rjgent6pmgf'
const FINGERPRINT = '5db540732f8210365f5cae3517477f7172026723c92de27dd2d1b917d40c0704'
/** More lines than a page holds, so that the page break falls at every position in turn. */
const LINES = 45

const renderer = createPdfRenderer({ threads: 2 })
after(() => renderer.close())

const render = (blocks: PdfBlock[]) =>
  renderer.render({
    title: '协议',
    language: 'zh-CN',
    author: 'C',
    createdAt: '2026-11-20T03:00:00Z',
    blocks,
  })

const pagesOf = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).split('\f').slice(0, -1)

/** Returns the pages of a document with the blocks below different numbers of lines. */
async function belowLines(blocks: PdfBlock[]): Promise<string[][]> {
  const documents = Array.from({ length: LINES }, (_, lines) => [
    ...Array.from({ length: lines }, (): PdfBlock => ({ kind: 'paragraph', text: '填充' })),
    ...blocks,
  ])
  return (await Promise.all(documents.map(render))).map(pagesOf)
}

const pageWith = (pages: string[], word: string) => pages.findIndex((page) => page.includes(word))

describe('the bottom of a page', () => {
  it('ATT-2: a total is never the only row of a table on its page', async () => {
    const table: PdfBlock = {
      kind: 'table',
      total: true,
      columns: [{ title: '项目' }, { title: '金额', align: 'right' }],
      rows: [
        ['首行', '1.00'],
        ['中行', '2.00'],
        ['末行', '3.00'],
        ['合计', '6.00'],
      ],
    }
    const all = await belowLines([table])
    for (const [lines, pages] of all.entries())
      assert.equal(pageWith(pages, '合计'), pageWith(pages, '末行'), `${lines} lines above`)
    const isDivided = (pages: string[]) => pageWith(pages, '首行') < pageWith(pages, '合计')
    assert.ok(all.some(isDivided), 'other rows may part')
  })

  it('ATT-2: a table with only a total is drawn', async () => {
    const table: PdfBlock = { kind: 'table', total: true, columns: [{ title: '金额' }], rows: [['6.00']] }
    assert.match(pagesOf(await render([table])).join(''), /6\.00/)
  })

  it('ATT-8: a code is read from the drawn page, and its texts are beside it', async () => {
    const rows = [
      { label: '文件指纹', value: FINGERPRINT },
      { label: '查验地址', value: ADDRESS },
    ]
    const pdf = await render([
      { kind: 'paragraph', text: '正文' },
      { kind: 'code', text: ADDRESS, rows },
    ])
    assert.deepEqual(await qrTexts(pdf), [ADDRESS])
    const [page = ''] = pagesOf(pdf)
    for (const word of ['文件指纹', FINGERPRINT, '查验地址', ADDRESS])
      assert.ok(page.replace(/\s+/g, '').includes(word), word)
    const bounds = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' })
    const [, top = 0] = /yMin="([\d.]+)"[^>]*>文件指纹</.exec(bounds) ?? []
    assert.ok(Number(top) > 660, `at the foot of the page, not at ${top} of 842 points`)
  })

  it('ATT-8: a code is never alone on a page', async () => {
    const end: PdfBlock[] = [
      { kind: 'signatures', parties: [{ caption: '乙方签名', lines: ['签署时间'] }] },
      { kind: 'code', text: ADDRESS, rows: [{ label: '查验地址', value: ADDRESS }] },
    ]
    for (const [lines, pages] of (await belowLines(end)).entries()) {
      assert.equal(pageWith(pages, '查验地址'), pages.length - 1)
      assert.equal(pageWith(pages, '查验地址'), pageWith(pages, '签署时间'), `${lines} lines above`)
    }
  })
})
