import { AxeBuilder } from '@axe-core/playwright'
import { isOfExperts, isOutside } from '@consilium/web-kit/expert-paths.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { RunOptions } from 'axe-core'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
/** Minimum touch target in pixels (UX-22). */
const MIN_TARGET = 40
/** Links that stand by themselves on pages of the office. Those within a text are no touch targets. */
const LINKS_ALONE = [
  'dd > a:only-child',
  '[data-title] > a:only-child',
  '.mantine-Group-root > .mantine-Anchor-root',
]
const TARGETS = [
  'button, input, textarea, select, [role=tab], nav a, .touch',
  ...LINKS_ALONE.map((links) => `#root ${links}`),
].join()
/** axe's rules about colors. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/** The minified form, since each page has to receive and compile it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** The failures quote the HTML of an element, so axe need not search a selector for each. */
const AXE_OPTIONS = { resultTypes: ['violations'], selectors: false, elementRef: false } satisfies RunOptions

/** Asserts that axe finds no violation in what the page shows, including open menus and dialogs. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  await isPainted(page)
  await assertRules(page, name)
}

async function assertRules(page: Page, name: string, rules?: string[]): Promise<void> {
  // Loading axe into a page takes longer than running it.
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`)
  // There are no frames of other origins, so the extra page that axe opens to merge findings is not needed. The builder writes the
  // rules into the options that it is given.
  const axe = new AxeBuilder({ page, axeSource: isThere ? ';' : AXE })
    .setLegacyMode()
    .options({ ...AXE_OPTIONS })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(found, [], name)
  assert.deepEqual(await faintEdges(page), [], `${name}: edges`)
}

/** WCAG 2.2, 1.4.11. axe looks at texts alone. */
const MIN_EDGE_CONTRAST = 3
const CONTROLS = 'input, textarea, select, .mantine-Input-input'

/** The controls whose edge has too little contrast with what is around them, each with the contrast. */
const faintEdges = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const channels = (color) => {
      const [r, g, b, alpha = 1] = color.match(/[\\d.]+/g).map(Number)
      return color.startsWith('color(') ? [r, g, b, alpha] : [r / 255, g / 255, b / 255, alpha]
    }
    const luminance = (color) => channels(color).slice(0, 3)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0)
    const groundOf = (element) => {
      const { backgroundColor } = getComputedStyle(element)
      return channels(backgroundColor)[3] > 0 || !element.parentElement
        ? backgroundColor : groundOf(element.parentElement)
    }
    const found = []
    for (const control of document.querySelectorAll('${CONTROLS}')) {
      const { borderTopColor: edge, borderTopWidth } = getComputedStyle(control)
      if (borderTopWidth === '0px' || channels(edge)[3] === 0 || control.matches(':disabled, [data-disabled]')) continue
      const [light, dark] = [edge, groundOf(control.parentElement)].map(luminance).sort((a, b) => b - a)
      const contrast = (light + 0.05) / (dark + 0.05)
      if (contrast < ${MIN_EDGE_CONTRAST}) found.push(contrast.toFixed(2) + ' ' + control.outerHTML.slice(0, 200))
    }
    return found
  })()`)

/** The app's script follows the device's color scheme a moment later; the public pages use CSS only. */
async function followsScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  if ((await page.locator('html[data-mantine-color-scheme]').count()) === 0) return
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
}

/** For so long a list may be read again before its faded rows are judged as they are. */
const REREAD_MS = 5000

/**
 * Colors change by short transitions, one of which may start the next. They are taken to their ends, since the frames in
 * between cost more than everything else on the page. A list that is read again is faded until then.
 */
export const isPainted = (page: Page): Promise<void> =>
  page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition)
    const until = performance.now() + ${REREAD_MS}
    const isFaded = () => performance.now() < until && [...document.querySelectorAll('[aria-busy=true]')]
      .some((each) => getComputedStyle(each).opacity !== '1')
    let going
    do {
      await frame()
      await frame()
      going = transitions()
      for (const each of going) each.finish()
    } while (going.length > 0 || isFaded())
  })()`)

/**
 * Like `assertAccessible`, at both widths; in dark mode only the rules about colors. A thorough run judges each width in
 * both schemes, and others one width in each, which the name decides. The page ends on the desktop, in the light.
 */
export async function assertAccessibleEverywhere(page: Page, name: string): Promise<void> {
  const chosen = often(0, 1) === 1 ? EVERY_APPEARANCE : APPEARANCES[name.length % 2]!
  for (const appearance of chosen) {
    const shown = await assume(page, name, appearance)
    await assertRules(page, shown, rulesOf(appearance))
  }
  await assume(page, name, ON_DESKTOP)
}

/** Gives the page this width and scheme, and returns its name in failures. */
async function assume(page: Page, name: string, { viewport, colorScheme }: Appearance): Promise<string> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await followsScheme(page, colorScheme)
  await isPainted(page)
  return `${name}, ${viewport.width} px, ${colorScheme}`
}

const rulesOf = ({ colorScheme }: Appearance) => (colorScheme === 'dark' ? RULES_OF_COLOR : undefined)

