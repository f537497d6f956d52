import { type Damage, damage } from './damage.ts'
import { drawInvoice } from './drawing/draw.ts'
import type { Mark } from './drawing/drawing.ts'
import { pickFonts } from './fonts.ts'
import { FORMS } from './forms.ts'
import { DRAWN_WIDTH } from './generate.ts'
import { type Invoice, makeInvoice } from './invoice.ts'
import { type Random, seeded } from './random.ts'
import { renderPng } from './files/render-svg.ts'

/** An odd step, as that of `generate.ts`. */
const SEED_STEP = 0xc2b2ae35

/** The printer had moved: values stand over the labels beside them. Shares of the height of the text. */
interface Misprint {
  aside: number
  down: number
}

interface Hardship extends Damage {
  misprint?: Misprint
}

/** Twenty distortions near the limit of what can be read, so that a reader that loses some loses these first. */
export const HARDSHIPS = {
  'scaled down': (random) => ({ scale: random.between(0.28, 0.4) }),
  'JPEG at 35': (random) => ({ quality: 35, scale: random.between(0.3, 0.42) }),
  'JPEG at 10': (random) => ({ quality: 6 + random.below(6), scale: random.between(0.38, 0.55) }),
  'turned far': (random) => ({ turn: random.between(25, 45), scale: random.between(0.3, 0.4) }),
  perspective: (random) => ({ tilt: random.between(0.45, 0.7), scale: random.between(0.35, 0.5) }),
  blurred: (random) => ({ blur: random.between(2.6, 4.2) }),
  noisy: (random) => ({ noise: random.between(50, 90), scale: random.between(0.5, 0.8) }),
  'stamped and small': (random) => ({ stamped: true, scale: random.between(0.32, 0.5), quality: 40 }),
  'stamped and blurred': (random) => ({ stamped: true, blur: random.between(1.4, 2.4) }),
  shadowed: (random) => ({ shade: random.between(0.75, 0.92), contrast: 0.3, noise: random.between(5, 14) }),
  'photographed badly': (random) => ({
    scale: random.between(0.4, 0.6),
    turn: random.between(-20, 20),
    tilt: random.between(0.25, 0.4),
    table: true,
    blur: random.between(0.8, 1.3),
    shade: random.between(0.3, 0.6),
    noise: random.between(8, 18),
    quality: 35,
  }),
  'photographed from a screen': (random) => ({
    stripes: random.between(0.3, 0.5),
    tilt: random.between(0.05, 0.15),
    scale: random.between(0.38, 0.6),
    noise: random.between(8, 20),
    quality: 40,
  }),
  'faded dots': (random) => ({ ink: random.between(0.04, 0.09), blur: 0.9, noise: random.between(8, 20) }),
  'curved far': (random) => ({ curl: random.between(80, 140), scale: random.between(0.32, 0.45) }),
  'low contrast': (random) => ({ contrast: random.between(0.06, 0.14), noise: random.between(3, 7) }),
  scribbled: (random) => ({ strokes: 24 + random.below(12), scale: random.between(0.35, 0.5), quality: 35 }),
  'letters far apart': (random) => ({ spaced: true, scale: random.between(0.32, 0.42), quality: 50 }),
  'overlapping labels': (random) => ({
    misprint: { aside: random.between(-1.2, -0.5), down: random.between(-0.25, 0.25) },
    scale: random.between(0.34, 0.5),
  }),
  'folded and sideways': (random) => ({ folds: 12, quarters: 1, blur: random.between(1.6, 2.6) }),
  glaring: (random) => ({
    glare: random.between(180, 240),
    contrast: 0.35,
    scale: random.between(0.36, 0.5),
  }),
} satisfies Record<string, (random: Random) => Hardship>
export type HardName = keyof typeof HARDSHIPS
export const HARDSHIP_NAMES = Object.keys(HARDSHIPS) as HardName[]

const misprinted = (marks: readonly Mark[], { aside, down }: Misprint): Mark[] =>
  marks.map((mark) =>
    mark.kind === 'text' && mark.face !== 'label'
      ? { ...mark, x: mark.x + aside * mark.size, y: mark.y + down * mark.size }
      : mark,
  )

/** So many pages of each distortion are kept as a sample. */
export const HARD_PAGES_EACH = 4
/** Held out, like those of the invoices. */
const FIRST_SEED = 8_300_000
/** The forms of the pages of one distortion are so far apart. */
const FORM_STEP = 7

export interface HardPage {
  name: HardName
  invoice: Invoice
  file: Buffer
}

/** One of the pages of a distortion, from 0. The same arguments give the same. */
export async function makeHardPage(name: HardName, page: number): Promise<HardPage> {
  const place = HARDSHIP_NAMES.indexOf(name)
  const form = FORMS[(place + FORM_STEP * page) % FORMS.length]!
  const random = seeded(Math.imul(FIRST_SEED + place * HARD_PAGES_EACH + page + 1, SEED_STEP))
  const invoice = makeInvoice(random, form)
  const harm: Hardship = HARDSHIPS[name](random)
  const drawn = drawInvoice(invoice, random, harm)
  const marks = harm.misprint ? misprinted(drawn, harm.misprint) : drawn
  const file = await damage(await renderPng(marks, pickFonts(random), DRAWN_WIDTH), harm, random)
  return { name, invoice, file }
}
