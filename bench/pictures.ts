// Pictures of every page of the portal and of the public pages, and of the dialogs that matter: npm run pictures [-- TEXT …]
//
// At 390 and 1440 px, in both languages, light and dark, into dist/pictures, which git ignores. They show the demonstration
// data, which a service of this command's own gets, or the one at URL that `npm run demo` has filled (ADMIN_PASSWORD). TEXT
// takes only the pictures whose name (ROLE-PAGE) or address contains one of them, and keeps the others that are there. With --few
// each page has four pictures instead of eight, in which every two of width, language and scheme meet. With --documents
// those of README and of the design language are made anew, in docs/pictures, and with --guides those of docs/guides.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { startApi } from '@consilium/api/test/harness.ts'
import type { Page } from 'playwright-core'
import { isPainted } from '../apps/office/test/page-checks.ts'
import { adminPassword } from '../e2e/admin-password.ts'
import { castOf } from './pictures/cast.ts'
import { takeDocuments } from './pictures/documents.ts'
import { takeGuides } from './pictures/guides.ts'
import { makeRecords } from './pictures/records.ts'
import type { Round, Shot } from './pictures/shot.ts'
import { allRounds } from './pictures/shots.ts'
import { fit, HEIGHT, keepWindow, open } from './pictures/window.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'dist/pictures')
const WIDTHS = [390, 1440] as const
const TABLET = 820
const LANGUAGES = ['zh-CN', 'en'] as const
const SCHEMES = ['light', 'dark'] as const
/** A page that fails is tried once more, in a new browser if the old one has ended. */
const TRIES = 2
/** Of the demonstration, enough for every stage and state to occur; the documents show lists of several pages. */
const SCALE = process.argv.includes('--documents') ? '0.4' : '0.05'
const PASSWORD = 'Admin-of-pictures-1'

const isFew = process.argv.includes('--few')
/** On a phone Chinese is dark, on wider screens English. */
const meets = (width: number, language: string, scheme: string) =>
  (width === WIDTHS[0]) === (language === LANGUAGES[0]) ? scheme === 'dark' : scheme === 'light'

const widthsOf = ({ onTablet, notOnPhone }: Shot): number[] => [
  ...WIDTHS.filter((width) => !notOnPhone || width > WIDTHS[0]),
  ...(onTablet ? [TABLET] : []),
]

async function take(page: Page, role: string, language: string, shot: Shot): Promise<number> {
  let count = 0
  if (!shot.open) await open(page, shot)
  for (const width of widthsOf(shot)) {
    await page.setViewportSize({ width, height: HEIGHT })
    if (shot.open) await open(page, shot)
    for (const colorScheme of SCHEMES.filter((scheme) => !isFew || meets(width, language, scheme))) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (!shot.open) await fit(page, width)
      await isPainted(page)
      const path = join(FOLDER, `${role}-${shot.name}-${width}-${language}-${colorScheme}.png`)
      await page.screenshot({ path })
      count += 1
    }
  }
  return count
}

interface Taken {
  count: number
  missing: string[]
}

/** A page that fails is named, and the others are still taken. */
async function takeAll(baseURL: string, rounds: readonly Round[]): Promise<Taken> {
  const taken: Taken = { count: 0, missing: [] }
  const window = keepWindow(baseURL)
  const attempt = async (round: Round, language: string, shot: Shot) => {
    const page = await window.page(round, language)
    try {
      taken.count += await take(page, round.role, language, shot)
    } finally {
      await page.close().catch(() => undefined)
    }
  }
  const orName = async (round: Round, language: string, shot: Shot) => {
    for (let tries = 1; ; tries++)
      try {
        return await attempt(round, language, shot)
      } catch (error) {
        if (tries < TRIES) continue
        const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
        taken.missing.push(`${round.role}-${shot.name} (${language}): ${reason}`)
        return undefined
      }
  }
  for (const round of rounds)
    for (const language of LANGUAGES) {
      for (const shot of round.shots) await orName(round, language, shot)
      await window.leave()
    }
  await window.close()
  return taken
}

const narrowed = (rounds: readonly Round[], texts: readonly string[]): Round[] =>
  rounds.map((round) => ({
    ...round,
    shots: round.shots.filter(
      ({ path, name }) =>
        texts.length === 0 ||
        texts.some((text) => path.includes(text) || `${round.role}-${name}`.includes(text)),
    ),
  }))

async function fillDemo(url: string): Promise<void> {
  const env = { ...process.env, URL: url, ADMIN_PASSWORD: PASSWORD, SCALE }
  const filling = spawn(process.execPath, [join(ROOT, 'e2e/demo.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(filling, 'exit')
  if (code !== 0) throw new Error('The demonstration data could not be made')
}

/** The service at URL, or one of this command's own, filled. */
async function service() {
  const given = process.env['URL']
  if (given !== undefined)
    return { url: given, password: adminPassword(process.env), close: () => Promise.resolve() }
  const api = await startApi({ env: { WEB_DIR: join(ROOT, 'apps/office/dist'), ADMIN_PASSWORD: PASSWORD } })
  await fillDemo(api.app.url)
  return { url: api.app.url, password: PASSWORD, close: () => api.close() }
}

async function report(rounds: readonly Round[]): Promise<void> {
  const { count, missing } = await takeAll(url, rounds)
  console.log(`${count} pictures of ${rounds.flatMap(({ shots }) => shots).length} pages are in ${FOLDER}`)
  if (missing.length === 0) return
  console.error(`Not all could be taken:\n${missing.join('\n')}`)
  process.exitCode = 1
}

const isForDocuments = process.argv.includes('--documents')
const isForGuides = process.argv.includes('--guides')
const only = process.argv.slice(2).filter((given) => !given.startsWith('--'))
if (only.length === 0 && !isForDocuments && !isForGuides) rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const { url, password, close } = await service()
try {
  const cast = await castOf(url + BASE_PATH, password)
  const rounds = await allRounds(cast, await makeRecords(cast))
  if (isForDocuments) await takeDocuments(url, rounds)
  else if (isForGuides) await takeGuides(url, rounds)
  else await report(narrowed(rounds, only))
} finally {
  await close()
}
