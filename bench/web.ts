import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../apps/office/test/chromium.ts'
import { measurePage, median, NothingMeasured, type PageFigures, type PageRun } from './lighthouse.ts'
import type { Site } from './web-site.ts'

/**
 * `npm run bench:web [-- RUNS [TEXT]]`, five runs by default: the pages under Lighthouse, as medians beside their goals.
 * With TEXT only the pages whose name contains it, with every request that Lighthouse counts in the first run.
 */
const DEFAULT_RUNS = 5
const SITE = fileURLToPath(new URL('web-site.ts', import.meta.url))
const LAYOUT_SHIFT_GOAL = 0.02
const MS_PER_SECOND = 1000
const FULL_SCORE = 100
/** A browser with too little processor time sometimes records no trace. */
const TRIES = 3

interface MeasuredPage {
  name: string
  screen: 'phone' | 'desktop'
  path: (site: Site) => string
  cookie: (site: Site) => string | null
  goal: { lcpSeconds: number; scriptKb: number; performance: number }
}

const nobody = () => null

/** What is rendered by the service has one goal on a slow phone. */
const onPhone = (
  name: string,
  path: MeasuredPage['path'],
  cookie: MeasuredPage['cookie'] = ({ expert }) => expert,
): MeasuredPage => ({
  name,
  screen: 'phone',
  path,
  cookie,
  goal: { lcpSeconds: 1.5, scriptKb: 60, performance: 98 },
})

const PAGES: readonly MeasuredPage[] = [
  {
    ...onPhone('publicity page', () => '/publicity', nobody),
    goal: { lcpSeconds: 1.3, scriptKb: 60, performance: 98 },
  },
  onPhone('login', () => '/login', nobody),
  onPhone('registration', () => '/register', nobody),
  onPhone('expert home', () => '/'),
  onPhone('meetings of an expert', () => '/my-meetings'),
  onPhone('meeting of an expert', ({ attendeeId }) => `/my-meetings/${attendeeId}`),
  onPhone('agreements of an expert', () => '/my-agreements'),
  onPhone('signing', ({ attendeeId }) => `/my-agreements/${attendeeId}`),
  onPhone('payments of an expert', () => '/my-payments'),
  onPhone('messages of an expert', () => '/messages'),
  onPhone('profile of an expert', () => '/my-profile'),
  {
    name: 'back-office list',
    screen: 'desktop',
    path: () => '/projects',
    cookie: ({ manager }) => manager,
    goal: { lcpSeconds: 1, scriptKb: 220, performance: 95 },
  },
  {
    name: 'back-office list',
    screen: 'phone',
    path: () => '/projects',
    cookie: ({ manager }) => manager,
    goal: { lcpSeconds: 3, scriptKb: 220, performance: 86 },
  },
]

/** A figure beside its goal, marked if it misses it. */
const beside = (figure: string, goal: string, isMet: boolean) => `${figure} (${goal})${isMet ? ' ' : '!'}`

function describeFigures(figures: PageFigures, { goal }: MeasuredPage): { text: string; met: boolean } {
  const lcp = figures.lcpMs / MS_PER_SECOND
  const checks: [figure: string, goal: string, isMet: boolean][] = [
    [`LCP ${lcp.toFixed(2)} s`, `≤ ${goal.lcpSeconds}`, lcp <= goal.lcpSeconds],
    [`JS ${figures.scriptKb.toFixed(0)} KB`, `≤ ${goal.scriptKb}`, figures.scriptKb <= goal.scriptKb],
    [`perf ${figures.performance}`, `≥ ${goal.performance}`, figures.performance >= goal.performance],
    [`a11y ${figures.accessibility}`, `${FULL_SCORE}`, figures.accessibility === FULL_SCORE],
    [
      `CLS ${figures.layoutShift.toFixed(3)}`,
      `≤ ${LAYOUT_SHIFT_GOAL}`,
      figures.layoutShift <= LAYOUT_SHIFT_GOAL,
    ],
  ]
  const text = checks.map((check) => beside(...check).padEnd(22)).join('')
  return { text, met: checks.every(([, , isMet]) => isMet) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Every run has its own browser with an empty cache. */
async function measureOnce(page: MeasuredPage, site: Site): Promise<PageRun> {
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    const { screen } = page
    return await measurePage(site.origin + page.path(site), { port, screen, cookie: page.cookie(site) })
  } finally {
    await browser.close()
  }
}

async function measure(page: MeasuredPage, site: Site, triesLeft = TRIES): Promise<PageRun> {
  try {
    return await measureOnce(page, site)
  } catch (error) {
    if (triesLeft === 1 || !(error instanceof NothingMeasured)) throw error
    console.error(error.message)
    return measure(page, site, triesLeft - 1)
  }
}

function describeRun({ requests, largest }: PageRun): string {
  const lines = requests.map(({ url, resourceType, transferKb, startMs }) => {
    const { pathname, search } = new URL(url)
    const start = `${startMs.toFixed(0)} ms`.padStart(9)
    return `${start} ${transferKb.toFixed(1).padStart(7)} KB  ${resourceType.padEnd(12)} ${pathname}${search}`
  })
  return [...lines, `  largest: ${largest}`].join('\n')
}

async function measureAll(site: Site, count: number, only: string): Promise<boolean> {
  let allMet = true
  for (const page of PAGES.filter(({ name, screen }) => `${name}, ${screen}`.includes(only))) {
    const runs: PageRun[] = []
    for (let n = 0; n < count; n++) runs.push(await measure(page, site))
    const { text, met } = describeFigures(median(runs.map(({ figures }) => figures)), page)
    allMet &&= met
    console.log(`${`${page.name}, ${page.screen}`.padEnd(34)}${text}${met ? 'goals met' : 'goals NOT met'}`)
    if (only !== '' && runs[0]) console.log(describeRun(runs[0]))
  }
  return allMet
}

const runs = Number(process.argv[2] ?? DEFAULT_RUNS)
const only = process.argv[3] ?? ''
const child = fork(SITE, { execArgv: process.execArgv })
try {
  const site = await Promise.race([
    once(child, 'message').then(([message]) => message as Site),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The site ended with exit code ${code}`))),
  ])
  console.log(`The median of ${runs} runs, its goal in brackets; ! marks a miss`)
  process.exitCode = (await measureAll(site, runs, only)) ? 0 : 1
} finally {
  if (child.connected) child.disconnect()
}
