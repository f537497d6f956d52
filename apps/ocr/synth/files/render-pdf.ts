import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import type { CodeMark, Mark, StampMark, TextMark } from '../drawing/drawing.ts'
import { PDF_FONT } from '../fonts.ts'
import { PAGE_HEIGHT, PAGE_WIDTH, SHARE_BEFORE, STAMP_COLOR } from '../page-units.ts'
import { darkModules } from './render-svg.ts'

const POINTS_PER_UNIT = 72 / 254
/** A fixed time, so that equal invoices make equal files. */
const MADE = new Date('2026-01-01T00:00:00Z')

function drawText(pdf: PDFKit.PDFDocument, { text, x, y, size, anchor, color }: TextMark): void {
  pdf.fontSize(size).fillColor(color)
  const left = x - pdf.widthOfString(text) * SHARE_BEFORE[anchor]
  pdf.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
}

function drawCode(pdf: PDFKit.PDFDocument, mark: CodeMark): void {
  const { side, dark } = darkModules(mark)
  const step = mark.size / side
  for (const [column, row] of dark) pdf.rect(mark.x + column * step, mark.y + row * step, step, step)
  pdf.fill(mark.color)
}

function drawStamp(pdf: PDFKit.PDFDocument, { text, x, y, width, height, opacity }: StampMark): void {
  pdf.save().opacity(opacity).lineWidth(7)
  pdf.ellipse(x, y, width / 2, height / 2).stroke(STAMP_COLOR)
  drawText(pdf, {
    kind: 'text',
    text,
    x,
    y: y + 12,
    size: 34,
    anchor: 'middle',
    face: 'label',
    color: STAMP_COLOR,
  })
  pdf.restore()
}

function draw(pdf: PDFKit.PDFDocument, mark: Mark): void {
  if (mark.kind === 'text') drawText(pdf, mark)
  else if (mark.kind === 'code') drawCode(pdf, mark)
  else if (mark.kind === 'stamp') drawStamp(pdf, mark)
  else
    pdf
      .moveTo(...mark.from)
      .lineTo(...mark.to)
      .lineWidth(2.5)
      .stroke(mark.color)
}

/** Adds a page with the drawing and its text layer. */
export function drawPdf(pdf: PDFKit.PDFDocument, marks: readonly Mark[]): void {
  const size = [PAGE_WIDTH * POINTS_PER_UNIT, PAGE_HEIGHT * POINTS_PER_UNIT]
  pdf.font(PDF_FONT)
  pdf.addPage({ size, margin: 0 }).scale(POINTS_PER_UNIT)
  for (const mark of marks) draw(pdf, mark)
}

/** Renders a PDF with a page for each drawing and with a text layer. */
export async function renderPdf(...pages: readonly (readonly Mark[])[]): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { CreationDate: MADE, ModDate: MADE },
  })
  for (const marks of pages) drawPdf(pdf, marks)
  pdf.end()
  return buffer(pdf)
}
