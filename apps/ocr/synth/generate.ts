import { type Damage, damage, DAMAGES, type DamageName } from './damage.ts'
import { drawInvoice } from './draw.ts'
import type { Mark } from './drawing.ts'
import { pickFonts } from './fonts.ts'
import { type Invoice, type Kind, makeInvoice } from './invoice.ts'
import { type Random, seeded } from './random.ts'
import { type Fonts, renderPng } from './render-svg.ts'

/** 203 dots per inch: a scan of 2.5 megapixels with its margins, a middling photo. */
export const DRAWN_WIDTH = 1920
/** So that neighbouring seeds share nothing. */
const SEED_STEP = 0x9e3779b1

export interface Drawn {
  invoice: Invoice
  marks: Mark[]
  fonts: Fonts
  damage: Damage
}

/** Everything about one picture but its pixels. The seed alone decides. */
export function drawSeeded(seed: number, kind: Kind, name: DamageName): Drawn & { random: Random } {
  const random = seeded(Math.imul(seed + 1, SEED_STEP))
  const invoice = makeInvoice(random, kind)
  const harm: Damage = DAMAGES[name](random)
  const marks = drawInvoice(invoice, random, { stamped: harm.stamped ?? false })
  return { invoice, marks, fonts: pickFonts(random), damage: harm, random }
}

/** A picture of an invoice as a file, with what is on it. */
export async function makePicture(
  seed: number,
  kind: Kind,
  name: DamageName,
): Promise<{ invoice: Invoice; file: Buffer }> {
  const { invoice, marks, fonts, damage: harm, random } = drawSeeded(seed, kind, name)
  return { invoice, file: await damage(await renderPng(marks, fonts, DRAWN_WIDTH), harm, random) }
}
