import { drawDigital } from './draw-digital.ts'
import { drawStacked } from './draw-paper.ts'
import { drawRail } from './draw-rail.ts'
import { drawRoll } from './draw-roll.ts'
import { drawSpecials } from './draw-specials.ts'
import { drawVehicle } from './draw-vehicle.ts'
import { type CodeMark, Drawing, type Mark } from './drawing.ts'
import type { Invoice } from '../invoice.ts'
import type { Random } from '../random.ts'

const BROWNS = ['#a0522d', '#8b4513', '#b06030', '#7a3b10']
const REDS = ['#b22222', '#8b0000', '#a52a2a']
const RIBBON_INKS = ['#223a8f', '#2b2b60', '#101010']
const INKS = ['#000000', '#000000', '#00007f', '#111111']
const BLACK = '#000000'
const MISPRINT = 14
const PAPER_CODE = { x: 110, y: 90, size: 190 }
const CODE = { x: 100, y: 70, size: 200 }
const RAIL_CODE = { x: 1620, y: 1110, size: 240 }
const ROLL_CODE = { x: 1330, y: 1090, size: 220 }

export interface DrawOptions {
  /** Whether a stamp covers a part of the QR code. */
  stamped?: boolean
  /** Whether labels are printed with spaces between their characters. */
  spaced?: boolean
  /** How many texts of the form are lost. */
  lost?: number
}

const isPaper = (kind: Invoice['kind']): boolean => kind === '01' || kind === '03' || kind === '04'
const isLabel = (mark: Mark): boolean => mark.kind === 'text' && mark.face === 'label'

/** Spaces between the characters of short labels and names. */
function spread(mark: Mark): Mark {
  if (mark.kind !== 'text' || mark.anchor !== 'start' || !/^\p{Script=Han}+[：]?$/u.test(mark.text))
    return mark
  return mark.text.length > 6 && mark.face === 'label'
    ? mark
    : { ...mark, size: mark.size * 0.8, text: [...mark.text].join(' ') }
}

/** Leaves out some of the labels, as where print is worn off. */
function losing(marks: readonly Mark[], count: number, random: Random): Mark[] {
  const labels = marks.filter(isLabel)
  const gone = new Set(Array.from({ length: count }, () => random.pick(labels)))
  return marks.filter((mark) => !gone.has(mark))
}

function placeCode({ kind, payload }: Invoice, ink: string, random: Random): CodeMark {
  const paper = isPaper(kind)
  const place = kind === '51' ? RAIL_CODE : kind === '11' ? ROLL_CODE : paper ? PAPER_CODE : CODE
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
  const paper = isPaper(kind)
  const label = random.pick(paper || kind === '10' ? BROWNS : REDS)
  const ink = random.pick(paper ? RIBBON_INKS : INKS)
  const slip = () => (paper ? random.between(-MISPRINT, MISPRINT) / 2 : 0)
  const drawing = new Drawing({ label, value: ink, mono: ink }, [slip(), slip()])
  const code = placeCode(invoice, ink, random)
  drawing.add(code)
  if (kind === '51') drawRail(drawing, invoice, random)
  else if (kind === '11') drawRoll(drawing, invoice)
  else if (kind === '03') drawVehicle(drawing, invoice, random)
  else if (kind === '31' || kind === '32') drawDigital(drawing, invoice)
  else drawStacked(drawing, invoice, random)
  drawSpecials(drawing, invoice, random)
  if (options.stamped) stampCode(drawing, code, random)
  const marks = options.spaced ? drawing.marks.map(spread) : drawing.marks
  return options.lost ? losing(marks, options.lost, random) : marks
}
