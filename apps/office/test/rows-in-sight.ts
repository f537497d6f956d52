import type { Page } from 'playwright-core'
import { isPainted } from './page-checks.ts'

/** Rows that a screen shows without scrolling, at least. */
export const SCREENS = [
  { width: 1280, height: 720, rows: 6 },
  { width: 1440, height: 900, rows: 10 },
] as const

/** Rows of a table, and the facts of a record. */
export const ROWS = 'main table tbody tr, main [data-row]'
export const ROWS_OF_TABLE = 'main table tbody tr'

/** How many of the page's rows are whole and in sight, with those that would fit below the last one. */
const rowsInSight = (page: Page, rows: string): Promise<number | null> =>
  page.evaluate(`(() => {
    const rows = [...document.querySelectorAll('${rows}')]
    if (rows.length === 0) return null
    const isSeen = (row) => {
      const { left, top, bottom, height } = row.getBoundingClientRect()
      if (height === 0 || top < 0 || bottom > innerHeight) return false
      const at = document.elementFromPoint(left + 60, bottom - 4)
      return at !== null && row.contains(at)
    }
    const seen = rows.filter(isSeen).length
    if (seen < rows.length) return seen
    const heights = rows.map((row) => row.getBoundingClientRect().height)
    const foot = document.querySelector('main table tfoot')?.getBoundingClientRect().height ?? 0
    const end = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom))
    return seen + Math.floor((innerHeight - foot - end) / Math.max(...heights))
  })()`)

/** How many rows each screen shows, and how many it has to; nothing if the page has no rows. */
export async function countRows(
  page: Page,
  rows = ROWS,
): Promise<{ width: number; seen: number; least: number }[]> {
  const counted = []
  for (const { rows: least, ...viewport } of SCREENS) {
    await page.setViewportSize(viewport)
    await isPainted(page)
    const seen = await rowsInSight(page, rows)
    if (seen !== null) counted.push({ width: viewport.width, seen, least })
  }
  return counted
}
