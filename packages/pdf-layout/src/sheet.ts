import type { TextStyle, Typesetter } from './typesetter.ts'

/** In points, like all measures here. A4 is 210 × 297 mm. */
export const A4 = { width: 595.28, height: 841.89 } as const
export const MARGIN = { top: 68, bottom: 72, side: 76 } as const
export const CONTENT_WIDTH = A4.width - 2 * MARGIN.side
export const CONTENT_HEIGHT = A4.height - MARGIN.top - MARGIN.bottom

export const INK = {
  text: '#111111',
  muted: '#5f6368',
  hairline: '#b8bcc2',
  rule: '#444444',
  shade: '#f4f5f6',
}

const BODY_SIZE = 10.5
export const STYLES = {
  title: { size: 19, leading: 28, bold: true },
  reference: { size: 9, leading: 13, color: INK.muted },
  heading: { size: 12, leading: 20, bold: true },
  body: { size: BODY_SIZE, leading: 18.5 },
  label: { size: 9.5, leading: 17, color: INK.muted },
  value: { size: 10, leading: 17 },
  columnTitle: { size: 9.5, leading: 17, bold: true },
  total: { size: 10, leading: 17, bold: true },
  caption: { size: 10.5, leading: 18, bold: true },
} as const satisfies Record<string, TextStyle>

/** What laying out a block needs: the measuring and the drawing surface. */
export interface Sheet {
  pdf: PDFKit.PDFDocument
  type: Typesetter
  /** Signature fields for others, as they were drawn. */
  fields: unknown[]
}

export function drawRule(pdf: PDFKit.PDFDocument, x: number, y: number, width: number, color: string): void {
  const thickness = color === INK.rule ? 0.8 : 0.5
  pdf
    .lineWidth(thickness)
    .strokeColor(color)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
}
