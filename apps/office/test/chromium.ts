import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Debian's package. */
export const CHROMIUM = '/usr/bin/chromium'
/**
 * The same engine without a user interface, at two thirds of the cost; `npm test` installs it if neither is installed.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** Prevents requests to anything but the service under test. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
/** A page of a test lives for a second: optimizing its code takes longer than running it as it is. */
const SHORT_LIVED_PAGES = '--js-flags=--no-opt --no-maglev'

let shared: Promise<Browser> | undefined

/**
 * The browser of all files that this process runs, each in contexts of its own. A process that takes file after file
 * (scripts/runner) keeps it until there are no more; otherwise it is closed with the file.
 */
export async function sharedChromium(scope: { after(cleanUp: () => unknown): void }): Promise<Browser> {
  const isKept = process.send !== undefined
  if (!isKept) {
    const browser = await launchChromium([SHORT_LIVED_PAGES])
    scope.after(() => browser.close())
    return browser
  }
  if (!(await shared)?.isConnected()) shared = undefined
  if (!shared) {
    const launched = launchChromium([SHORT_LIVED_PAGES])
    shared = launched
    process.once('disconnect', () => void launched.then((browser) => browser.close()))
  }
  return shared
}

export async function launchChromium(furtherArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = [HEADLESS_SHELL, CHROMIUM].find((path) => existsSync(path))
  if (!executablePath)
    throw new Error(`${HEADLESS_SHELL} is missing: apt-get install chromium-headless-shell`)
  // Without a UTF-8 locale, Chromium names downloads with Chinese characters "download".
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...furtherArgs], env })
}
