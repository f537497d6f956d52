import { setTimeout as delay } from 'node:timers/promises'
import { NO_TRACING, type Carrier, type Tracing } from '@consilium/tracing/tracing.ts'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type Db as BossDatabase, type Queue } from 'pg-boss'
import type { Db } from '../db/db.ts'
import type { Engine } from '../db/engine/engine.ts'
import { raise, type EventBus, type InfraEvent } from '../db/signals/events.ts'
import { uniqueViolation } from '../db/faults.ts'
import type { Log } from '../log.ts'

/** New jobs are announced. Polling only finds jobs that fall due later, or whose announcement was lost. */
const POLL_SECONDS = 5
/** After this time without a heartbeat, other nodes take over the jobs of a node. */
const HEARTBEAT_SECONDS = 15
const SUPERVISE_SECONDS = 20
/** The database decides when a job is due, counting from the start of the sender's transaction. */
const DUE_MARGIN_MS = 100
const SECOND_MS = 1000
/** This service uses no jobs that depend on others. */
const FLOW_SECONDS = 3600
/**
 * Handlers deal with their own failures. A job that fails nevertheless, such as while the database is away, is retried
 * for years.
 */
const RETRIES = 1_000_000
const RETRY_SECONDS = 1
const RETRY_MAX_SECONDS = 60
const KEPT_WAITING_SECONDS = 365 * 24 * 3600
const KEPT_DONE_SECONDS = 3600
/** Handlers are told to stop before this time starts. */
const STOP_MS = 10_000

export const JOBS_SCHEMA = 'pgboss'

const WORKER = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export interface JobRun {
  /** Aborts when the process stops or the job exceeds the time limit of its queue. */
  signal: AbortSignal
  /** Aborts when the process stops. */
  stopping: AbortSignal
}

export type JobHandler<T extends object> = (data: T, run: JobRun) => Promise<void>

export interface QueueOptions<T extends object> {
  name: string
  /** Number of jobs that this node runs at once. */
  concurrency: number
  /** A job that takes longer is started again. */
  expireSeconds: number
  handler: JobHandler<T>
}

/** A queue whose jobs are sent with the commit of the caller's transaction and run at least once. */
export interface JobQueue<T extends object> {
  send(within: Db, jobs: readonly T[], delaySeconds?: number): Promise<void>
  /**
   * Sends those of the open tasks that have no job, as after a restore, and returns their number. A task and its job change in
   * one transaction: `open` and the jobs are read in one snapshot, so that a task whose job ends meanwhile is not sent again.
   */
  sendLost(db: Db, open: (within: Db) => Promise<readonly T[]>, nameOf: (task: T) => string): Promise<number>
}

export interface JobCount {
  queue: string
  state: 'waiting' | 'running'
  count: number
}

export interface Jobs {
  /** Declares a queue; must be called before `start`. */
  queue<T extends object>(options: QueueOptions<T>): JobQueue<T>
  /** Creates the queues and starts working on them. */
  start(): Promise<void>
  /** Jobs that wait or run, on all nodes; every declared queue is named. */
  counts(): Promise<JobCount[]>
  /** Tells handlers to stop and waits for them; unfinished jobs run after the next start. */
  close(): Promise<void>
}

/** An embedded database has one process, so a job still marked as running belonged to a process that has ended. */
const RELEASE_ALL = `update ${JOBS_SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`

const queueOf = (name: string, expireInSeconds: number): Queue => ({
  name,
  expireInSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: RETRIES,
  retryDelay: RETRY_SECONDS,
  retryBackoff: true,
  retryDelayMax: RETRY_MAX_SECONDS,
  retentionSeconds: KEPT_WAITING_SECONDS,
  deleteAfterSeconds: KEPT_DONE_SECONDS,
})

function createBoss({ pool }: Engine, log: Log): PgBoss {
  const db: BossDatabase = { executeSql: (text, values) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error(error))
  return boss
}

const tellsOfJobs = (event: { type: string }): event is Extract<InfraEvent, { type: 'jobs' }> =>
  event.type === 'jobs'

/** pg-boss creates its schema with `if not exists`, which fails if two nodes do it at the same moment. */
async function makeSchema({ pool }: Engine): Promise<void> {
  await pool.query(`create schema if not exists ${JOBS_SCHEMA}`).catch((error: unknown) => {
    if (uniqueViolation(error) === undefined) throw error
  })
}

/** What a job is sent with beside its data: the trace of the request that sent it. */
interface Traced {
  trace?: Carrier
}

type Events = EventBus<{ type: string }>

/** Where the queues tell what they do. */
interface Told {
  log: Log
  tracing?: Tracing
}

/** Adds the current trace to the data of a job. */
const withTrace = <T extends object>(data: T, trace: Carrier): T =>
  Object.keys(trace).length === 0 ? data : { ...data, trace }

function withoutTrace<T extends object>(sent: T & Traced): { data: T; trace: Carrier | undefined } {
  const { trace, ...data } = sent
  return { data: data as T, trace }
}

/** Works on a job in the trace of the request that sent it. */
function inTrace<T extends object>(
  tracing: Tracing,
  job: { id: string; data: T },
  queue: string,
  work: (data: T) => Promise<void>,
): Promise<void> {
  const { data, trace } = withoutTrace(job.data)
  const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': job.id }
  return tracing.inSpan(`job ${queue}`, { kind: 'consumer', attributes, from: trace }, () => work(data))
}

