import { fontFiles } from '@consilium/pdf-layout/glyphs.ts'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Random } from './random.ts'
import type { Fonts } from './files/render-svg.ts'

const SERIF = 'Noto Serif CJK SC'
const SANS = 'Noto Sans CJK SC'
const ZEN_HEI = 'WenQuanYi Zen Hei'
const MONO = 'DejaVu Sans Mono'
const CHINESE = [SERIF, SANS, ZEN_HEI]

/** Typefaces similar to those of printed invoices, each with the Debian package that contains it. */
export const FONT_PACKAGES: Readonly<Record<string, string>> = {
  [SERIF]: 'fonts-noto-cjk',
  [SANS]: 'fonts-noto-cjk',
  [ZEN_HEI]: 'fonts-wqy-zenhei',
  [MONO]: 'fonts-dejavu-core',
}

/** False where the family is not installed: fontconfig then answers with the most similar one it has. */
export function isFontInstalled(family: string): boolean {
  const { stdout } = spawnSync('fc-match', ['-f', '%{family}', family], { encoding: 'utf8' })
  return (stdout ?? '').split(',').includes(family)
}

/** Throws an error that says how to install what is missing. */
export function requireInvoiceFonts(): void {
  const missing = Object.keys(FONT_PACKAGES).filter((family) => !isFontInstalled(family))
  if (missing.length === 0) return
  const packages = new Set(missing.map((family) => FONT_PACKAGES[family]))
  throw new Error(
    `The fonts ${missing.join(', ')} are missing; install them with: ` +
      `apt-get install -y --no-install-recommends fontconfig ${[...packages].join(' ')}`,
  )
}

/** The typeface of drawn PDFs: that of the product, so that they are made where nothing is installed. */
export const PDF_FONT = fileURLToPath(fontFiles[0]!)

export const pickFonts = (random: Random): Fonts => ({
  label: random.pick(CHINESE),
  value: random.pick(CHINESE),
  mono: MONO,
})
