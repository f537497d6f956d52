// `MINUTES=60 npm run soak -- [--rate 0] [--faults]`: the product under half of the load that it can take, for an hour: lists, writes,
// uploads and streams on PostgreSQL, and recognition jobs whose service answers at once. Every half minute it samples memory,
// handles and the delay of the event loop, and writes the slopes to RESULTS.md. With `--faults` its database is restarted, frozen or
// killed every half minute, and at the end all that was acknowledged is counted.
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { CallFailed, createClient, type Client } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { fileOf, invoicePicture, startOcrServer } from '../apps/api/test/ocr-server.ts'
import { INSPECTED, openHandles, openInspector, residentBytes } from '../e2e/node-memory.ts'
import { newDataDir, startService, type Service } from '../e2e/service.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'
import { startFaults, type Faults } from './soak/faults.ts'

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '0' }, faults: { type: 'boolean', default: false } },
})

const TITLE = 'Half of the capacity for a time (`npm run soak`)'
const FAULTS_TITLE = 'The same while its database fails (`npm run soak -- --faults`)'
const ADMIN_PASSWORD = 'Soaked-for-hours-1'
const MINUTE_MS = 60_000
const SECOND_MS = 1000
const MINUTES_MAX = 240
const CAPACITY_MS = 15_000
const CAPACITY_LANES = 16
/** Of what was measured at the start. */
const SHARE = 0.5
const SAMPLES_LEAST = 6
const SAMPLE_MS = 30_000
/** As many as one account may have open. */
const STREAMS = 10
const UPLOAD_BYTES = 200_000
/** Their uploads of two hours are less than what one account may send in a day. */
const UPLOADERS = 4
const FIRST_PHONE = 10_000_000_001
const SMS_CODE = '123456'
/** Requests of a kind in a hundred. */
const MIX = { list: 70, create: 15, upload: 5, search: 9, recognize: 1 } as const
type Kind = keyof typeof MIX
const MIB = 1024 * 1024

interface Sample {
  minutes: number
  residentMib: number
  handles: number
}

interface World {
  admin: Client
  uploaders: readonly Client[]
  meetingId: number
}

async function registerExecutor(anonymous: Client, baseUrl: string, n: number) {
  const phone = String(FIRST_PHONE + n)
  await anonymous.call(accountRoutes.smsCode, { body: { phone } })
  const account = { userName: `soak_executor_${n}`, password: 'secret-1', phone, smsCode: SMS_CODE }
  const names = { orgName: `仁和会务${n}`, businessNature: '会议服务', name: '王晓明' }
  const { mainUserId } = await anonymous.call(organizationRoutes.registerExecutor, {
    body: { ...account, ...names },
  })
  const body = { username: account.userName, password: account.password }
  const { token } = await anonymous.call(accountRoutes.login, { body })
  return { execUserId: mainUserId, client: createClient({ baseUrl, token }) }
}

async function prepare({ baseUrl }: Service): Promise<World & { token: string }> {
  const anonymous = createClient({ baseUrl })
  const body = { username: 'admin', password: ADMIN_PASSWORD }
  const { token } = await anonymous.call(accountRoutes.login, { body })
  const admin = createClient({ baseUrl, token })
  const executors = []
  for (let n = 0; n < UPLOADERS; n++) executors.push(await registerExecutor(anonymous, baseUrl, n))
  const [{ execUserId }] = executors as [(typeof executors)[0]]
  const project = await admin.call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  await admin.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [execUserId] },
  })
  const meeting = { projectId: project.projectId, execUserId }
  const { meetingId } = await admin.call(meetingRoutes.create, { body: meeting })
  return { admin, uploaders: executors.map(({ client }) => client), meetingId, token }
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
let invoices = 0
let uploads = 0
/** People search for a certain name: a word that all names have would cost more the longer the run is. */
const NAME = '浸泡'
let lastName = NAME

