import { PACKAGES } from '../../../scripts/packages.ts'
import { requirePackages } from '../../../scripts/system-packages.ts'
import type { Random } from './random.ts'
import type { Fonts } from './render-svg.ts'

const CHINESE = ['Noto Serif CJK SC', 'Noto Sans CJK SC', 'WenQuanYi Zen Hei']
const MONO = 'DejaVu Sans Mono'

export const pickFonts = (random: Random): Fonts => ({
  label: random.pick(CHINESE),
  value: random.pick(CHINESE),
  mono: MONO,
})

/** Throws one line where a font is missing: how to install it. */
export const requireInvoiceFonts = (): void => requirePackages(PACKAGES.synth)