/** Navigates as a link would, within the app where it is the office, and waits until the page is complete. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const isOfOffice = (await page.locator('#root').count()) === 1
  if (!isOfOffice || isOfExperts(path) || isOutside(path)) await page.goto(path)
  else
    await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
  await isComplete(page)
}

/** Resolves when the page has its heading and no pending requests. */
export const isComplete = (page: Page): Promise<void> =>
  page.locator('main:not(:has([aria-busy=true])) h1').first().waitFor()

interface Appearance {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}
const ON_PHONE: Appearance = { viewport: PHONE, colorScheme: 'light' }
const ON_DESKTOP: Appearance = { viewport: DESKTOP, colorScheme: 'light' }
const ON_DARK_PHONE: Appearance = { viewport: PHONE, colorScheme: 'dark' }
const ON_DARK_DESKTOP: Appearance = { viewport: DESKTOP, colorScheme: 'dark' }
/** Each differs from the one before in one respect, since every change restyles the whole page. */
const EVERY_APPEARANCE: readonly Appearance[] = [ON_PHONE, ON_DARK_PHONE, ON_DARK_DESKTOP, ON_DESKTOP]
/** For every other page, so that both widths are judged in both schemes. */
const APPEARANCES: readonly (readonly Appearance[])[] = [
  [ON_DESKTOP, ON_DARK_PHONE],
  [ON_PHONE, ON_DARK_DESKTOP],
]

/** Asserts that pages are accessible and fit phone and desktop, for the logged-in account. */
export async function assertPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await goWithin(page, path)
    await assertPage(page, path, index)
  }
}

/** The same of the page that is open. Appearances alternate from one `index` to the next. */
export async function assertPage(page: Page, path: string, index: number): Promise<void> {
  for (const appearance of APPEARANCES[index % 2]!) await assertAppearance(page, path, appearance)
}

async function assertAppearance(page: Page, path: string, appearance: Appearance): Promise<void> {
  const name = await assume(page, path, appearance)
  await isComplete(page)
  await isPainted(page)
  await assertRules(page, name, often(0, 1) === 1 ? undefined : rulesOf(appearance))
  await assertNoSideScroll(page, name)
  if (appearance.viewport === PHONE) await assertTargets(page, name)
}

/** Chooses from the menu of a row, whose name is that of its title. */
export async function chooseOfRow(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作：${row}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** How long a page that was resized may take to show another layout, in milliseconds. */
const LAYOUT_MS = 3000

/** Asserts that nothing extends beyond the screen horizontally. A list of a page that was just resized becomes cards a moment later. */
export async function assertNoSideScroll(page: Page, name: string): Promise<void> {
  const screen = page.viewportSize()?.width ?? 0
  const fits = `document.documentElement.scrollWidth <= ${screen}`
  await page.waitForFunction(fits, undefined, { timeout: LAYOUT_MS }).catch(() => {})
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= screen, `${name} is ${width} px wide`)
}

/**
 * Touch targets that are too small, as names with the shorter side. One-pixel boxes are for screen readers and have
 * labels to touch; a checkbox can be touched by its label, and an input by the frame around it.
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

/** Asserts that every control is large enough to touch. */
export async function assertTargets(page: Page, name: string): Promise<void> {
  const small = await page.evaluate<string[]>(`${SMALL_TARGETS}('${TARGETS}', ${MIN_TARGET})`)
  assert.deepEqual(small, [], name)
}

/** Counts presses of the pointer on a page, until another document is loaded. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const count = `if (!globalThis.countsClicks) document.addEventListener('pointerdown', () =>
    sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks') ?? 0) + 1), true)
    globalThis.countsClicks = true`
  await page.evaluate(`sessionStorage.setItem('clicks', 0); ${count}`)
  // The pages that follow are documents of their own.
  await page.addInitScript(count)
  return () => page.evaluate<number>(`Number(sessionStorage.getItem('clicks'))`)
}

/** The pad on which an agreement is signed. */
export const pad = (page: Page) => page.getByRole('img', { name: '签名区' })

/** Draws a wave of this width in pixels on the pad with the mouse. */
export async function draw(page: Page, width: number, top = 0.5): Promise<void> {
  // Its code is loaded when the pad comes near.
  await pad(page).scrollIntoViewIfNeeded()
  await page.locator('canvas[aria-busy=false]').waitFor()
  const box = await pad(page).boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + 40, box.y + box.height * top]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let share = 0; share <= 1; share += 0.1)
    await page.mouse.move(x + width * share, y + Math.min(width, 30) * Math.sin(share * 6))
  await page.mouse.up()
}

/** Asserts that no date breaks over lines, in a page so narrow that each would. There must be dates. */
export async function assertDatesWhole(page: Page, name: string): Promise<void> {
  const lines = await page.evaluate<Record<string, number>>(`(() => {
    const { style } = document.body
    style.width = '60px'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = {}
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: date, index } of text.data.matchAll(/\\d{4}-\\d\\d-\\d\\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + date.length)
        const tops = [...range.getClientRects()].map(({ top }) => top)
        if (tops.length > 0) found[date] = Math.max(found[date] ?? 0, new Set(tops).size)
      }
    style.width = ''
    return found
  })()`)
  const counts = Object.values(lines)
  assert.ok(counts.length > 0 && counts.every((count) => count === 1), `${name}: ${JSON.stringify(lines)}`)
}