const WORK: Record<Kind, (world: World) => Promise<unknown>> = {
  list: ({ admin }) => admin.call(meetingRoutes.list, { query: {} }),
  search: ({ admin }) => admin.call(projectRoutes.list, { query: { projectName: lastName } }),
  create({ admin }) {
    lastName = `${NAME}-${randomUUID()}`
    return admin.call(projectRoutes.create, { body: { projectName: lastName } })
  },
  async upload({ uploaders }) {
    const file = new File([PNG, randomBytes(UPLOAD_BYTES)], '照片.png')
    await uploaders[uploads++ % uploaders.length]!.call(fileRoutes.upload, { file })
  },
  recognize({ admin, meetingId }) {
    const number = String(++invoices).padStart(20, '2')
    const files = [fileOf(invoicePicture({ invoice_number: number }))]
    return admin.call(recognitionRoutes.submit, { body: { meetingId }, files })
  },
}
const KINDS = Object.entries(MIX).flatMap(([kind, count]) => Array<Kind>(count).fill(kind as Kind))

/** A fixed sequence in which the kinds are mixed: 37 and 100 have no common divisor. */
const kindAt = (n: number): Kind => KINDS[(n * 37) % KINDS.length] ?? 'list'

/** Requests a second with as many clients as the service can answer. */
async function capacity(world: World): Promise<number> {
  const ends = performance.now() + CAPACITY_MS
  let done = 0
  const lane = async () => {
    while (performance.now() < ends) await WORK[kindAt(done++)](world)
  }
  await Promise.all(Array.from({ length: CAPACITY_LANES }, lane))
  return done / (CAPACITY_MS / SECOND_MS)
}

/** Streams that stay open, and read what comes. */
function openStreams({ baseUrl }: Service, token: string): () => void {
  const headers = { authorization: `Bearer ${token}` }
  const streams = Array.from({ length: STREAMS }, () => {
    const stream = request(baseUrl + messageRoutes.stream.path, { agent: false, headers })
    stream.on('response', (answer) => answer.resume().on('error', () => {}))
    return stream.on('error', () => {}).end()
  })
  return () => {
    for (const stream of streams) stream.destroy()
  }
}

function sampleOf(pid: number, startedAt: number): Sample {
  const minutes = (performance.now() - startedAt) / MINUTE_MS
  return { minutes, residentMib: residentBytes(pid) / MIB, handles: openHandles(pid) }
}

/** Least squares: how much the value grows in an hour. */
function slopePerHour(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(of))]
  const above = samples.reduce((sum, one) => sum + (one.minutes - x) * (of(one) - y), 0)
  const below = samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0)
  return below === 0 ? 0 : (above / below) * 60
}

/** Objects and buffers in use after a collection, and how many requests were done by then. */
interface Held {
  mib: number
  done: number
}

interface Outcome {
  held: Held[]
  samples: Sample[]
  times: number[]
  errors: Map<string, number>
  /** Requests that failed because of a fault. */
  excused: number
  done: number
  /** Projects whose creation was acknowledged. */
  created: number
}

interface Run {
  service: Service
  world: World
  faults: Faults | undefined
  rate: number
  minutes: number
}

