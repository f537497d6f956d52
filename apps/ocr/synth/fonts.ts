import { spawnSync } from 'node:child_process'
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

export interface FontFile {
  path: string
  /** The name of the typeface in a file that contains several. */
  name: string
}

/** Returns undefined where the family is not installed: fontconfig then answers with the most similar one it has. */
function findFont(family: string): FontFile | undefined {
  const format = '%{family}\n%{file}\n%{postscriptname}'
  const { stdout } = spawnSync('fc-match', ['-f', format, family], { encoding: 'utf8' })
  const [families = '', path = '', name = ''] = (stdout ?? '').split('\n')
  return families.split(',').includes(family) ? { path, name } : undefined
}

export const isFontInstalled = (family: string): boolean => findFont(family) !== undefined

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

/** The typeface of drawn PDFs. Throws like `requireInvoiceFonts`. */
export function pdfFont(): FontFile {
  const font = findFont(SANS)
  if (!font) requireInvoiceFonts()
  return font!
}

export const pickFonts = (random: Random): Fonts => ({
  label: random.pick(CHINESE),
  value: random.pick(CHINESE),
  mono: MONO,
})
