// Pictures of every page of the portal and of the public pages: npm run pictures [-- TEXT]
//
// At 390 and 1440 px, in both languages, light and dark, into dist/pictures, which git ignores. They are made with
// made-up records of a season (apps/api/test/meeting-world.ts); TEXT takes only the pages whose address or name contains it.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import { startApi, type User } from '@consilium/api/test/harness.ts'
import { seasonClock } from '@consilium/api/test/meeting-world.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { stagePages, type Shown } from '../apps/web/test/all-pages.ts'
import { launchChromium } from '../apps/web/test/chromium.ts'
import { isComplete, isPainted } from '../apps/web/test/page-checks.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'dist/pictures')
const WIDTHS = [390, 1440] as const
const HEIGHT = 900
const LANGUAGES = ['zh-CN', 'en'] as const
const SCHEMES = ['light', 'dark'] as const
/** A page without its heading by then is taken as it is. */
const PATIENCE_MS = 15_000

async function logIn(context: BrowserContext, { userName, password }: User): Promise<void> {
  await context.request.post(BASE_PATH + accountRoutes.login.path, {
    headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
    data: { username: userName, password },
  })
}

async function take(page: Page, [path, name]: Shown): Promise<void> {
  await page.goto(path)
  await Promise.race([isComplete(page), page.waitForTimeout(PATIENCE_MS)]).catch(() => undefined)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isPainted(page)
      const language = await page.locator('html').getAttribute('lang')
      await page.screenshot({
        path: join(FOLDER, `${name}-${width}-${language}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
}

/** A page that fails is tried once more in a new window; if it fails again it is named, and the others are still taken. */
async function takeOrName(context: BrowserContext, shown: Shown): Promise<string[]> {
  let failure: unknown
  for (let tries = 0; tries < 2; tries++) {
    const page = await context.newPage()
    try {
      await take(page, shown)
      return []
    } catch (error) {
      failure = error
    } finally {
      await page.close()
    }
  }
  return [`${shown[1]}: ${failure instanceof Error ? failure.message : String(failure)}`]
}

const missing: string[] = []
const only = process.argv[2] ?? ''
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const api = await startApi({ clock: seasonClock, env: { WEB_DIR: join(ROOT, 'apps/web/dist') } })
const browser = await launchChromium()
try {
  for (const { user, pages } of await stagePages(api))
    for (const locale of LANGUAGES) {
      const context = await browser.newContext({
        baseURL: api.app.url,
        locale,
        timezoneId: 'Asia/Shanghai',
        serviceWorkers: 'block',
      })
      if (user) await logIn(context, user)
      for (const shown of pages.filter(([path, name]) => path.includes(only) || name.includes(only)))
        missing.push(...(await takeOrName(context, shown)))
      await context.close()
    }
} finally {
  await browser.close()
  await api.close()
}
console.log(`The pictures are in ${FOLDER}`)
if (missing.length > 0) {
  console.error(`Not all could be taken:\n${missing.join('\n')}`)
  process.exitCode = 1
}
