import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import type { Language } from '@consilium/contract/errors.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { createBuilder } from 'vite'
import { startApi, type HarnessOptions } from '../../api/test/harness.ts'
import { publicPages } from '../vite.publicity.config.ts'

const CHROMIUM = '/usr/bin/chromium'
const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
const MIN_TARGET = 40

/** What a document's own status makes the browser say, which the page that it shows explains. */
const OWN_STATUS = /Failed to load resource: the server responded with a status of 4\d\d/

export interface VisitorOptions {
  language?: Language
  javaScript?: boolean
  viewport?: BrowserContextOptions['viewport']
}

/** The public pages as they are in the sources, served by the API on a database of its own, and a browser. */
export async function openSite(options: HarnessOptions = {}) {
  const webDir = mkdtempSync(join(tmpdir(), 'consilium-public-'))
  const builder = await createBuilder(
    { ...publicPages(join(webDir, 'publicity')), configFile: false, logLevel: 'warn' },
    null,
  )
  await builder.buildApp()
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>The app</title>')
  writeFileSync(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const api = await startApi({ ...options, env: { ...options.env, WEB_DIR: webDir } })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })

  return {
    api,
    url: api.app.url,

    /** A visitor's tab. What goes wrong in it that the page does not mean to show fails the test. */
    async visitor<T>(
      { language = 'zh-CN', javaScript = true, viewport = PHONE }: VisitorOptions,
      act: (page: Page) => Promise<T>,
    ): Promise<T> {
      const context = await browser.newContext({
        locale: language,
        javaScriptEnabled: javaScript,
        viewport,
        baseURL: api.app.url,
      })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && !OWN_STATUS.test(message.text())) faults.push(message.text())
      })
      try {
        const result = await act(page)
        assert.deepEqual(faults, [])
        return result
      } finally {
        await context.close()
      }
    },

    async close(): Promise<void> {
      await browser.close()
      await api.close()
      rmSync(webDir, { recursive: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** No violation of axe's rules, narrow and wide, light and dark. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const axe = new AxeBuilder({ page })
      // Light and dark differ in nothing but colours.
      if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      assert.deepEqual(found, [], `${name}, ${viewport.width} px, ${colorScheme}`)
    }
}

/** On a phone nothing lies beside the screen, and a finger finds every control. */
export async function assertFitsPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, name)
  const controls = page.locator('a:visible:not(.skip), button:visible, input:visible, textarea:visible')
  for (const control of await controls.all()) {
    const box = await control.boundingBox()
    assert.ok(box && Math.min(box.width, box.height) >= MIN_TARGET, `${name}: ${await control.innerText()}`)
  }
}
