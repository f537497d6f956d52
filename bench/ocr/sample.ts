import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAMAGE_NAMES, type DamageName } from '../../apps/ocr/synth/damage.ts'
import { makePicture } from '../../apps/ocr/synth/generate.ts'
import { FORMS } from '../../apps/ocr/synth/forms.ts'
import type { Invoice } from '../../apps/ocr/synth/invoice.ts'

/** A drawn and damaged invoice in a file. */
export interface Picture {
  damage: DamageName
  invoice: Invoice
  path: string
  file: Buffer
}

export interface Sample {
  pictures: Picture[]
  remove(): void
}

/** Held out: no page with these seeds is looked at while recognition is worked on. */
const FIRST_SEED = 8_100_000

/** Forms and damages alternate, so that every part of the sample contains them evenly. */
export async function makeSample(count: number, first = 0): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-bench-ocr-'))
  const pictures: Picture[] = []
  for (let at = first; at < first + count; at += 1) {
    const damage = DAMAGE_NAMES[at % DAMAGE_NAMES.length]!
    const form = FORMS[(at + Math.floor(at / DAMAGE_NAMES.length)) % FORMS.length]!
    const { invoice, file } = await makePicture(FIRST_SEED + at, form, damage)
    const path = join(folder, `${at}.${file[0] === 0xff ? 'jpg' : 'png'}`)
    await writeFile(path, file)
    pictures.push({ damage, invoice, path, file })
  }
  return { pictures, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const percent = (part: number, whole: number, digits = 1): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)} %`

/** Processes the items concurrently, as many at once as there are cores. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
