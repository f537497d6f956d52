import type { Page } from 'playwright-core'
import type { Viewer } from './cast.ts'

/** What is to be seen: a page, or what opens on it. */
export interface Shot {
  path: string
  name: string
  /** Opens a dialog or a menu; the page is loaded anew for each width. */
  open?: (page: Page) => Promise<void>
  /** Also at the width of a tablet. */
  onTablet?: true
  /** Phones do not have it. */
  notOnPhone?: true
}
export interface Round {
  role: string
  /** Null for a visitor. */
  viewer: Viewer | null
  shots: readonly Shot[]
}

export const MOST_MS = 5000

export const click = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click({ timeout: MOST_MS })
  await page.getByRole('dialog').first().waitFor({ timeout: MOST_MS })
}
export const fromRowMenu = (name: RegExp) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^(?:更多操作|More actions)/ })
    .first()
    .click({ timeout: MOST_MS })
  await page.getByRole('menuitem', { name }).first().click({ timeout: MOST_MS })
  await page.getByRole('dialog').first().waitFor({ timeout: MOST_MS })
}
export const pressing = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click({ timeout: MOST_MS })
}
/** By key, since the bar of what is selected would take a click that is meant for a row beneath it. */
export const ticking = (count: number) => async (page: Page) => {
  for (let place = 0; place < count; place++)
    await page
      .getByRole('checkbox', { name: /^(?:选择 |Select (?!all))/ })
      .nth(place)
      .press('Space', { timeout: MOST_MS })
}
export const saving = pressing(/^(?:保存|Save|提交|Submit|登录|Log in|注册|Register|创建|Create)/)

export const shot = (path: string, name?: string, more: Partial<Shot> = {}): Shot => ({
  path,
  name:
    name ??
    (path === '/' ? 'home' : path.slice(1).replace('?tab=', '-').replaceAll('/', '-').replace(/\d+/g, 'one')),
  ...more,
})
export const shots = (paths: readonly string[]) => paths.map((path) => shot(path))
