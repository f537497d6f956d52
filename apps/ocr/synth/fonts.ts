import { ensureFonts } from '../../../scripts/system-packages.ts'
import type { Random } from './random.ts'
import type { Fonts } from './render-svg.ts'

/** Typefaces in the manner of those that invoices are printed with → the Debian package of each. */
const FAMILIES = {
  'Noto Serif CJK SC': 'fonts-noto-cjk',
  'Noto Sans CJK SC': 'fonts-noto-cjk',
  'WenQuanYi Zen Hei': 'fonts-wqy-zenhei',
  'DejaVu Sans Mono': 'fonts-dejavu-core',
} as const
const CHINESE = ['Noto Serif CJK SC', 'Noto Sans CJK SC', 'WenQuanYi Zen Hei']
const MONO = 'DejaVu Sans Mono'

export const pickFonts = (random: Random): Fonts => ({
  label: random.pick(CHINESE),
  value: random.pick(CHINESE),
  mono: MONO,
})

/** Fonts are Debian's: as root missing ones are installed, otherwise one line says which. */
export const ensureInvoiceFonts = (): void => ensureFonts(FAMILIES)
