import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
/** UX-22. */
const MIN_TARGET = 40
/** Inline links within a text are read, not aimed at. */
const TARGETS =
  'button:visible, input:visible, textarea:visible, select:visible, [role=tab]:visible, nav a:visible'

/** No violation of axe's rules in what the page shows now: open menus and dialogs count. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(found, [], name)
}

/** The app's own script follows the scheme of the device a moment later; the public pages do it by style alone. */
async function followsScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  if ((await page.locator('html[data-mantine-color-scheme]').count()) === 0) return
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
}

/** As `assertAccessible`, narrow and wide, light and dark. */
export async function assertAccessibleEverywhere(page: Page, name: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await followsScheme(page, colorScheme)
      await assertAccessible(page, `${name}, ${viewport.width} px, ${colorScheme}`)
    }
}

/** Nothing lies beside the screen. */
export async function assertNoSideScroll(page: Page, name: string): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} is ${width} px wide`)
}

/** A box that is ticked is touched by its label, too. */
async function isTickedByLabel(page: Page, control: Locator): Promise<boolean> {
  if (!['checkbox', 'radio'].includes((await control.getAttribute('type')) ?? '')) return false
  const own = page.locator(`label[for="${await control.getAttribute('id')}"]`)
  const label = own.or(control.locator('xpath=ancestor::label'))
  const box = (await label.count()) === 1 ? await label.boundingBox() : null
  return box !== null && box.height >= MIN_TARGET
}

/** A finger finds every control. */
export async function assertTargets(page: Page, name: string): Promise<void> {
  const small: string[] = []
  for (const control of await page.locator(TARGETS).all()) {
    const box = await control.boundingBox()
    // Boxes of one pixel are for screen readers; a label stands for them.
    if (!box || Math.max(box.width, box.height) <= 1 || box.height >= MIN_TARGET) continue
    if (await isTickedByLabel(page, control)) continue
    const markup = (await control.getAttribute('aria-label')) ?? (await control.getAttribute('class'))
    small.push(`${markup} ${box.height}`)
  }
  assert.deepEqual(small, [], name)
}
