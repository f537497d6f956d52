import type { PdfHeading, PdfParagraph } from './document.ts'
import type { Line } from './line-breaker.ts'
import { keepTogether, type Slab } from './pages.ts'
import { CONTENT_WIDTH, MARGIN, STYLES, type Sheet } from './sheet.ts'
import type { Placement, TextStyle } from './typesetter.ts'

const PARAGRAPH_GAP = 5
const HEADING_GAP = 14
const NUMBER_GAP = 6
const INDENT_EM = 2

type Align = Placement['align']

interface TextBox {
  x: number
  width: number
  align: Align
  before: number
}

function lineSlabs({ type }: Sheet, lines: Line[], style: TextStyle, box: TextBox): Slab[] {
  return lines.map((line, index) => ({
    height: style.leading,
    before: index === 0 ? box.before : 0,
    keepWithNext: keepsNext(index, lines.length),
    draw: (y) => type.draw(line, style, { ...box, y }),
  }))
}

/** Prevents a single line of a paragraph at the bottom or top of a page (widows and orphans). */
function keepsNext(index: number, count: number): boolean {
  return index < count - 1 && (index === 0 || index === count - 2)
}

/** Reference and title at the top of the first page. */
export function titleSlabs(sheet: Sheet, title: string, reference: string | undefined): Slab[] {
  const box = { x: MARGIN.side, width: CONTENT_WIDTH }
  const { reference: small, title: large } = STYLES
  const above = reference ? sheet.type.linesOf(reference, small, CONTENT_WIDTH) : []
  const lines = sheet.type.linesOf(title, large, CONTENT_WIDTH)
  return [
    ...lineSlabs(sheet, above, small, { ...box, align: 'right', before: 0 }),
    ...lineSlabs(sheet, lines, large, { ...box, align: 'center', before: 10 }),
    { height: 8, keepWithNext: true, draw: () => undefined },
  ]
}

export function headingSlabs(sheet: Sheet, { text }: PdfHeading): Slab[] {
  const lines = sheet.type.linesOf(text, STYLES.heading, CONTENT_WIDTH)
  const box = { x: MARGIN.side, width: CONTENT_WIDTH, align: 'left', before: HEADING_GAP } as const
  return keepTogether(lineSlabs(sheet, lines, STYLES.heading, box))
}

function numberedSlabs(sheet: Sheet, number: string, text: string): Slab[] {
  const style = STYLES.body
  const hang = Math.min(sheet.type.widthOf(number, style) + NUMBER_GAP, CONTENT_WIDTH / 3)
  const width = CONTENT_WIDTH - hang
  const lines = sheet.type.linesOf(text, style, width)
  const [numeral] = sheet.type.linesOf(number, style, hang)
  const box = { x: MARGIN.side + hang, width, align: 'justify', before: PARAGRAPH_GAP } as const
  const [first, ...rest] = lineSlabs(sheet, lines, style, box)
  if (!first || !numeral) return rest
  const draw = (y: number) => {
    sheet.type.draw(numeral, style, { x: MARGIN.side, y, width: hang })
    first.draw(y)
  }
  return [{ ...first, draw }, ...rest]
}

export function paragraphSlabs(sheet: Sheet, { text, number, indent }: PdfParagraph): Slab[] {
  if (number !== undefined) return numberedSlabs(sheet, number, text)
  const style = STYLES.body
  const inset = indent ? INDENT_EM * style.size : 0
  const paragraphs = text.split('\n')
  return paragraphs.flatMap((paragraph) => {
    const lines = sheet.type.linesOf(paragraph, style, CONTENT_WIDTH, inset)
    return lineSlabs(sheet, lines, style, {
      x: MARGIN.side,
      width: CONTENT_WIDTH,
      align: 'justify',
      before: PARAGRAPH_GAP,
    }).map((slab, index) => (index === 0 && inset > 0 ? insetSlab(sheet, lines[0], inset, slab) : slab))
  })
}

function insetSlab({ type }: Sheet, line: Line | undefined, inset: number, slab: Slab): Slab {
  if (!line) return slab
  const box = { x: MARGIN.side + inset, width: CONTENT_WIDTH - inset, align: 'justify' } as const
  return { ...slab, draw: (y) => type.draw(line, STYLES.body, { ...box, y }) }
}
