import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, PgBoss, type Db as BossDatabase, type Queue } from 'pg-boss'
import type { Db } from '../db/db.ts'
import type { Engine } from '../db/engine.ts'
import { raise, type EventBus, type InfraEvent } from '../db/events.ts'
import { uniqueViolation } from '../db/faults.ts'
import type { Log } from '../log.ts'

/** Waiting jobs are announced, so that a worker asks for them only in case an announcement was lost, or is due later. */
const POLL_SECONDS = 5
/** A node that has not been heard of for this long lost its jobs; others take them over. */
const HEARTBEAT_SECONDS = 15
const SUPERVISE_SECONDS = 20
/** The clock of the database says when a job is due, counted from the beginning of the sender's transaction. */
const DUE_MARGIN_MS = 100
const SECOND_MS = 1000
/** Jobs that depend on others are not used. */
const FLOW_SECONDS = 3600
/** A handler's failure is its own to handle; one that it could not (the database was away) is tried again, for years. */
const RETRIES = 1_000_000
const RETRY_SECONDS = 1
const RETRY_MAX_SECONDS = 60
const KEPT_WAITING_SECONDS = 365 * 24 * 3600
const KEPT_DONE_SECONDS = 3600
/** Handlers have been told to stop before this begins. */
const STOP_MS = 10_000

export const JOBS_SCHEMA = 'pgboss'

const WORKER = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export interface JobRun {
  /** Aborts when the process stops, or the job has taken longer than its queue allows. */
  signal: AbortSignal
  /** Aborts when the process stops. */
  stopping: AbortSignal
}

export type JobHandler<T extends object> = (data: T, run: JobRun) => Promise<void>

export interface QueueOptions<T extends object> {
  name: string
  /** Jobs that this node works on at once. */
  concurrency: number
  /** A job that takes longer is begun again. */
  expireSeconds: number
  handler: JobHandler<T>
}

/** A queue: a job is sent at the commit of the caller's transaction, and done at least once. */
export interface JobQueue<T extends object> {
  send(within: Db, jobs: readonly T[], delaySeconds?: number): Promise<void>
}

export interface Jobs {
  /** Declares a queue, before the start. */
  queue<T extends object>(options: QueueOptions<T>): JobQueue<T>
  /** Makes the queues and begins to work on them. */
  start(): Promise<void>
  /** Tells handlers to stop and waits for them; what they leave is done after the next start. */
  close(): Promise<void>
}

/** Nothing else runs on an embedded database, so that a job still marked as running there lost its process. */
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

/** pg-boss does not expect that another node makes its schema at the same moment, which `if not exists` does not prevent. */
async function makeSchema({ pool }: Engine): Promise<void> {
  await pool.query(`create schema if not exists ${JOBS_SCHEMA}`).catch((error: unknown) => {
    if (uniqueViolation(error) === undefined) throw error
  })
}

/** Jobs on pg-boss, over the pool of either engine. */
export function createJobs(engine: Engine, events: EventBus<{ type: string }>, log: Log): Jobs {
  const boss = createBoss(engine, log)
  const stopping = new AbortController()
  const starts: (() => Promise<void>)[] = []
  const workers = new Map<string, string[]>()

  const wake = (queue: string) => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
  }
  events.subscribe((event) => {
    if (tellsOfJobs(event)) wake(event.queue)
    if (event.type === 'gap') for (const queue of workers.keys()) wake(queue)
  })

  async function makeQueue(name: string, expireSeconds: number): Promise<void> {
    const queue = queueOf(name, expireSeconds)
    await boss.createQueue(name, queue)
    await boss.updateQueue(name, queue)
    // What is known of a queue is kept by the first who asks: within a transaction on the one connection of the
    // embedded engine, asking would wait for itself.
    await boss.findJobs(name, { id: NO_JOB })
  }

  const runOf = (expiry: AbortSignal): JobRun => ({
    signal: AbortSignal.any([expiry, stopping.signal]),
    stopping: stopping.signal,
  })

  async function addWorker<T extends object>({ name, handler }: QueueOptions<T>): Promise<void> {
    const worker: string = await boss.work<T>(name, WORKER, async ([job]) => {
      if (job) await handler(job.data, runOf(job.signal))
      // Asks for the next one at once: by itself it would wait for its next turn.
      boss.notifyWorker(worker)
    })
    workers.set(name, [...(workers.get(name) ?? []), worker])
  }

  return {
    queue(options) {
      const { name, concurrency, expireSeconds } = options
      starts.push(async () => {
        await makeQueue(name, expireSeconds)
        for (let count = 0; count < concurrency; count++) await addWorker(options)
      })
      return {
        async send(within, jobs, delaySeconds = 0) {
          const inserts = jobs.map((data) => ({ data, startAfter: delaySeconds }))
          await boss.insert(name, inserts, { db: fromKysely(within) })
          if (delaySeconds === 0) await raise(within, { type: 'jobs', queue: name })
          else setTimeout(wake, delaySeconds * SECOND_MS + DUE_MARGIN_MS, name).unref()
        },
      }
    },
    async start() {
      await makeSchema(engine)
      await boss.start()
      if (engine.kind === 'embedded') await engine.pool.query(RELEASE_ALL)
      for (const start of starts) await start()
    },
    async close() {
      stopping.abort()
      const idle = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })))
      const limit = new AbortController()
      await Promise.race([idle, delay(STOP_MS, undefined, { signal: limit.signal }).catch(() => {})])
      limit.abort()
      await boss.stop({ graceful: false })
    },
  }
}
