import type { Anchor, Drawing } from './drawing.ts'
import type { Invoice, Item } from '../invoice.ts'

export const LABEL = { size: 34 } as const
export const MIDDLE_LABEL = { size: 34, anchor: 'middle' } as const

export interface Column {
  title: string
  /** The place of the text's anchor. */
  x: number
  anchor: Anchor
  show(item: Item): string
}

const ROW = 48
const SIZE = 32

/** Draws the heads and the goods of the table, with the heads on the given baseline. */
export function drawItems(drawing: Drawing, invoice: Invoice, columns: readonly Column[], y: number): void {
  for (const { title, x, anchor } of columns) drawing.label(title, x, y, { size: SIZE, anchor })
  for (const [place, item] of invoice.items.entries())
    for (const { x, anchor, show } of columns)
      drawing.value(show(item), x, y + 57 + place * ROW, { size: SIZE, anchor })
}

export const wide = (text: string): string => [...text].join('        ')

/** Draws the stamp of the tax authority across the title. */
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

/** The date as it is printed. */
export function printDate(date: string, gap = ''): string {
  const [year, month, day] = date.split('-')
  return `${year}年${gap}${month}月${gap}${day}日`
}

/** Asterisks stand for no tax. */
export const printTax = (tax: string): string => (tax === '0.00' ? '***' : `¥${tax}`)
