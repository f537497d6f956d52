import { isReadingDoubted } from '@consilium/contract/invoices/invoice-reading.ts'
import { readingOf } from '../../apps/api/src/modules/invoices/reading.ts'
import { DAMAGE_NAMES } from '../../apps/ocr/synth/damage.ts'
import { FORGERIES, type Forgery, makeForgery } from '../../apps/ocr/synth/forgeries.ts'
import { forEachAtOnce } from './sample.ts'
import type { Service } from './service.ts'

/** Held out, like those of the invoices. */
const FIRST_SEED = 8_900_000
const AT_ONCE = 2
const TELL_EVERY = 20
const PLACE = { file: null, page: 1, pages: [1] }

/** Sends forgeries of all kinds in turn, and counts those that are taken for invoices without a doubt. */
export async function readForgeries(service: Service, count: number): Promise<boolean> {
  const kinds = Object.keys(FORGERIES) as Forgery[]
  const places = Array.from({ length: count }, (_none, at) => at)
  let taken = 0
  let refused = 0
  let done = 0
  await forEachAtOnce(places, AT_ONCE, async (at) => {
    const kind = kinds[at % kinds.length]!
    const damage = DAMAGE_NAMES[Math.floor(at / kinds.length) % DAMAGE_NAMES.length]!
    const file = await makeForgery(FIRST_SEED + at, kind, damage)
    const answer = await service.recognize(file, 'page', true)
    done += 1
    if (done % TELL_EVERY === 0) console.log(`${done}: ${refused} refused, ${taken} taken`)
    if (!answer.is_invoice) refused += 1
    else if (!isReadingDoubted(readingOf(answer, PLACE))) {
      taken += 1
      console.log(`taken: ${kind}, ${damage}`)
    }
  })
  console.log(`${count} forgeries: ${refused} refused, ${count - refused - taken} doubted, ${taken} taken`)
  return taken === 0
}
