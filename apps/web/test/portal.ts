import { BASE_PATH } from '@consilium/contract/addresses.ts'
import type { RoleType } from '@consilium/contract/roles.ts'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startApi, TIME_ZONE, type Api, type HarnessOptions, type User } from '@consilium/api/test/harness.ts'
import { launchChromium } from './chromium.ts'
import { DESKTOP } from './page-checks.ts'
import { watch } from './page-watch.ts'

export const DIST = fileURLToPath(new URL('../dist', import.meta.url))
/** Kept when the tests are over. */
const PICTURES = fileURLToPath(new URL('../../../node_modules/.cache/browser-failures', import.meta.url))
/** Everything is on this machine; a very slow one gets its time. */
const PATIENCE_MS = 60_000
/** A picture of a page that is stuck is not worth more. */
const PICTURE_MS = 5000

export interface Visit {
  /** Who is logged in, or what a fresh account of the role sees; left out: nobody. */
  as?: User | RoleType
  /** Where the browser begins; left out: nowhere yet. */
  path?: string
  /** Another way to the service, such as a relay. */
  through?: string
  language?: Language
  viewport?: BrowserContextOptions['viewport']
  colorScheme?: 'light' | 'dark'
  javaScript?: boolean
  /** Faults that the test means to bring about: page and console errors, violations, answers of 500 and above. */
  expected?: readonly RegExp[]
}

type Act<T> = (page: Page, user: User | null) => Promise<T>

/** One account of each role, made when it is first asked for. */
function castOf(api: Api): (role: RoleType) => Promise<User> {
  const made = new Map<RoleType, Promise<User>>()
  const make: Record<RoleType, () => Promise<User>> = {
    admin: () => api.admin(),
    manager: () => api.manager(),
    leader: () => api.leader(),
    sponsor: () => api.sponsor(),
    executor: () => api.executor(),
    doctor: () => api.expert(),
    meetingExecutor: async () => api.person(await api.executor(), 'meetingExecutor'),
    supervisor: async () => api.person(await api.executor(), 'supervisor'),
  }
  return (role) => {
    const user = made.get(role) ?? make[role]()
    made.set(role, user)
    return user
  }
}

/** Logs the browser in as the login page would, without going through it. */
async function logIn(context: BrowserContext, { userName, password }: User): Promise<void> {
  const answer = await context.request.post(BASE_PATH + accountRoutes.login.path, {
    headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    data: { username: userName, password },
  })
  if (!answer.ok()) throw new Error(`${userName} cannot log in: ${await answer.text()}`)
}

async function takePicture(page: Page): Promise<string> {
  mkdirSync(PICTURES, { recursive: true })
  const path = join(PICTURES, `${process.pid}-${Date.now()}.png`)
  await page.screenshot({ path, timeout: PICTURE_MS })
  return path
}

/**
 * The built web app before a service and a database of its own, and a browser, for one test file. `options` are those of
 * the API's tests.
 */
export async function openPortal(options: HarnessOptions = {}) {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('The web app is not built: npm run build')
  // A build in the meantime would take away the files that open pages have yet to load.
  const built = mkdtempSync(join(tmpdir(), 'consilium-built-'))
  cpSync(DIST, built, { recursive: true })
  const api = await startApi({ ...options, env: { WEB_DIR: built, ...options.env } })
  const browser = await launchChromium()
  const origin = api.app.url
  const userOf = castOf(api)
  after(async () => {
    await browser.close()
    await api.close()
    rmSync(built, { recursive: true })
  })

  const contextFor = (visit: Visit) =>
    browser.newContext({
      baseURL: visit.through ?? origin,
      locale: visit.language ?? 'zh-CN',
      timezoneId: TIME_ZONE,
      viewport: visit.viewport ?? DESKTOP,
      colorScheme: visit.colorScheme ?? 'light',
      javaScriptEnabled: visit.javaScript ?? true,
      reducedMotion: 'reduce',
    })

  /** Runs `act`; throws with the faults that the pages had, and keeps a picture of what was seen. */
  async function guarded<T>(context: BrowserContext, visit: Visit, act: (page: Page) => Promise<T>) {
    const watched = await watch(context, { origin: visit.through ?? origin, expected: visit.expected ?? [] })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    try {
      if (visit.path !== undefined) await page.goto(visit.path)
      const result = await act(page)
      if (watched.faults().length > 0) throw new Error('The page had faults')
      return result
    } catch (error) {
      const seen = await takePicture(page).catch(String)
      const notes = [...watched.faults(), `at ${page.url()}`, `seen: ${seen}`]
      const message = error instanceof Error ? error.message : String(error)
      throw new Error([message, ...notes].join('\n'), { cause: error })
    }
  }

  return {
    api,
    origin,
    userOf,

    /** A browser tab of its own. What goes wrong in it fails the test, whether or not a user would see it. */
    async visit<T>(visit: Visit, act: Act<T>): Promise<T> {
      const user = typeof visit.as === 'string' ? await userOf(visit.as) : (visit.as ?? null)
      const context = await contextFor(visit)
      try {
        if (user) await logIn(context, user)
        return await guarded(context, visit, (page) => act(page, user))
      } finally {
        await context.close()
      }
    },
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>