async function soak({ service, world, faults, rate, minutes }: Run): Promise<Outcome> {
  const startedAt = performance.now()
  const ends = startedAt + minutes * MINUTE_MS
  const outcome: Outcome = {
    held: [],
    samples: [],
    times: [],
    errors: new Map(),
    excused: 0,
    done: 0,
    created: 0,
  }
  const inspector = await openInspector(service.output())
  const hold = async () => {
    outcome.held.push({ mib: (await inspector.heldBytes()) / MIB, done: outcome.done })
  }
  const atFifth = setTimeout(() => void hold(), (minutes * MINUTE_MS) / 5)
  const every = Math.min(SAMPLE_MS, (minutes * MINUTE_MS) / SAMPLES_LEAST)
  const sampling = setInterval(() => {
    const sample = sampleOf(service.pid, startedAt)
    outcome.samples.push(sample)
    console.log(
      `${sample.minutes.toFixed(1).padStart(6)} min ${sample.residentMib.toFixed(0).padStart(6)} MiB ${sample.handles} handles, ${outcome.done} requests, ${outcome.errors.size} kinds of errors`,
    )
  }, every)
  const one = async (kind: Kind) => {
    const began = performance.now()
    const succeeded = () => {
      if (kind === 'create') outcome.created += 1
    }
    await WORK[kind](world).then(succeeded, (error: Error) => {
      if (faults?.excuse(error)) {
        outcome.excused += 1
        return
      }
      const sort = `${kind} ${error instanceof CallFailed ? error.answer.error : error.message}`
      if (!outcome.errors.has(sort)) console.log(`${kind}: ${error.message}`)
      outcome.errors.set(sort, (outcome.errors.get(sort) ?? 0) + 1)
    })
    outcome.done += 1
    if (outcome.done % 10 === 0) outcome.times.push(performance.now() - began)
  }
  const running = new Set<Promise<void>>()
  for (let n = 0; performance.now() < ends; n++) {
    const due = startedAt + (n * SECOND_MS) / rate
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    if (running.size >= CAPACITY_LANES) await Promise.race(running)
    const work = one(kindAt(n))
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  await Promise.all(running)
  clearInterval(sampling)
  clearTimeout(atFifth)
  await hold()
  inspector.close()
  return outcome
}

/** The first fifth is left out: what is loaded and compiled once grows, and then no more. */
function report({ held, samples, times, errors, done }: Outcome, { rate, minutes }: Run): string {
  const settled = samples.slice(Math.floor(samples.length / 5))
  const memory = (place: number) => settled.at(place)?.residentMib.toFixed(0) ?? '–'
  const handles = (place: number) => settled.at(place)?.handles ?? '–'
  const told = [...errors].map(([message, count]) => `${count} × ${message}`).join('; ')
  return `${minutes} minutes at ${rate.toFixed(0)} requests a second${values.rate === '0' ? ', half of what was measured at the start' : ''} (${MIX.list} % lists,
${MIX.search} % searches, ${MIX.create} % writes, ${MIX.upload} % uploads of ${UPLOAD_BYTES / SECOND_MS} KB, ${MIX.recognize} % invoices to recognize, ${STREAMS} streams open).

| | at a fifth | at the end | slope an hour |
|---|---|---|---|
| resident memory MiB | ${memory(0)} | ${memory(-1)} | ${slopePerHour(settled, ({ residentMib }) => residentMib).toFixed(1)} |
| of it in use after a collection, MiB | ${held[0]?.mib.toFixed(1)} | ${held.at(-1)?.mib.toFixed(1)} | |
| handles | ${handles(0)} | ${handles(-1)} | ${slopePerHour(settled, ({ handles: count }) => count).toFixed(1)} |

${done} requests, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms. Errors: ${told || 'none'}.`
}

async function projectsOf({ admin }: World): Promise<number> {
  const { total } = await admin.call(projectRoutes.list, { query: { projectName: NAME } })
  return total
}

const reportFaults = (faults: Faults, { created, excused }: Outcome, lost: number) => `

Faults: ${faults.report()}. ${excused} requests were refused because of them. Of ${created} projects that were acknowledged, ${lost} were
lost.`

async function main(): Promise<void> {
  const minutes = Math.min(MINUTES_MAX, Number(process.env['MINUTES'] ?? 60))
  if (!(minutes > 0)) throw new Error('MINUTES must be a number above 0')
  // A killed server keeps what it has acknowledged only if commits wait for the disk.
  const postgres = await startPostgres({ isDurable: values.faults })
  const ocr = await startOcrServer()
  const dataDir = newDataDir()
  const env = { ADMIN_PASSWORD, DATABASE_URL: postgres.url, OCR_URL: ocr.url, LOG_LEVEL: 'warn' }
  const service = await startService({ dataDir, env, flags: [INSPECTED] })
  try {
    const { token, ...world } = await prepare(service)
    const closeStreams = openStreams(service, token)
    const rate = Number(values.rate) || (await capacity(world)) * SHARE
    console.log(`${rate.toFixed(0)} requests a second for ${minutes} minutes`)
    const before = await projectsOf(world)
    const faults = values.faults ? startFaults(postgres) : undefined
    const run: Run = { service, world, faults, rate, minutes }
    const outcome = await soak(run)
    await faults?.stop()
    closeStreams()
    const stored = (await projectsOf(world)) - before
    const lost = Math.max(0, outcome.created - stored)
    const besides = faults ? reportFaults(faults, outcome, lost) : ''
    writeSection(faults ? FAULTS_TITLE : TITLE, `${report(outcome, run)}${besides}`)
    if (outcome.errors.size > 0 || lost > 0) process.exitCode = 1
  } finally {
    await service.stop()
    await ocr.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

await main()
