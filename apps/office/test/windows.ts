import type { Language } from '@consilium/contract/errors.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { TIME_ZONE } from '@consilium/api/test/harness.ts'
import { DESKTOP } from './page-checks.ts'
import { watch, type Watch } from './page-watch.ts'

/** Generous, since a very slow machine may need it. */
const PATIENCE_MS = 60_000
/**
 * A small page without the app, where a window waits for its next visit. It has the headers of the app's pages, without
 * which the browser would start another process for it.
 */
const WAITING_PLACE = '/publicity/projects/0'

/** What a page could know of earlier visits, except its cookies. */
const FORGET = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const deleted = (name) => new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = resolve
  })
  for (const { name } of await indexedDB.databases()) await deleted(name)
})()`

/** A script that sets the clock of a page to that of the service, as it is for users. */
const aheadBy = (ms: number) => `(() => {
  const Real = Date
  const now = () => Real.now() + ${ms}
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
})()`

/** A page of tests is looked at by nobody, and what is drawn of it is thrown away. */
const DRAWN = { width: 64, height: 64 }

/**
 * Draws a corner of the page alone, while everything in it has the size of the viewport: without a graphics card, the
 * drawing of whole pages took as much processor time as running them. A new viewport would be drawn whole again.
 */
async function drawLittle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const limit = () => session.send('Emulation.setVisibleSize', DRAWN)
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await resize(size)
    await limit()
  }
  await limit()
}

/** What a visit needs of its browser. */
export interface Surroundings {
  /** Another address of the service, such as a relay. */
  through?: string
  language?: Language
  /** IANA name of the zone where the user is; that of the service by default. */
  timeZone?: string
  viewport?: BrowserContextOptions['viewport']
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** What the browser says that it is. */
  userAgent?: string
  /** Keeps the app for times without a network, as browsers do; others load it anew, which is quicker. */
  keepsApp?: boolean
  /**
   * For a test that changes its browser for good, by a script for each page, a function or an authenticator, or that looks
   * at what a new browser loads.
   */
  ownWindow?: boolean
  /** Errors that the test causes on purpose: page and console errors, policy violations, responses of 500 and above. */
  expected?: readonly RegExp[]
}

/** A browser context with its only page. */
export interface Window {
  context: BrowserContext
  page: Page
  watched: Watch
  /** What the context was made with; undefined if no other visit may have it. */
  kind: string | undefined
}

const kindOf = ({ through, language, timeZone, javaScript, keepsApp, ownWindow, userAgent }: Surroundings) =>
  keepsApp || ownWindow || userAgent
    ? undefined
    : JSON.stringify([through, language ?? 'zh-CN', timeZone, javaScript ?? true])

/**
 * Keeps the windows of a file from one visit to the next: a new one has a process of its own, which compiles the app and
 * loads its fonts anew, and costs three times as much as a page in one that is there.
 */
export function keepWindows(browser: Browser, { origin, now }: { origin: string; now(): Date }) {
  const idle = new Map<string, Window>()

  async function open(visit: Surroundings): Promise<Window> {
    const context = await browser.newContext({
      baseURL: visit.through ?? origin,
      locale: visit.language ?? 'zh-CN',
      timezoneId: visit.timeZone ?? TIME_ZONE,
      viewport: visit.viewport ?? DESKTOP,
      colorScheme: visit.colorScheme ?? 'light',
      ...(visit.userAgent ? { userAgent: visit.userAgent, acceptDownloads: false } : {}),
      javaScriptEnabled: visit.javaScript ?? true,
      reducedMotion: 'reduce',
      serviceWorkers: visit.keepsApp ? 'allow' : 'block',
    })
    await context.addInitScript(aheadBy(now().getTime() - Date.now()))
    const watched = await watch(context, { origin: visit.through ?? origin, expected: visit.expected ?? [] })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await drawLittle(page)
    // It may be closed at once.
    context.on('page', (further) => void drawLittle(further).catch(() => {}))
    return { context, page, watched, kind: kindOf(visit) }
  }

  async function adapt({ page, watched }: Window, visit: Surroundings): Promise<void> {
    await page.setViewportSize(visit.viewport ?? DESKTOP)
    const colorScheme = visit.colorScheme ?? 'light'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null })
    watched.restart(visit.expected ?? [])
  }

  /** Forgets the visit; false if something of it would stay. */
  async function forget({ context, page }: Window): Promise<boolean> {
    const [first, ...others] = context.pages()
    if (first !== page || others.length > 0) return false
    if (await page.evaluate<boolean>(`'__pwClock' in globalThis`)) return false
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.goto(WAITING_PLACE)
    await page.evaluate(FORGET)
    await context.clearCookies()
    return true
  }

  return {
    async take(visit: Surroundings): Promise<Window> {
      const kind = kindOf(visit)
      const kept = kind === undefined ? undefined : idle.get(kind)
      if (kind === undefined || !kept) return open(visit)
      idle.delete(kind)
      await adapt(kept, visit)
      return kept
    },

    async giveBack(window: Window): Promise<void> {
      const { context, kind } = window
      if (kind === undefined || idle.has(kind) || !(await forget(window).catch(() => false))) {
        await context.close()
        return
      }
      idle.set(kind, window)
    },

    async close(): Promise<void> {
      for (const { context } of idle.values()) await context.close()
    },
  }
}
