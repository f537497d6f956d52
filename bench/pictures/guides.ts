import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { isPainted } from '../../apps/office/test/page-checks.ts'
import { find } from './documents.ts'
import type { Round } from './shot.ts'
import { keepWindow, open } from './window.ts'

const FOLDER = fileURLToPath(new URL('../../docs/guides/pictures', import.meta.url))
const DESKTOP = { width: 1200, height: 760 }
/** The ledger has many columns. */
const WIDE = { width: 1440, height: 860 }
const TABLET = { width: 1024, height: 768 }
const PHONE = { width: 390, height: 760 }
const QUALITY = 78
/** So small that a guide with its pictures is quickly read on a phone. */
const MOST_BYTES = 150_000
const LANGUAGES = { zh: 'zh-CN', en: 'en' } as const

/** The pictures of the guides: the name of the file, and ROLE-PAGE of the list of pictures. */
const PICTURES: readonly { file: string; of: string; size: typeof DESKTOP }[] = [
  { file: 'payables', of: 'finance-labor-payments-due', size: DESKTOP },
  { file: 'lock', of: 'finance-batch-lock', size: DESKTOP },
  { file: 'release', of: 'releaser-batch-locked', size: DESKTOP },
  { file: 'settled', of: 'finance-batch-settled', size: DESKTOP },
  { file: 'papers', of: 'finance-labor-payments-papers', size: DESKTOP },
  { file: 'month', of: 'finance-labor-payments', size: WIDE },
  { file: 'attendance', of: 'executor-attendance-running', size: DESKTOP },
  { file: 'screen', of: 'public-door-screen', size: TABLET },
  { file: 'phone', of: 'public-door-sign-in', size: PHONE },
  { file: 'offline', of: 'executor-door-offline', size: PHONE },
  { file: 'by-hand', of: 'executor-attendance-hand', size: DESKTOP },
]

/** Makes the pictures of the guides anew, in both languages. */
export async function takeGuides(baseURL: string, rounds: readonly Round[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const window = keepWindow(baseURL)
  for (const [ending, language] of Object.entries(LANGUAGES))
    for (const { file, of, size } of PICTURES) {
      await window.leave()
      const { round, shot } = find(rounds, of)
      const page = await window.page(round, language)
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      // The first page of a window has another typeface.
      await page.goto('/verify')
      await open(page, shot)
      await isPainted(page)
      const picture = await sharp(await page.screenshot())
        .webp({ quality: QUALITY, effort: 6 })
        .toBuffer()
      if (picture.length > MOST_BYTES) throw new Error(`${file}-${ending} has ${picture.length} bytes`)
      writeFileSync(join(FOLDER, `${file}-${ending}.webp`), picture)
    }
  await window.close()
}
