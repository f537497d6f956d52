import QRCode from 'qrcode'
import type { PdfCode } from './document.ts'
import type { Line } from './line-breaker.ts'
import type { Slab } from './pages.ts'
import { CONTENT_WIDTH, drawRule, INK, MARGIN, STYLES, type Sheet } from './sheet.ts'

const BLOCK_GAP = 24
const PADDING = 10
/** 27 mm, which lets a phone read an address of a hundred characters from paper. */
const CODE_SIZE = 76
const CODE_GAP = 14
const ROW_GAP = 3
/** Rows of modules overlap by this much, since viewers would otherwise show hairlines between them. */
const OVERLAP = 0.05
const LABEL = { ...STYLES.reference, size: 8, leading: 11 }
const VALUE = { size: 8, leading: 11 }

interface TextLine {
  line: Line
  style: typeof LABEL | typeof VALUE
  before: number
}

function drawCode({ pdf }: Sheet, text: string, x: number, y: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const module = CODE_SIZE / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let from = 0, to = 0; from < modules.size; from = to + 1) {
      for (to = from; to < modules.size && modules.get(row, to);) to++
      if (to > from) pdf.rect(x + from * module, y + row * module, (to - from) * module, module + OVERLAP)
    }
  }
  pdf.fill(INK.text)
}

function linesOf({ type }: Sheet, rows: PdfCode['rows'], width: number): TextLine[] {
  return rows.flatMap(({ label, value }, index) => [
    ...type
      .linesOf(label, LABEL, width)
      .map((line) => ({ line, style: LABEL, before: index > 0 ? ROW_GAP : 0 })),
    ...type.linesOf(value, VALUE, width).map((line) => ({ line, style: VALUE, before: 0 })),
  ])
}

/** Code and texts, kept together under a hairline. */
export function codeSlabs(sheet: Sheet, { text, rows }: PdfCode): Slab[] {
  const x = MARGIN.side + CODE_SIZE + CODE_GAP
  const width = CONTENT_WIDTH - CODE_SIZE - CODE_GAP
  const lines = linesOf(sheet, rows, width)
  const textHeight = lines.reduce((sum, { style, before }) => sum + style.leading + before, 0)
  const draw = (top: number) => {
    drawRule(sheet.pdf, MARGIN.side, top, CONTENT_WIDTH, INK.hairline)
    drawCode(sheet, text, MARGIN.side, top + PADDING)
    let y = top + PADDING
    for (const { line, style, before } of lines) {
      y += before
      sheet.type.draw(line, style, { x, y, width })
      y += style.leading
    }
  }
  return [{ height: Math.max(CODE_SIZE, textHeight) + PADDING, before: BLOCK_GAP, atFoot: true, draw }]
}
