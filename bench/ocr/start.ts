import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MODEL_SOURCES } from '../../apps/ocr/src/text/model-sources.ts'
import { CACHE_FOLDERS, nameInCache } from '../../apps/ocr/src/text/prepared-model.ts'
import { median } from './sample.ts'
import { startService } from './service.ts'

const MS_PER_SECOND = 1000

interface Start {
  ms: number
  cpuMs: number
  mib: number
}

async function removePrepared(): Promise<void> {
  for (const folder of CACHE_FOLDERS)
    for (const source of Object.values(MODEL_SOURCES))
      await rm(join(folder, nameInCache(source)), { force: true })
}

/** Measures from the start of the process until both workers have loaded their models. */
async function startOnce(): Promise<Start> {
  const started = performance.now()
  const service = await startService()
  try {
    const ms = performance.now() - started
    const mib = Math.max(...service.peaksMib())
    return { ms, cpuMs: service.cpuSeconds() * MS_PER_SECOND, mib }
  } finally {
    await service.stop()
  }
}

function print(label: string, starts: readonly Start[]): void {
  const of = (pick: (start: Start) => number) => median(starts.map(pick)).toFixed(0)
  console.log(
    `${label.padEnd(22)}${of(({ ms }) => ms).padStart(6)} ms,${of(({ cpuMs }) => cpuMs).padStart(6)} ms CPU, ` +
      `peak of one process ${of(({ mib }) => mib)} MiB`,
  )
}

/** Medians of starts without and with prepared models. */
export async function compareStarts(count: number): Promise<void> {
  const [without, prepared]: [Start[], Start[]] = [[], []]
  for (let run = 0; run < count; run += 1) {
    await removePrepared()
    without.push(await startOnce())
    prepared.push(await startOnce())
  }
  print('models to be rewritten', without)
  print('models prepared', prepared)
}
