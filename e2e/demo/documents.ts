import { PDF_FONT } from '@consilium/ocr/synth/fonts.ts'
import PDFDocument from 'pdfkit'

const MARGIN = 56
const SIZES = { title: 22, text: 12 }
const LEADING = 8

export interface Sheet {
  title: string
  lines: readonly string[]
}

/** A PDF with one page per sheet, in the format of paper or of slides. */
export function makeDocument(sheets: readonly Sheet[], shape: 'paper' | 'slides' = 'paper'): Promise<Buffer> {
  const layout = shape === 'slides' ? 'landscape' : 'portrait'
  const pdf = new PDFDocument({ size: 'A4', layout, margin: MARGIN, autoFirstPage: false, font: PDF_FONT })
  const written = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const { title, lines } of sheets) {
    pdf.addPage().fontSize(SIZES.title).text(title).moveDown()
    pdf.fontSize(SIZES.text)
    for (const line of lines) pdf.text(line, { lineGap: LEADING })
  }
  pdf.end()
  return written
}
