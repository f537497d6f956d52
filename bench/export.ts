import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'

/** `npm run bench:export [-- ROWS]`: cost of an export of many rows; each way runs in its own process. */
const DEFAULT_ROWS = 100_000
const PEAK_GOAL_MIB = 150
const LAG_GOAL_MS = 50
const MS_PER_SECOND = 1000
const MIB = 1024 * 1024
const LABELS = {
  ours: 'our writer',
  peer: 'write-excel-file 4.1.1 (peer)',
  service: 'the service, over HTTP',
} as const
type Run = keyof typeof LABELS

const [rowsGiven, run] = process.argv.slice(2)
const rows = Number(rowsGiven ?? DEFAULT_ROWS)

function inOwnProcess(name: Run): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [String(rows), name], { execArgv: process.execArgv })
    child.once('message', (measured) => resolve(measured as Measured))
    child.once('exit', (code) => reject(new Error(`${LABELS[name]} ended with exit code ${code}`)))
  })
}

const perSecond = ({ ms }: Measured) => Math.round((rows / ms) * MS_PER_SECOND)

function print(name: Run, measured: Measured): void {
  const cells = [
    LABELS[name].padEnd(30),
    `${perSecond(measured).toLocaleString('en')} rows/s`.padStart(16),
    `peak +${measured.peakMib.toFixed(0)} MiB`.padStart(16),
    `lag max ${measured.lagMs.toFixed(1)} ms`.padStart(20),
    `${(measured.bytes / MIB).toFixed(1)} MiB`.padStart(10),
  ]
  console.log(cells.join(''))
}

async function compare(): Promise<number> {
  console.log(`Export of ${rows.toLocaleString('en')} rows, ten columns (the service: eleven)`)
  const measured: Partial<Record<Run, Measured>> = {}
  for (const name of Object.keys(LABELS) as Run[]) {
    measured[name] = await inOwnProcess(name)
    print(name, measured[name])
  }
  const { ours, peer, service } = measured
  if (!ours || !peer || !service) return 1
  console.log(
    `\nOur writer against the peer: ${(perSecond(ours) / perSecond(peer)).toFixed(2)} times the rows per second`,
  )
  const within = [ours, service].every(
    ({ peakMib, lagMs }) => peakMib <= PEAK_GOAL_MIB && lagMs <= LAG_GOAL_MS,
  )
  console.log(`Goals (peak +${PEAK_GOAL_MIB} MiB, lag ${LAG_GOAL_MS} ms): ${within ? 'met' : 'NOT met'}`)
  return within ? 0 : 1
}

if (run === undefined) {
  process.exitCode = await compare()
} else {
  const { RUNS } = await import('./export-runs.ts')
  const measured = await RUNS[run]!(rows)
  process.send?.(measured, () => process.exit())
}
