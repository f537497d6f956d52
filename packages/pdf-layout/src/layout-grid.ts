import type { PdfColumn, PdfFields, PdfTable } from './document.ts'
import type { Line } from './line-breaker.ts'
import { keepTogether, type Slab } from './pages.ts'
import { CONTENT_WIDTH, drawRule, INK, MARGIN, STYLES, type Sheet } from './sheet.ts'
import type { TextStyle } from './typesetter.ts'

const BLOCK_GAP = 10
const ROW_PADDING = 4
const CELL_GAP = 12
const WIDEST_LABEL_SHARE = 0.4
const WIDEST_CELL_SHARE = 0.5
/** A row with more lines than this may be divided between pages. */
const LARGEST_KEPT_ROW = 10

interface Cell {
  text: string
  style: TextStyle
  x: number
  width: number
  align: 'left' | 'right'
}

interface RowLook {
  before?: number
  above?: string
  below: string
  shade?: string
}

type Frame = Pick<Slab, 'height'> & { first: boolean; last: boolean }

/** A row has one slab for each line of its highest cell, so that even a very long cell can be divided. */
function rowSlabs(sheet: Sheet, cells: Cell[], look: RowLook): Slab[] {
  const columns = cells.map((cell) => ({
    cell,
    lines: sheet.type.linesOf(cell.text, cell.style, cell.width),
  }))
  const count = Math.max(1, ...columns.map(({ lines }) => lines.length))
  const leading = Math.max(...cells.map(({ style }) => style.leading))
  return Array.from({ length: count }, (_, index) => {
    const first = index === 0
    const last = index === count - 1
    const top = first ? ROW_PADDING : 0
    const height = leading + top + (last ? ROW_PADDING : 0)
    const texts = columns.map(({ cell, lines }) => ({ cell, line: lines[index] }))
    return {
      height,
      before: first ? (look.before ?? 0) : 0,
      keepWithNext: !last && count <= LARGEST_KEPT_ROW,
      draw: (y) => {
        drawFrame(sheet, look, { height, first, last }, y)
        for (const { cell, line } of texts) drawCell(sheet, cell, line, leading, y + top)
      },
    }
  })
}

function drawFrame({ pdf }: Sheet, look: RowLook, { height, first, last }: Frame, y: number): void {
  if (look.shade) pdf.rect(MARGIN.side, y, CONTENT_WIDTH, height).fill(look.shade)
  if (look.above && first) drawRule(pdf, MARGIN.side, y, CONTENT_WIDTH, look.above)
  if (last) drawRule(pdf, MARGIN.side, y + height, CONTENT_WIDTH, look.below)
}

function drawCell({ type }: Sheet, cell: Cell, line: Line | undefined, leading: number, y: number): void {
  if (line) type.draw(line, { ...cell.style, leading }, { ...cell, y })
}

/** Label and value pairs between hairlines. */
export function fieldSlabs(sheet: Sheet, { rows, columns = 1 }: PdfFields): Slab[] {
  const width = (CONTENT_WIDTH - (columns - 1) * CELL_GAP) / columns
  const widest = Math.max(0, ...rows.map(({ label }) => sheet.type.widthOf(label, STYLES.label)))
  const labelWidth = Math.min(widest, width * WIDEST_LABEL_SHARE) + 1
  const cellsOf = ({ label, value }: PdfFields['rows'][number], column: number): Cell[] => {
    const x = MARGIN.side + column * (width + CELL_GAP)
    const valueX = x + labelWidth + CELL_GAP
    return [
      { text: label, style: STYLES.label, x, width: labelWidth, align: 'left' },
      { text: value, style: STYLES.value, x: valueX, width: x + width - valueX, align: 'left' },
    ]
  }
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, index) =>
    rows.slice(index * columns, (index + 1) * columns),
  )
  return lines.flatMap((line, index) =>
    rowSlabs(sheet, line.flatMap(cellsOf), {
      before: index === 0 ? BLOCK_GAP : 0,
      ...(index === 0 ? { above: INK.rule } : {}),
      below: index === lines.length - 1 ? INK.rule : INK.hairline,
    }),
  )
}

/** Columns share the width by weight, or else by the width of their widest text, up to half of the table. */
function columnWidths(sheet: Sheet, { columns, rows }: PdfTable): number[] {
  const room = CONTENT_WIDTH - 2 * CELL_GAP - (columns.length - 1) * CELL_GAP
  const natural = columns.map(({ title }, index) =>
    Math.max(
      sheet.type.widthOf(title, STYLES.columnTitle),
      ...rows.map((row) =>
        Math.min(sheet.type.widthOf(row[index] ?? '', STYLES.total), room * WIDEST_CELL_SHARE),
      ),
    ),
  )
  const weights = columns.map(({ weight }, index) => weight ?? natural[index] ?? 1)
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  return weights.map((weight) => (room * weight) / sum)
}

function tableCells(texts: string[], columns: PdfColumn[], widths: number[], style: TextStyle): Cell[] {
  let x = MARGIN.side + CELL_GAP
  return columns.map(({ align = 'left' }, index) => {
    const width = widths[index] ?? 0
    const cell = { text: texts[index] ?? '', style, x, width, align }
    x += width + CELL_GAP
    return cell
  })
}

/** Keeps the total on the same page as the row above it. */
function keepTotal(rows: readonly Slab[][]): void {
  const above = rows.at(-2)?.at(-1)
  if (above) above.keepWithNext = true
}

/** A table whose heading is repeated on every page and is never alone there. */
export function tableSlabs(sheet: Sheet, table: PdfTable): Slab[] {
  const { columns, rows, total = false } = table
  const widths = columnWidths(sheet, table)
  const titles = columns.map(({ title }) => title)
  const heading = rowSlabs(sheet, tableCells(titles, columns, widths, STYLES.columnTitle), {
    before: BLOCK_GAP,
    above: INK.rule,
    below: INK.hairline,
    shade: INK.shade,
  })
  const drawn = rows.map((row, index) => {
    const last = index === rows.length - 1
    const style = last && total ? STYLES.total : STYLES.value
    const below = last ? INK.rule : INK.hairline
    return rowSlabs(sheet, tableCells(row, columns, widths, style), { below })
  })
  if (total) keepTotal(drawn)
  const body = drawn.flat()
  for (const slab of body) slab.repeat = heading
  return [...keepTogether(heading), ...body]
}
