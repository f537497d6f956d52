import { BASE_PATH } from '@consilium/contract/addresses.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { startApi, type Api, type HarnessOptions, type User } from '@consilium/api/test/harness.ts'
import { sharedChromium } from './chromium.ts'
import { keepWindows, type Surroundings, type Window } from './windows.ts'

export const DIST = fileURLToPath(new URL('../dist', import.meta.url))
/** Kept after the tests. */
const PICTURES = fileURLToPath(new URL('../../../node_modules/.cache/browser-failures', import.meta.url))
/** Limit for a picture of a page that hangs. */
const PICTURE_MS = 5000

export interface Visit extends Surroundings {
  /** The logged-in user, or a new account of the role; nobody by default. */
  as?: User | RoleType
  /** First address of the browser; none by default. */
  path?: string
  /** What a login leaves in the browser and the account is looked at. Other visits begin with a session, as it leaves one. */
  logsIn?: boolean
}

type Act<T> = (page: Page, user: User | null) => Promise<T>

/** One account of each role, created on first use. */
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
    compliance: async () => api.person(await api.sponsor(), 'compliance'),
    finance: async () => api.person(await api.sponsor(), 'finance'),
  }
  return (role) => {
    const user = made.get(role) ?? make[role]()
    made.set(role, user)
    return user
  }
}

/** Logs the browser in without using the login page. */
async function logIn(context: BrowserContext, { userName, password }: User): Promise<void> {
  const answer = await context.request.post(BASE_PATH + accountRoutes.login.path, {
    headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    data: { username: userName, password },
  })
  if (!answer.ok()) throw new Error(`${userName} cannot log in: ${await answer.text()}`)
}

/** Runs `act`; throws the errors of the pages and saves a picture of them. */
async function guarded<T>({ page, watched }: Window, visit: Visit, act: (page: Page) => Promise<T>) {
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

async function takePicture(page: Page): Promise<string> {
  mkdirSync(PICTURES, { recursive: true })
  const path = join(PICTURES, `${process.pid}-${Date.now()}.png`)
  await page.screenshot({ path, timeout: PICTURE_MS })
  return path
}

/** A copy of the built app: a build in the meantime would remove files that open pages still have to load. */
function copyBuild(): string {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('The web app is not built: npm run build')
  const copy = mkdtempSync(join(tmpdir(), 'consilium-built-'))
  cpSync(DIST, copy, { recursive: true })
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** Of all portals of this process that change no file of it; the pages that the service renders are then loaded once. */
let sharedBuild: string | undefined

export interface PortalOptions extends HarnessOptions {
  /** The test changes files of the built app. */
  ownBuild?: boolean
}

/**
 * Opens the built web app with its own service and database, and a browser, for one test file. `options` are those of
 * the API's tests.
 */
export async function openPortal({ ownBuild = false, ...options }: PortalOptions = {}) {
  const built = ownBuild ? copyBuild() : (sharedBuild ??= copyBuild())
  // A page asks for several things at once.
  const env = { WEB_DIR: built, DATABASE_CONNECTIONS: '3', ...options.env }
  const api = await startApi({ ...options, env })
  const browser = await sharedChromium({ after })
  const origin = api.app.url
  const userOf = castOf(api)
  const windows = keepWindows(browser, { origin, now: options.clock?.now ?? (() => new Date()) })
  const begin = async (context: BrowserContext, user: User, url = origin) => {
    const { token } = await api.begin(user)
    const cookie = { name: SESSION_COOKIE.http, value: token, url, httpOnly: true }
    await context.addCookies([{ ...cookie, sameSite: 'Strict' }])
  }
  after(async () => {
    await windows.close()
    await api.close()
  })

  return {
    api,
    origin,
    /** The folder of the built app that this service has. */
    built,
    userOf,

    /**
     * Opens a page in a browser that knows nothing of earlier visits. Errors in it fail the test, whether or not users
     * would see them.
     */
    async visit<T>(visit: Visit, act: Act<T>): Promise<T> {
      const user = typeof visit.as === 'string' ? await userOf(visit.as) : (visit.as ?? null)
      const window = await windows.take(visit)
      try {
        if (user && visit.logsIn) await logIn(window.context, user)
        else if (user) await begin(window.context, user, visit.through)
        const result = await guarded(window, visit, (page) => act(page, user))
        await windows.giveBack(window)
        return result
      } catch (error) {
        await window.context.close()
        throw error
      }
    },
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>
