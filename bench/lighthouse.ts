import lighthouse, { desktopConfig } from 'lighthouse'

const PERCENT = 100
const KILOBYTE = 1024
/** The event stream of a page never ends, so the network is never idle. */
const LONGEST_LOAD_MS = 15_000

export interface PageFigures {
  /** Largest contentful paint, in milliseconds. */
  lcpMs: number
  /** JavaScript as transferred over the network. */
  scriptKb: number
  performance: number
  accessibility: number
  layoutShift: number
}

/** One request of a page, as Lighthouse counts it. */
export interface PageRequest {
  url: string
  resourceType: string
  transferKb: number
  /** Since the page was opened, in milliseconds, before Lighthouse simulates a slow network. */
  startMs: number
}

export interface PageRun {
  figures: PageFigures
  requests: PageRequest[]
  /** The element that was the largest, as HTML. */
  largest: string
}

/** Thrown if Lighthouse could not measure a page. */
export class NothingMeasured extends Error {
  override readonly name = 'NothingMeasured'
}

interface NetworkItem {
  url: string
  resourceType?: string
  transferSize?: number
  networkRequestTime?: number
}

interface ElementItem {
  snippet?: string
}

const requestsOf = (items: readonly NetworkItem[]): PageRequest[] =>
  items.map(({ url, resourceType = '', transferSize = 0, networkRequestTime = 0 }) => ({
    url,
    resourceType,
    transferKb: transferSize / KILOBYTE,
    startMs: networkRequestTime,
  }))

/** The audit lists a table of the parts of the time, and the element itself. */
const largestOf = (items: readonly ElementItem[]): string =>
  items.find(({ snippet }) => snippet !== undefined)?.snippet ?? ''

/** One run of Lighthouse, which simulates a phone or desktop, in the browser that listens on `port`. */
export async function measurePage(
  url: string,
  { port, screen, cookie }: { port: number; screen: 'phone' | 'desktop'; cookie: string | null },
): Promise<PageRun> {
  const flags = {
    port,
    logLevel: 'error' as const,
    maxWaitForLoad: LONGEST_LOAD_MS,
    onlyCategories: ['performance', 'accessibility'],
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  }
  const result = await lighthouse(url, flags, screen === 'desktop' ? desktopConfig : undefined)
  if (!result || result.lhr.runtimeError)
    throw new NothingMeasured(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse measured nothing'}`)
  const { audits, categories, finalDisplayedUrl } = result.lhr
  // Without its session a page is that of the login, whose figures would pass for its own.
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * PERCENT)
  const itemsOf = <Item>(name: string) =>
    (audits[name]?.details as unknown as { items?: Item[] } | undefined)?.items ?? []
  const requests = requestsOf(itemsOf('network-requests'))
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const figures = {
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    scriptKb: scripts.reduce((sum, { transferKb }) => sum + transferKb, 0),
    performance: score('performance'),
    accessibility: score('accessibility'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
  return { figures, requests, largest: largestOf(itemsOf('lcp-breakdown-insight')) }
}

/** Returns the median of each figure over an odd number of runs. */
export function median(runs: readonly PageFigures[]): PageFigures {
  const middle = (of: (run: PageFigures) => number) =>
    runs.map(of).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
  return {
    lcpMs: middle((run) => run.lcpMs),
    scriptKb: middle((run) => run.scriptKb),
    performance: middle((run) => run.performance),
    accessibility: middle((run) => run.accessibility),
    layoutShift: middle((run) => run.layoutShift),
  }
}
