import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
/** UX-22. */
const MIN_TARGET = 40
/** Inline links within a text are read, not aimed at. */
const TARGETS = 'button, input, textarea, select, [role=tab], nav a'
/** Of axe's rules, those to which colours matter. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** No violation of axe's rules in what the page shows now: open menus and dialogs count. */
export const assertAccessible = (page: Page, name: string): Promise<void> => assertRules(page, name)

async function assertRules(page: Page, name: string, rules?: string[]): Promise<void> {
  // It costs more to bring axe into a page than to run it.
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`)
  // Without frames of other origins, the page that it would open to put its findings together is of no use.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(found, [], name)
}

/** The app's own script follows the scheme of the device a moment later; the public pages do it by style alone. */
async function followsScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  if ((await page.locator('html[data-mantine-color-scheme]').count()) === 0) return
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
}

/** Colours that change do so by transitions, however short, one of which may begin the next. */
const isPainted = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition)
    do {
      await frame()
      await frame()
      await Promise.allSettled(transitions().map(({ finished }) => finished))
    } while (transitions().length > 0)
  })()`)

/** As `assertAccessible`, narrow and wide; in the dark, what is told by colours. */
export async function assertAccessibleEverywhere(page: Page, name: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await followsScheme(page, colorScheme)
      await isPainted(page)
      const rules = colorScheme === 'dark' ? RULES_OF_COLOUR : undefined
      await assertRules(page, `${name}, ${viewport.width} px, ${colorScheme}`, rules)
    }
}

/** To another page of the app, as a link in it would lead, until all of it is there. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
  await isComplete(page)
}

/** The page has its heading, and waits for nothing any more. */
export const isComplete = (page: Page): Promise<void> =>
  page.locator('main:not(:has([aria-busy=true])) h1').first().waitFor()

/** The pages of whoever is logged in: for everybody, fit for a phone and its fingers, and for a desk. */
export async function assertPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const { viewport, colorScheme } of [
    { viewport: PHONE, colorScheme: 'light' },
    { viewport: DESKTOP, colorScheme: 'light' },
    { viewport: PHONE, colorScheme: 'dark' },
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await followsScheme(page, colorScheme)
    for (const path of paths) {
      const name = `${path}, ${viewport.width} px, ${colorScheme}`
      await goWithin(page, path)
      await isPainted(page)
      await assertRules(page, name, colorScheme === 'dark' ? RULES_OF_COLOUR : undefined)
      await assertNoSideScroll(page, name)
      if (viewport === PHONE) await assertTargets(page, name)
    }
  }
}

/** Nothing lies beside the screen. */
export async function assertNoSideScroll(page: Page, name: string): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= (page.viewportSize()?.width ?? 0), `${name} is ${width} px wide`)
}

/**
 * What a finger would miss, as names with the shorter side. Boxes of one pixel are for screen readers, a finger has their labels;
 * a box that is ticked is touched by its label, too, and an input by the frame around it.
 */
const SMALL_TARGETS = `((selector, least) => {
  const sizeOf = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return Math.min(width, height)
  }
  const isTickedByLabel = (control) =>
    ['checkbox', 'radio'].includes(control.type) &&
    control.labels.length === 1 &&
    sizeOf(control.labels[0]) >= least
  const frameOf = (control) => control.tagName === 'INPUT' && control.closest('[class*="-wrapper"]') || control
  const isSmall = (control) => {
    const { width, height } = frameOf(control).getBoundingClientRect()
    if (!control.checkVisibility({ visibilityProperty: true })) return false
    if (Math.max(width, height) <= 1) return (control.labels?.length ?? 0) > 0 && !isTickedByLabel(control)
    return Math.min(width, height) < least && !isTickedByLabel(control)
  }
  return [...document.querySelectorAll(selector)]
    .filter(isSmall)
    .map((control) => (control.getAttribute('aria-label') ?? control.className) + ' ' + sizeOf(control))
})`

/** A finger finds every control. */
export async function assertTargets(page: Page, name: string): Promise<void> {
  const small = await page.evaluate<string[]>(`${SMALL_TARGETS}('${TARGETS}', ${MIN_TARGET})`)
  assert.deepEqual(small, [], name)
}
