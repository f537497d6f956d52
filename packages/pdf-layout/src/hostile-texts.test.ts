import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { PdfBlock, PdfDocument } from './document.ts'
import { createPdfRenderer, MissingGlyphs, type PdfRenderer } from './render.ts'

/** What people may write into names, titles and remarks, and what would act if it were more than text. */
const HOSTILE = [
  '<script>alert(1)</script>',
  'javascript:app.alert(1)',
  '=HYPERLINK("https://evil.example","x")',
  ') Tj ET Q q 0 0 m (',
  '>>\\)/JS(app.alert(1))/S/JavaScript>>',
  'endstream endobj 1 0 obj<</OpenAction<</S/URI/URI(https://evil.example)>>>>',
  '%PDF-1.7 %%EOF',
] as const

let renderer: PdfRenderer
let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-hostile-'))
  renderer = createPdfRenderer({ threads: 1 })
})
after(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true })
})

/** Writes the file and runs a tool of poppler-utils on it. */
function poppler(tool: string, pdf: Buffer, ...args: string[]): string {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, pdf)
  return execFileSync(tool, [...args, file, ...(tool === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' })
}

const flat = (text: string) => text.replaceAll(/\s+/g, '')

function documentWith(text: string): PdfDocument {
  const blocks: PdfBlock[] = [
    { kind: 'heading', text },
    { kind: 'paragraph', text },
    { kind: 'fields', columns: 2, rows: [{ label: text, value: text }] },
    { kind: 'table', columns: [{ title: text }], rows: [[text]] },
    { kind: 'signatures', parties: [{ caption: text, lines: [text] }] },
  ]
  return {
    title: text,
    author: text,
    reference: text,
    language: 'zh-CN',
    createdAt: '2025-11-20T03:00:00Z',
    blocks,
  }
}

describe('texts of people in a document', () => {
  it('SEC-40: are drawn as they are, and never become a script, an address, a file or an object', async () => {
    const plain = poppler('pdfinfo', await renderer.render(documentWith('王堃喆')))
    for (const text of HOSTILE) {
      const pdf = await renderer.render(documentWith(text))
      const drawn = flat(poppler('pdftotext', pdf))
      assert.ok(drawn.split(flat(text)).length > 8, text)
      assert.equal(poppler('pdfinfo', pdf, '-js').trim(), '', text)
      const urls = poppler('pdfinfo', pdf, '-url').trim().split('\n').slice(1)
      assert.deepEqual(urls, [], text)
      assert.match(
        execFileSync('pdfdetach', ['-list', join(folder, 'document.pdf')], { encoding: 'utf8' }),
        /^0 /,
      )
      const said = poppler('pdfinfo', pdf)
      assert.ok(said.includes(`Title:           ${text}\n`), said)
      const pagesOf = (info: string) => /^Pages:.*$/m.exec(info)?.[0]
      assert.equal(pagesOf(said), pagesOf(plain), text)
    }
  })

  it('SEC-40: controls that reverse or hide text are not drawn', async () => {
    for (const control of ['\u202e', '\u2066', '\u200f', '\u0007'])
      await assert.rejects(
        renderer.render(documentWith(`甲${control}乙`)),
        MissingGlyphs,
        JSON.stringify(control),
      )
  })
})
