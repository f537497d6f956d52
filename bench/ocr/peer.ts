import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import { extractFields } from '../../apps/ocr/src/fields/extract.ts'
import { parseQrPayload } from '../../apps/ocr/src/qr/qr-payload.ts'
import { fuse } from '../../apps/ocr/src/result.ts'
import { PACKAGES } from '../../scripts/packages.ts'
import { requirePackages } from '../../scripts/system-packages.ts'
import type { Picture } from './sample.ts'

const run = promisify(execFile)
const LANGUAGE = 'chi_sim'
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024
const WORD_LEVEL = '5'
const PER_CENT = 100
/** Maximum gap between words of a line, in line heights; a larger gap separates columns. */
const COLUMN_GAP = 1.5

interface Word {
  line: string
  left: number
  top: number
  width: number
  height: number
  confidence: number
  text: string
}

/**
 * Columns of tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text.
 */
function parseWords(table: string): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t')
    if (level !== WORD_LEVEL || text.trim() === '') return []
    const [x, y, w, h] = [left, top, width, height].map(Number) as [number, number, number, number]
    const key = `${block} ${paragraph} ${line}`
    return [
      { line: key, left: x, top: y, width: w, height: h, confidence: Number(confidence) / PER_CENT, text },
    ]
  })
}

function toLine(words: readonly Word[]): TextLine {
  const [left, top] = [
    Math.min(...words.map((word) => word.left)),
    Math.min(...words.map((word) => word.top)),
  ]
  const right = Math.max(...words.map((word) => word.left + word.width))
  const bottom = Math.max(...words.map((word) => word.top + word.height))
  return {
    text: words.map(({ text }) => text).join(''),
    box: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  }
}

/** Joins words to lines as our own detection returns them. */
export function toLines(table: string): TextLine[] {
  const groups: Word[][] = []
  for (const word of parseWords(table)) {
    const last = groups.at(-1)?.at(-1)
    const together =
      last?.line === word.line &&
      word.left - last.left - last.width < COLUMN_GAP * Math.max(last.height, word.height)
    if (together) groups.at(-1)!.push(word)
    else groups.push([word])
  }
  return groups.map(toLine)
}

export function requireTesseract(): string {
  requirePackages(PACKAGES['bench-ocr'])
  return spawnSync('tesseract', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? 'tesseract'
}

/** Recognizes with tesseract's text, our extraction and the true code, so that only the text differs. */
export async function recognizeWithPeer({ path, invoice }: Picture) {
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
  const args = [path, 'stdout', '-l', LANGUAGE, '--psm', '11', 'tsv']
  const { stdout } = await run('tesseract', args, { env, maxBuffer: OUTPUT_MAX_BYTES })
  const payload = parseQrPayload(invoice.payload)
  const reading = payload.ok ? { raw: invoice.payload, invoice: payload.invoice } : null
  return fuse(reading, extractFields(toLines(stdout), 'text'))
}
