import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { TextMark } from './drawing/drawing.ts'
import { renderPdf } from './files/render-pdf.ts'
import { renderPng } from './files/render-svg.ts'
import { pickFonts } from './fonts.ts'
import { PAGE_HEIGHT, PAGE_WIDTH } from './page-units.ts'
import { seeded } from './random.ts'

const LEFT = 160
const TOP = 180
const LEADING = 90
const SIZE = 40
const SCAN_WIDTH = 1400
const POINTS_PER_UNIT = 72 / 254

const marksOf = (lines: readonly string[]): TextMark[] =>
  lines.map((text, place) => ({
    kind: 'text',
    text,
    x: LEFT,
    y: TOP + place * LEADING,
    size: SIZE,
    anchor: 'start',
    face: 'value',
    color: '#111111',
  }))

/** A receipt of a bank (电子回单) with a text layer, as banks hand them out. */
export const bankReceipt = (lines: readonly string[]): Promise<Buffer> => renderPdf(marksOf(lines))

/** The same printed and scanned, so that the PDF has nothing but a picture. */
export async function scannedBankReceipt(lines: readonly string[]): Promise<Buffer> {
  const picture = await renderPng(marksOf(lines), pickFonts(seeded(lines.length)), SCAN_WIDTH)
  const [width, height] = [PAGE_WIDTH * POINTS_PER_UNIT, PAGE_HEIGHT * POINTS_PER_UNIT]
  const pdf = new PDFDocument({ size: [width, height], margin: 0 })
  pdf.image(picture, 0, 0, { width, height }).end()
  return buffer(pdf)
}
