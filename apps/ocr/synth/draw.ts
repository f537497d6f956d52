import { drawDigital } from './draw-digital.ts'
import { drawStacked } from './draw-paper.ts'
import { drawRail } from './draw-rail.ts'
import { type CodeMark, Drawing, type Mark } from './drawing.ts'
import type { Invoice } from './invoice.ts'
import type { Random } from './random.ts'

const BROWNS = ['#a0522d', '#8b4513', '#b06030', '#7a3b10']
const REDS = ['#b22222', '#8b0000', '#a52a2a']
const RIBBON_INKS = ['#223a8f', '#2b2b60', '#101010']
const INKS = ['#000000', '#000000', '#00007f', '#111111']
const BLACK = '#000000'
const MISPRINT = 14
const PAPER_CODE = { x: 110, y: 90, size: 190 }
const CODE = { x: 100, y: 70, size: 200 }
const RAIL_CODE = { x: 1620, y: 1110, size: 240 }

export interface DrawOptions {
  /** Whether a stamp covers a part of the QR code. */
  stamped?: boolean
}

function placeCode({ kind, payload }: Invoice, ink: string, random: Random): CodeMark {
  const paper = kind === '01' || kind === '04'
  const place = kind === '51' ? RAIL_CODE : paper ? PAPER_CODE : CODE
  const level = random.pick(['L', 'M', 'M', 'Q'] as const)
  return { kind: 'code', payload, ...place, level, color: paper ? ink : BLACK }
}

function stampCode(drawing: Drawing, { x, y, size }: CodeMark, random: Random): void {
  drawing.add({
    kind: 'stamp',
    text: '已报销',
    x: x + size * random.between(0.3, 0.9),
    y: y + size * random.between(0.3, 0.9),
    width: 300,
    height: 200,
    opacity: random.between(0.55, 0.95),
  })
}

/** Draws an invoice. Returns its marks in the order in which they are printed. */
export function drawInvoice(invoice: Invoice, random: Random, options: DrawOptions = {}): Mark[] {
  const { kind } = invoice
  const paper = kind === '01' || kind === '04'
  const label = random.pick(paper || kind === '10' ? BROWNS : REDS)
  const ink = random.pick(paper ? RIBBON_INKS : INKS)
  const slip = () => (paper ? random.between(-MISPRINT, MISPRINT) / 2 : 0)
  const drawing = new Drawing({ label, value: ink, mono: ink }, [slip(), slip()])
  const code = placeCode(invoice, ink, random)
  drawing.add(code)
  if (kind === '51') drawRail(drawing, invoice, random)
  else if (kind === '31' || kind === '32') drawDigital(drawing, invoice)
  else drawStacked(drawing, invoice, random)
  if (options.stamped) stampCode(drawing, code, random)
  return drawing.marks
}
