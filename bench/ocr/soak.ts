import { setTimeout as delay } from 'node:timers/promises'
import type { Picture } from './sample.ts'
import { forEachAtOnce, median } from './sample.ts'
import type { Service } from './service.ts'

/** Number of different pages that the soak test repeats. */
export const SOAK_PICTURES = 60
const READ_EVERY = 200
/** The pages in between are read by their code only, so that 2,000 pages take minutes instead of an hour. */
const FULL_EVERY = 4
const AT_ONCE = 2
/** A replaced worker loads its models first. */
const SETTLE_MS = 2000
/** Maximum ratio of the second half's memory to the first half's, if nothing leaks. */
const GROWTH_MAX = 1.1
const WORKER_MIB_MAX = 1024

interface Page {
  file: Buffer
  full: boolean
}

/** In each round every picture is read in full once. */
function* pagesOf(pictures: readonly Picture[], from: number, to: number): Generator<Page> {
  for (let page = from; page < to; page += 1) {
    const round = Math.floor(page / pictures.length)
    yield { file: pictures[page % pictures.length]!.file, full: (page + round) % FULL_EVERY === 0 }
  }
}

const sum = (values: readonly number[]): number => values.reduce((so, value) => so + value, 0)

async function read(service: Service, pages: number): Promise<number[]> {
  await delay(SETTLE_MS)
  const resident = service.residentMib()
  const each = resident.map((mib) => mib.toFixed(0)).join(' + ')
  const highest = Math.max(...service.peaksMib()).toFixed(0)
  console.log(
    `${String(pages).padStart(6)} pages   ${sum(resident).toFixed(0).padStart(5)} MiB = ${each}, peak of one ${highest}`,
  )
  return resident
}

/** Reads pages, two at a time, and records the memory of the service and its workers. */
export async function soak(service: Service, pictures: readonly Picture[], count: number): Promise<boolean> {
  console.log(`Resident memory of the service and its workers, one of ${FULL_EVERY} pages in full`)
  const readings = [await read(service, 0)]
  let [peak, failed] = [0, 0]
  for (let done = 0; done < count; done += READ_EVERY) {
    const end = Math.min(done + READ_EVERY, count)
    await forEachAtOnce(pagesOf(pictures, done, end), AT_ONCE, async ({ file, full }) => {
      const { error_code: code } = await service.recognize(file, 'page', full)
      if (code !== null) failed += 1
    })
    peak = Math.max(peak, ...service.peaksMib())
    readings.push(await read(service, end))
  }
  const loaded = readings.slice(1).map(sum)
  const half = Math.ceil(loaded.length / 2)
  const growth = median(loaded.slice(-half)) / median(loaded.slice(0, half))
  console.log(
    `\nSecond half beside the first: ${growth.toFixed(2)}; ` +
      `peak of one process: ${peak.toFixed(0)} MiB; pages not read: ${failed}`,
  )
  return failed === 0 && growth <= GROWTH_MAX && peak <= WORKER_MIB_MAX
}
