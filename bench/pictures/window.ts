import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../apps/office/test/chromium.ts'
import { isComplete } from '../../apps/office/test/page-checks.ts'
import type { Viewer } from './cast.ts'
import type { Round, Shot } from './shot.ts'

export const HEIGHT = 900
const MOST_HEIGHT = 8000
/** A page without its heading by then is taken as it is. */
const PATIENCE_MS = 15_000
const MOMENT_MS = 250
/** A phone shows our typeface from the second page on. */
const KEEPS_FACE = `localStorage.setItem('consilium.face', 'kept')`

async function logIn(context: BrowserContext, { userName, password }: Viewer): Promise<void> {
  const answer = await context.request.post(BASE_PATH + accountRoutes.login.path, {
    headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    data: { username: userName, password },
  })
  if (!answer.ok()) throw new Error(`${userName} cannot log in: ${await answer.text()}`)
}

const complete = (page: Page) =>
  Promise.race([isComplete(page), page.waitForTimeout(PATIENCE_MS)]).catch(() => undefined)

export async function open(page: Page, shot: Shot): Promise<void> {
  await page.goto(shot.path)
  await complete(page)
  // A part whose code comes on demand is busy only from then on.
  await page.waitForTimeout(MOMENT_MS)
  await complete(page)
  await shot.open?.(page)
}

/**
 * Makes the window as high as the page, so that what stays at its edges covers nothing. A dialog stays in a window of usual
 * height.
 */
export async function fit(page: Page, width: number): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(height, HEIGHT), MOST_HEIGHT) })
}

/** The window of a round, in a browser that is started anew if it has died. */
export function keepWindow(baseURL: string) {
  let browser: Browser | undefined
  let context: BrowserContext | undefined
  return {
    async page({ viewer }: Round, locale: string): Promise<Page> {
      if (browser?.isConnected() !== true) {
        browser = await launchChromium()
        context = undefined
      }
      if (!context) {
        context = await browser.newContext({
          baseURL,
          locale,
          timezoneId: 'Asia/Shanghai',
          serviceWorkers: 'block',
        })
        await context.addInitScript(KEEPS_FACE)
        if (viewer) await logIn(context, viewer)
      }
      return context.newPage()
    },
    async leave(): Promise<void> {
      await context?.close().catch(() => undefined)
      context = undefined
    },
    close: async () => browser?.close().catch(() => undefined),
  }
}
