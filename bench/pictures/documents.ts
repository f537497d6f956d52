import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { isPainted } from '../../apps/office/test/page-checks.ts'
import { signingFilm } from './film.ts'
import type { Round } from './shot.ts'
import { fit, keepWindow, open } from './window.ts'

const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const DESKTOP = { width: 1440, height: 900 }
/** Parts stand larger on a page that shows them beside text. */
const NARROW = { width: 1200, height: 750 }
const PHONE = { width: 390, height: 844 }
const CHINESE = 'zh-CN'
/** Around what is cut out of a page, in pixels. */
const MARGIN = 12
const QUALITY = 90

interface Place {
  /** The name of its file, without the ending. */
  file: string
  /** ROLE-PAGE of the list of pictures, which knows the address and who opens it. */
  of: string
  size?: typeof DESKTOP
}

interface Whole extends Place {
  language?: string
  isDark?: true
}

/** A part of a page, in both schemes side by side, or one above the other if it is wide. */
interface Part extends Place {
  part: (page: Page) => Locator
  /** Of a part that is higher, only so much. */
  most?: number
  /** It is about what stays at an edge of the window. */
  isWindow?: true
}

/** The pictures of README. */
const WHOLE: readonly Whole[] = [
  { file: 'home', of: 'manager-home' },
  { file: 'project', of: 'manager-projects-one' },
  { file: 'meeting', of: 'manager-meeting-agreements-attendees' },
  { file: 'payments', of: 'executor-labor-payments' },
  { file: 'executor-home', of: 'executor-home', language: 'en' },
  { file: 'experts', of: 'manager-experts' },
  { file: 'projects', of: 'manager-projects', isDark: true },
  { file: 'invoices', of: 'manager-invoice-workbench' },
  { file: 'login', of: 'public-login' },
  { file: 'expert-home', of: 'expert-home', size: PHONE },
  { file: 'my-meetings', of: 'expert-my-meetings', size: PHONE },
  { file: 'public', of: 'public-publicity', size: PHONE },
]

const region = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

/** The pictures of the design language. */
const PARTS: readonly Part[] = [
  { file: 'part-type', of: 'manager-organizations-one', part: main, most: 420 },
  { file: 'part-space', of: 'manager-project-evaluate', part: dialog },
  { file: 'part-colours', of: 'manager-meetings', part: region('会议'), most: 420 },
  {
    file: 'part-thumb',
    of: 'expert-my-meetings',
    size: PHONE,
    part: (page) => page.locator('body'),
    isWindow: true,
  },
  { file: 'part-table', of: 'manager-experts-bulk', part: main },
  { file: 'part-card', of: 'manager-projects-one', part: region('基本信息') },
  { file: 'part-meter', of: 'manager-home', part: region('资金') },
  { file: 'part-timeline', of: 'manager-projects-one', part: region('时间线'), most: 420 },
  {
    file: 'part-document',
    of: 'expert-agreement-contract',
    size: PHONE,
    part: region('协议内容'),
    most: 700,
  },
  { file: 'part-waits', of: 'manager-home', part: region('待处理'), most: 420 },
  { file: 'part-empty', of: 'manager-experts-no-match', part: main, most: 310 },
  { file: 'part-asking', of: 'manager-expert-remove', part: dialog },
]

const keep = async (file: string, picture: Buffer) => {
  const small = await sharp(picture).png({ palette: true, quality: QUALITY, effort: 10 }).toBuffer()
  writeFileSync(join(FOLDER, `${file}.png`), small)
}

async function cutOut(page: Page, { part, most }: Part): Promise<Buffer> {
  const box = await part(page).first().boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('The part is not on the page')
  const [x, y] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y - MARGIN)]
  const width = Math.min(box.width + 2 * MARGIN, size.width - x)
  const height = Math.min(box.height + 2 * MARGIN, most ?? Infinity, size.height - y)
  return page.screenshot({ clip: { x, y, width, height } })
}

async function joined(light: Buffer, dark: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(light).metadata()
  const isWide = width > height
  const both = isWide ? { width, height: 2 * height } : { width: 2 * width, height }
  return sharp({ create: { ...both, channels: 3, background: 'black' } })
    .composite([
      { input: light, left: 0, top: 0 },
      { input: dark, left: isWide ? 0 : width, top: isWide ? height : 0 },
    ])
    .png()
    .toBuffer()
}

const inScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await isPainted(page)
}

/** The picture ROLE-PAGE of the list. */
export function find(rounds: readonly Round[], name: string) {
  for (const round of rounds)
    for (const shot of round.shots) if (`${round.role}-${shot.name}` === name) return { round, shot }
  throw new Error(`There is no picture ${name}`)
}

/** Makes the pictures of README and of the design language anew; each is one of the list's, or a part of it. */
export async function takeDocuments(baseURL: string, rounds: readonly Round[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const window = keepWindow(baseURL)
  async function opened({ of, size = DESKTOP }: Place, language = CHINESE) {
    await window.leave()
    const { round, shot } = find(rounds, of)
    const page = await window.page(round, language)
    await page.setViewportSize(size)
    return { page, shot }
  }
  for (const given of WHOLE) {
    const { page, shot } = await opened(given, given.language)
    await open(page, shot)
    await inScheme(page, given.isDark ? 'dark' : 'light')
    await keep(given.file, await page.screenshot())
  }
  for (const given of PARTS) {
    const { page, shot } = await opened({ size: NARROW, ...given })
    await open(page, shot)
    if (!shot.open && !given.isWindow) await fit(page, (given.size ?? NARROW).width)
    await inScheme(page, 'light')
    const light = await cutOut(page, given)
    await inScheme(page, 'dark')
    await keep(given.file, await joined(light, await cutOut(page, given)))
  }
  const { page, shot } = await opened({ file: 'signing', of: 'expert-agreement-contract', size: PHONE })
  writeFileSync(join(FOLDER, 'signing.webp'), await signingFilm(page, shot.path))
  await window.close()
}
