// `npm run bench:start -- [--runs 5]`: how long `npm start` takes on a ready folder until it is ready, and how much memory the API
// has at rest, on PostgreSQL and on the embedded engine.
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { newDataDir, settingsFree } from '../e2e/service.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { processorMs, residentMib } from './process.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })

const RUN = fileURLToPath(new URL('../scripts/run.mjs', import.meta.url))
const GOALS = { startMs: 3000, restMib: 350 } as const
const REST_MS = 20_000
const OCR_PORT = '3971'
const LOADED = /^Consilium is ready/m

interface Started {
  ms: number
  processorMs: number
  child: ChildProcess
  pid: number
}

/** As a user does, with the check of packages and of the built pages. */
async function start(env: Record<string, string>): Promise<Started> {
  const from = performance.now()
  const child = spawn(process.execPath, [RUN, 'start'], {
    env: { ...settingsFree(), PORT: '0', OCR_PORT, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString()
    if (LOADED.test(printed)) break
  }
  if (!LOADED.test(printed)) throw new Error(`it did not start:\n${printed}`)
  const ms = performance.now() - from
  const pid = await apiOf(child)
  return { ms, child, pid, processorMs: processorMs(pid) }
}

/** The process that serves: the last descendant by the name of its script. */
async function apiOf(child: ChildProcess): Promise<number> {
  const list = spawn('ps', ['-eo', 'pid,ppid,args', '--no-headers'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const chunk of list.stdout as AsyncIterable<Buffer>) text += chunk.toString()
  const rows = text
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
  const found = rows.find(
    ([, , ppid, args = '']) => Number(ppid) === child.pid && args.includes('scripts/start.ts'),
  )
  if (!found) throw new Error('the process of the API is not to be found')
  return Number(found[1])
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

interface Result {
  times: number[]
  processor: number[]
  restMib: number
}

async function measure(env: Record<string, string>): Promise<Result> {
  const dataDir = newDataDir()
  const own = { ...env, DATA_DIR: dataDir, ADMIN_PASSWORD: 'Starts-quickly-1' }
  try {
    await stop(await start(own))
    const times: number[] = []
    const processor: number[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      const started = await start(own)
      times.push(started.ms)
      processor.push(started.processorMs)
      await stop(started)
    }
    const resting = await start(own)
    await delay(REST_MS)
    const restMib = residentMib(resting.pid)
    await stop(resting)
    return { times, processor, restMib }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const row = (name: string, is: number, goal: number | null) =>
  `| ${name} | ${is.toFixed(0)} | ${goal ?? ''} | ${goal === null ? '' : is <= goal ? 'met' : 'missed'} |`

async function main(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const server = await measure({ DATABASE_URL: postgres.url })
    const embedded = await measure({})
    const report = `\`npm start\` on a folder that was used before, ${values.runs} times, until it says that it is ready; recognition loads
its models afterwards. Memory is that of the API's process ${REST_MS / 1000} s later.

| | measured | goal | |
|---|---|---|---|
${row('start on PostgreSQL, ms, median', quantile(server.times, 0.5), GOALS.startMs)}
${row('the slowest', Math.max(...server.times), null)}
${row('processor time of the API until then, ms, median', quantile(server.processor, 0.5), null)}
${row('start on the embedded engine, ms, median', quantile(embedded.times, 0.5), GOALS.startMs)}
${row('the slowest', Math.max(...embedded.times), null)}
${row('processor time of the API until then, ms, median', quantile(embedded.processor, 0.5), null)}
${row('memory at rest on PostgreSQL, MiB', server.restMib, GOALS.restMib)}
${row('memory at rest on the embedded engine, MiB', embedded.restMib, null)}`
    console.log(report)
    writeSection('Start and rest (`npm run bench:start`)', report)
  } finally {
    await postgres.stop()
  }
}

await main()
