import type { Page, Request } from 'playwright-core'
import { isPainted } from './page-checks.ts'

/** An answer takes that long, so that a page is seen before and after it. */
const ANSWER_MS = 300
const PAUSE_MS = 50
const API = /^\/api\//
/** The stream of events has no end. */
const STREAM = /\/stream$/

const isAwaited = (address: string) => {
  const { pathname } = new URL(address)
  return API.test(pathname) && !STREAM.test(pathname)
}

const WATCH = `
  window.shifts = []
  const keep = (entries) => {
    for (const { value, hadRecentInput, sources } of entries)
      if (!hadRecentInput)
        window.shifts.push({
          value,
          sources: sources.map(({ node, previousRect: { y, height }, currentRect }) =>
            (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 90) +
            ' ' + [y, height].map(Math.round) + ' > ' + [currentRect.y, currentRect.height].map(Math.round)),
        })
  }
  const observer = new PerformanceObserver((list) => keep(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.allShifts = () => {
    keep(observer.takeRecords())
    return window.shifts
  }`

export interface Shifts {
  /** The sum of all shifts of the page, of which browsers report the worst five seconds. */
  sum: number
  /** What moved, for whoever has to mend it. */
  moved: string[]
}

/** Opens pages with slow answers, and says how much of each moved while they came. */
export async function slowPages(page: Page): Promise<(path: string) => Promise<Shifts>> {
  const open = new Set<Request>()
  page.on('request', (request) => isAwaited(request.url()) && open.add(request))
  // A response that was fetched ahead may never be read to its end.
  page.on('response', (response) => open.delete(response.request()))
  page.on('requestfailed', (request) => open.delete(request))
  await page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await route.continue().catch(() => undefined)
  })
  await page.addInitScript(WATCH)
  return async (path) => {
    open.clear()
    await page.goto(path)
    await page.locator('main:not(:has([aria-busy=true])) h1').first().waitFor()
    await isPainted(page)
    // One answer may lead to the next request, and is drawn after it.
    while (open.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      await isPainted(page)
    }
    const shifts = await page.evaluate<{ value: number; sources: string[] }[]>('allShifts()')
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.map(({ value, sources }) => `${value.toFixed(3)} ${sources.join(' | ')}`),
    }
  }
}
