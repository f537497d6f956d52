import type { Anchor, Drawing } from './drawing.ts'
import type { Invoice, Item } from './invoice.ts'

export interface Column {
  title: string
  /** Where the text stands, by its anchor. */
  x: number
  anchor: Anchor
  show(item: Item): string
}

const ROW = 48
const SIZE = 32

/** The heads and the goods of the table, its first line on the given baseline. */
export function drawItems(drawing: Drawing, invoice: Invoice, columns: readonly Column[], y: number): void {
  for (const { title, x, anchor } of columns) drawing.label(title, x, y, { size: SIZE, anchor })
  for (const [place, item] of invoice.items.entries())
    for (const { x, anchor, show } of columns)
      drawing.value(show(item), x, y + 57 + place * ROW, { size: SIZE, anchor })
}

export const wide = (text: string): string => [...text].join('        ')

/** The stamp of the authority across the title. */
export function stampTitle(drawing: Drawing): void {
  drawing.add({
    kind: 'stamp',
    text: '全国统一发票监制章',
    x: 1050,
    y: 140,
    width: 300,
    height: 170,
    opacity: 0.75,
  })
}

/** Year, month and day as printed, perhaps with gaps. */
export function printDate(date: string, gap = ''): string {
  const [year, month, day] = date.split('-')
  return `${year}年${gap}${month}月${gap}${day}日`
}
