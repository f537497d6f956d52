import { type Damage, damage, DAMAGES, type DamageName } from './damage.ts'
import { drawInvoice } from './drawing/draw.ts'
import type { Mark } from './drawing/drawing.ts'
import { pickFonts } from './fonts.ts'
import type { Form } from './forms.ts'
import { type Invoice, makeInvoice } from './invoice.ts'
import { type Random, seeded } from './random.ts'
import { type Fonts, renderPng } from './files/render-svg.ts'

/** The width of a page at 203 dots per inch; a scan of it has 2.5 megapixels. */
export const DRAWN_WIDTH = 1920
/** A large odd step, so that neighbouring seeds give unrelated random numbers. */
const SEED_STEP = 0x9e3779b1

export interface Drawn {
  invoice: Invoice
  marks: Mark[]
  fonts: Fonts
  damage: Damage
}

/** Draws an invoice without rendering it. The same arguments give the same invoice. */
export function drawSeeded(seed: number, form: Form, name: DamageName): Drawn & { random: Random } {
  const random = seeded(Math.imul(seed + 1, SEED_STEP))
  const invoice = makeInvoice(random, form)
  const harm: Damage = DAMAGES[name](random)
  const marks = drawInvoice(invoice, random, harm)
  return { invoice, marks, fonts: pickFonts(random), damage: harm, random }
}

/** Returns a picture of an invoice as a file, and the invoice. */
export async function makePicture(
  seed: number,
  form: Form,
  name: DamageName,
  width = DRAWN_WIDTH,
): Promise<{ invoice: Invoice; file: Buffer }> {
  const { invoice, marks, fonts, damage: harm, random } = drawSeeded(seed, form, name)
  return { invoice, file: await damage(await renderPng(marks, fonts, width), harm, random) }
}
