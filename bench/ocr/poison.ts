import { POISONS } from '../../apps/ocr/synth/poison.ts'
import { makePicture } from '../../apps/ocr/synth/generate.ts'
import type { Service } from './service.ts'

const GOOD_FILES = 5
const FIRST_SEED = 8_700_000
const LOOK_MS = 50
/** The service with its workers. */
const MEMORY_MAX_MIB = 1433

async function inOrder<T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const [at, item] of items.entries()) results.push(await work(item, at))
  return results
}

/**
 * One file of every kind of poison among five invoices, at every place, one after the other and all at once: five are read and one is
 * not. Codes only, but for one page, since the harm would be the same.
 */
export async function readPoison(service: Service, kinds: string): Promise<boolean> {
  const good = await Promise.all(
    Array.from({ length: GOOD_FILES }, (_none, at) => makePicture(FIRST_SEED + at, '32', 'none')),
  )
  let isGood = true
  let peak = 0
  const look = () => {
    peak = Math.max(
      peak,
      service.residentMib().reduce((sum, mib) => sum + mib, 0),
    )
  }
  const timer = setInterval(look, LOOK_MS)
  for (const [name, make] of Object.entries(POISONS)) {
    if (!name.includes(kinds)) continue
    const poison = make()
    const answers = new Map<string, number>()
    let harmed = 0
    for (const isUnderLoad of [false, true])
      for (let place = 0; place <= GOOD_FILES; place += 1) {
        const files = good.map(({ file }) => file).toSpliced(place, 0, poison)
        const send = (file: Buffer, at: number) =>
          service.recognize(file, 'page', isUnderLoad && place === GOOD_FILES && at === 0)
        const results = await (isUnderLoad ? Promise.all(files.map(send)) : inOrder(files, send))
        for (const [at, { is_invoice, error_code }] of results.entries())
          if (at === place) answers.set(error_code ?? 'read', (answers.get(error_code ?? 'read') ?? 0) + 1)
          else if (!is_invoice) harmed += 1
      }
    const told = [...answers].map(([answer, times]) => `${answer} ${times}`).join(', ')
    console.log(`${name.padEnd(20)} ${poison.length} bytes: ${told}; good files harmed: ${harmed}`)
    isGood &&= harmed === 0 && !answers.has('read')
  }
  clearInterval(timer)
  console.log(`memory at peak ${peak.toFixed(0)} MiB, at most ${MEMORY_MAX_MIB}`)
  return isGood && peak < MEMORY_MAX_MIB
}
