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

/** Thrown if Lighthouse could not measure a page. */
export class NothingMeasured extends Error {
  override readonly name = 'NothingMeasured'
}

interface NetworkItem {
  resourceType?: string
  transferSize?: number
}

/** One run of Lighthouse, which simulates a phone or desktop, in the browser that listens on `port`. */
export async function measurePage(
  url: string,
  { port, screen, cookie }: { port: number; screen: 'phone' | 'desktop'; cookie: string | null },
): Promise<PageFigures> {
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
  const { audits, categories } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * PERCENT)
  const requests = audits['network-requests']?.details as unknown as { items: NetworkItem[] } | undefined
  const scripts = (requests?.items ?? []).filter(({ resourceType }) => resourceType === 'Script')
  return {
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    scriptKb: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / KILOBYTE,
    performance: score('performance'),
    accessibility: score('accessibility'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
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
