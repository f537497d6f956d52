import { DAMAGE_NAMES } from '../../apps/ocr/synth/damage.ts'
import { FORMS } from '../../apps/ocr/synth/forms.ts'
import { DRAWN_WIDTH, makePicture } from '../../apps/ocr/synth/generate.ts'
import { median } from './sample.ts'
import type { Service } from './service.ts'

/** A page that is drawn 1,920 pixels wide has about 2.5 megapixels; the others are the same pages drawn larger. */
const DRAWN_MEGAPIXELS = 2.5
const MEGAPIXELS = [DRAWN_MEGAPIXELS, 4, 6, 8, 12] as const
const MS_PER_SECOND = 1000
/** Pages that no other part of the bench reads. */
const FIRST_SEED = 8_300_000
/** How much more of the processor a large page may cost than the same page at 2.5 megapixels. */
const LARGE_PAGE_RATIO = 1.12

/**
 * Reads the same pages in full at each size, one at a time and the sizes in turn, so that other work on the machine meets all sizes
 * alike, and tells the processor time of each size and its ratio to the smallest.
 */
export async function readSizes(service: Service, count: number): Promise<boolean> {
  const costs = new Map<number, number[]>(MEGAPIXELS.map((size) => [size, []]))
  let codesRead = 0
  for (let page = 0; page < count; page += 1) {
    for (const [size, times] of costs) {
      const { invoice, file } = await makePicture(
        FIRST_SEED + page,
        FORMS[page % FORMS.length]!,
        DAMAGE_NAMES[page % DAMAGE_NAMES.length]!,
        Math.round(DRAWN_WIDTH * Math.sqrt(size / DRAWN_MEGAPIXELS)),
      )
      const before = service.cpuSeconds()
      const result = await service.recognize(file, 'page', true)
      times.push((service.cpuSeconds() - before) * MS_PER_SECOND)
      codesRead += result.qr_raw === invoice.payload ? 1 : 0
    }
  }
  const smallest = median(costs.get(DRAWN_MEGAPIXELS)!)
  let met = true
  for (const [size, times] of costs) {
    const ratio = median(times) / smallest
    met &&= ratio <= LARGE_PAGE_RATIO
    console.log(
      `${String(size).padStart(4)} megapixels: median ${median(times).toFixed(0)} ms of processor time, ` +
        `at most ${Math.max(...times).toFixed(0)}, ${ratio.toFixed(2)} of the smallest`,
    )
  }
  console.log(`${codesRead} of ${count * MEGAPIXELS.length} codes read`)
  return met
}
