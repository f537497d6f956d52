import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** Of Debian's package; `npm test` installs it. */
export const CHROMIUM = '/usr/bin/chromium'
/** Nothing but the service under test is asked for anything. */
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

export async function launchChromium(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install chromium`)
  return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
}
