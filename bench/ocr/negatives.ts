import { DAMAGE_NAMES } from '../../apps/ocr/synth/damage.ts'
import { makeNegative, NEGATIVES } from '../../apps/ocr/synth/negatives.ts'
import { forEachAtOnce } from './sample.ts'
import type { Service } from './service.ts'

/** Held out, like those of the invoices. */
const FIRST_SEED = 8_500_000
const AT_ONCE = 2
const MS_PER_SECOND = 1000

export interface NegativeRates {
  invoices: number
  /** Processor time of a page without an invoice's code. */
  cpuMs: number
}

/** Sends papers that are no invoices, and counts those that are answered as one. */
export async function readNegatives(service: Service, count: number): Promise<NegativeRates> {
  const files: { name: string; file: Buffer }[] = []
  for (let at = 0; at < count; at += 1) {
    const negative = NEGATIVES[at % NEGATIVES.length]!
    const damage = DAMAGE_NAMES[(at + Math.floor(at / NEGATIVES.length)) % DAMAGE_NAMES.length]!
    const file = await makeNegative(FIRST_SEED + at, negative, damage)
    files.push({ name: `${negative}, ${damage}`, file })
  }
  const answers = new Map<string, number>()
  let invoices = 0
  const before = service.cpuSeconds()
  await forEachAtOnce(files, AT_ONCE, async ({ name, file }) => {
    const result = await service.recognize(file, 'page', true)
    const answer = result.is_invoice ? 'invoice' : (result.error_code ?? 'none')
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (!result.is_invoice) return
    invoices += 1
    console.log(`answered as an invoice: ${name}`)
  })
  const cpuMs = ((service.cpuSeconds() - before) * MS_PER_SECOND) / Math.max(1, count)
  const told = [...answers].map(([answer, times]) => `${answer} ${times}`).join(', ')
  console.log(`\n${count} papers that are no invoice: ${told}; ${cpuMs.toFixed(0)} ms of processor time each`)
  return { invoices, cpuMs }
}
