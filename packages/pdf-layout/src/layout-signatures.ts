import type { PdfParty, PdfSignatures } from './document.ts'
import type { Line } from './line-breaker.ts'
import type { Slab } from './pages.ts'
import { reserveSeal } from './signature-field.ts'
import { CONTENT_WIDTH, drawRule, INK, MARGIN, STYLES, type Sheet } from './sheet.ts'

const PER_ROW = 2
const COLUMN_GAP = 36
const BLOCK_GAP = 26
const IMAGE_HEIGHT = 62
const IMAGE_PADDING = 4
const LINES_GAP = 5
/** A seal of 40 mm, as is usual (circular of the State Council no. 25 of 1999), over the line and the name below. */
const SEAL_SIZE = 113
const SEAL_LEFT = 72
const SEAL_ABOVE = 26
const WIDTH = (CONTENT_WIDTH - (PER_ROW - 1) * COLUMN_GAP) / PER_ROW

interface Column {
  x: number
  captions: Line[]
  lines: Line[]
  image: Buffer | undefined
  sealed: boolean
}

function columnOf({ type }: Sheet, party: PdfParty, index: number): Column {
  return {
    x: MARGIN.side + index * (WIDTH + COLUMN_GAP),
    captions: type.linesOf(party.caption, STYLES.caption, WIDTH),
    lines: party.lines.flatMap((line) => type.linesOf(line, STYLES.value, WIDTH)),
    image: party.image === undefined ? undefined : Buffer.from(party.image, 'base64'),
    sealed: party.sealed ?? false,
  }
}

function lineSlabs({ type }: Sheet, columns: Column[], part: 'captions' | 'lines', before: number): Slab[] {
  const style = part === 'captions' ? STYLES.caption : STYLES.value
  const count = Math.max(0, ...columns.map((column) => column[part].length))
  return Array.from({ length: count }, (_, index) => ({
    height: style.leading,
    before: index === 0 ? before : 0,
    keepWithNext: true,
    draw: (y) => {
      for (const column of columns) {
        const line = column[part][index]
        if (line) type.draw(line, style, { x: column.x, y, width: WIDTH })
      }
    },
  }))
}

/**
 * The signatures are drawn above the signing lines; the lines are drawn last, since pictures may have a white
 * background.
 */
function imageSlab({ pdf, fields }: Sheet, columns: Column[]): Slab {
  return {
    height: IMAGE_HEIGHT,
    keepWithNext: true,
    draw: (y) => {
      for (const { x, image, sealed } of columns) {
        const place = { x: x + SEAL_LEFT, y: y - SEAL_ABOVE, width: SEAL_SIZE, height: SEAL_SIZE }
        if (sealed) fields.push(reserveSeal(pdf, place))
        const fit: [number, number] = [WIDTH - 2 * IMAGE_PADDING, IMAGE_HEIGHT - 2 * IMAGE_PADDING]
        if (image) pdf.image(image, x + IMAGE_PADDING, y + IMAGE_PADDING, { fit, valign: 'bottom' })
        drawRule(pdf, x, y + IMAGE_HEIGHT, WIDTH, INK.rule)
      }
    },
  }
}

/** Caption, signature and lines of the parties, two side by side; each row of parties stays on one page. */
export function signatureSlabs(sheet: Sheet, { parties }: PdfSignatures): Slab[] {
  const slabs: Slab[] = []
  for (let start = 0; start < parties.length; start += PER_ROW) {
    const columns = parties.slice(start, start + PER_ROW).map((party, index) => columnOf(sheet, party, index))
    const row = [
      ...lineSlabs(sheet, columns, 'captions', BLOCK_GAP),
      imageSlab(sheet, columns),
      ...lineSlabs(sheet, columns, 'lines', LINES_GAP),
    ]
    const last = row.at(-1)
    if (last) row[row.length - 1] = { ...last, keepWithNext: false }
    slabs.push(...row)
  }
  return slabs
}