async function makeQueue(boss: PgBoss, name: string, expireSeconds: number): Promise<void> {
  const queue = queueOf(name, expireSeconds)
  await boss.createQueue(name, queue)
  await boss.updateQueue(name, queue)
  // Loads the queue's definition into the cache of pg-boss. Within a transaction on the single connection of the
  // embedded engine, loading it would deadlock.
  await boss.findJobs(name, { id: NO_JOB })
}

/** Jobs that wait or run, whichever node they are on. */
async function countJobs({ pool }: Engine, names: readonly string[]): Promise<JobCount[]> {
  const { rows } = await pool.query<{ queue: string; waiting: number; running: number }>(
    `select q as queue, count(j.name) filter (where j.state <> 'active')::int as waiting,
       count(j.name) filter (where j.state = 'active')::int as running
     from unnest($1::text[]) q left join ${JOBS_SCHEMA}.job j
       on j.name = q and j.state in ('created', 'retry', 'active') group by q`,
    [names],
  )
  return rows.flatMap(({ queue, waiting, running }) => [
    { queue, state: 'waiting', count: waiting },
    { queue, state: 'running', count: running },
  ])
}

/** The data of the jobs that wait or run. */
async function pendingIn<T extends object>(within: Db, name: string): Promise<T[]> {
  const { rows } = await sql<{ data: T }>`
    select data from ${sql.table(`${JOBS_SCHEMA}.job`)} where name = ${name} and state in ('created', 'retry', 'active')`.execute(
    within,
  )
  return rows.map(({ data }) => withoutTrace(data).data)
}

/** Those of the open tasks that have no job. */
async function lostIn<T extends object>(
  within: Db,
  queue: string,
  open: (within: Db) => Promise<readonly T[]>,
  nameOf: (task: T) => string,
): Promise<T[]> {
  const tasks = await open(within)
  if (tasks.length === 0) return []
  const known = new Set((await pendingIn<T>(within, queue)).map(nameOf))
  return tasks.filter((task) => !known.has(nameOf(task)))
}

/** Sends what is found in one snapshot, and returns how much it was. */
async function sendFound<T extends object>(
  db: Db,
  send: JobQueue<T>['send'],
  find: (within: Db) => Promise<T[]>,
): Promise<number> {
  const found = await db.transaction().setIsolationLevel('repeatable read').execute(find)
  if (found.length > 0) await send(db, found)
  return found.length
}

/** Waits for what runs, for a while. */
async function finish(boss: PgBoss, queues: readonly string[]): Promise<void> {
  const idle = Promise.all(queues.map((name) => boss.offWork(name, { wait: true })))
  const limit = new AbortController()
  await Promise.race([idle, delay(STOP_MS, undefined, { signal: limit.signal }).catch(() => {})])
  limit.abort()
  await boss.stop({ graceful: false })
}

/** Job queues on pg-boss, which uses the pool of either engine. */
export function createJobs(engine: Engine, events: Events, { log, tracing = NO_TRACING }: Told): Jobs {
  const boss = createBoss(engine, log)
  const stopping = new AbortController()
  const starts: (() => Promise<void>)[] = []
  const workers = new Map<string, string[]>()
  const names: string[] = []

  const wake = (queue: string) => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
  }
  events.subscribe((event) => {
    if (tellsOfJobs(event)) wake(event.queue)
    if (event.type === 'gap') for (const queue of workers.keys()) wake(queue)
  })

  const runOf = (expiry: AbortSignal): JobRun => ({
    signal: AbortSignal.any([expiry, stopping.signal]),
    stopping: stopping.signal,
  })

  async function addWorker<T extends object>({ name, handler }: QueueOptions<T>): Promise<void> {
    const worker: string = await boss.work<T>(name, WORKER, async ([job]) => {
      if (job) await inTrace(tracing, job, name, (data) => handler(data, runOf(job.signal)))
      // Without this the worker would wait for its next poll.
      boss.notifyWorker(worker)
    })
    workers.set(name, [...(workers.get(name) ?? []), worker])
  }

  return {
    queue<T extends object>(options: QueueOptions<T>): JobQueue<T> {
      const { name, concurrency, expireSeconds } = options
      names.push(name)
      starts.push(async () => {
        await makeQueue(boss, name, expireSeconds)
        for (let count = 0; count < concurrency; count++) await addWorker(options)
      })
      const send = async (within: Db, jobs: readonly T[], delaySeconds = 0): Promise<void> => {
        const trace = tracing.carrier()
        const inserts = jobs.map((data) => ({ data: withTrace(data, trace), startAfter: delaySeconds }))
        await boss.insert(name, inserts, { db: fromKysely(within) })
        if (delaySeconds === 0) await raise(within, { type: 'jobs', queue: name })
        else setTimeout(wake, delaySeconds * SECOND_MS + DUE_MARGIN_MS, name).unref()
      }
      return {
        send,
        sendLost: (db, open, nameOf) => sendFound(db, send, (within) => lostIn(within, name, open, nameOf)),
      }
    },
    counts: () => countJobs(engine, names),
    async start() {
      await makeSchema(engine)
      await boss.start()
      if (engine.kind === 'embedded') await engine.pool.query(RELEASE_ALL)
      for (const start of starts) await start()
    },
    async close() {
      stopping.abort()
      await finish(boss, [...workers.keys()])
    },
  }
}
