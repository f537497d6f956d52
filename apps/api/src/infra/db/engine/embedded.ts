import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { NO_TRACING, type Tracing } from '@consilium/tracing/tracing.ts'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { prepareClusterFolder } from './cluster-folder.ts'
import { createColumnTypes } from './column-types.ts'
import { drain, once } from './drain.ts'
import type { Engine } from './engine.ts'
import { GuardedPool } from '../transactions/guarded-pool.ts'
import { type FolderLock, lockFolder } from './lock.ts'
import { startMaintenance } from './maintenance.ts'
import { PgliteStream } from './pglite-stream.ts'
import { PgliteThread } from './pglite-thread.ts'
import { readState, setZone } from './session.ts'
import { type Subscription, Subscriptions } from '../signals/subscriptions.ts'
import { sendByName, StatementNames } from '../statements/named-statements.ts'
import { statementTracer } from '../statements/traced-statements.ts'

/** Waiting longer for the single connection fails; the usual cause is a query on the pool inside a transaction. */
const CONNECTION_WAIT_MS = 30_000
/** Statements with a name. There is one session, so that the memory of their plans is needed once. */
const NAMED_MAX = 500

export interface EmbeddedOptions {
  dataDir: string
  timeZone: string
  log: Log
  onFatal: (error: Error) => void
  template?: string | undefined
  tracing?: Tracing | undefined
}

/** Opens PGlite on the data folder with an exclusive lock. Throws DataFolderInUse and EngineBroken. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Engine> {
  const lock = lockFolder(options.dataDir)
  try {
    const folder = await prepareClusterFolder(options.dataDir, options.template)
    const thread = await PgliteThread.start({ folder }, options.onFatal)
    return createEngine(options, { thread, lock, folder })
  } catch (error) {
    lock.release()
    throw error
  }
}

interface OpenCluster {
  thread: PgliteThread
  lock: FolderLock
  folder: string
}

/** Holding the one connection keeps the engine still. Copied on write where the file system can do that. */
async function copyCluster(pool: pg.Pool, from: string, to: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('checkpoint')
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } finally {
    client.release()
  }
}

function createEngine(options: EmbeddedOptions, { thread, lock, folder }: OpenCluster): Engine {
  const subscriptions = new Subscriptions(options.log)
  const pool = createPool(options, thread, subscriptions)
  const maintenance = startMaintenance(pool, options.log)
  return {
    kind: 'embedded',
    pool,
    patientPool: pool,
    maintenance,
    state: () => readState(pool),
    setClock: (behindMs) => thread.setClock(behindMs),
    copyTo: (target) => copyCluster(pool, folder, target),
    describe: () =>
      `embedded PostgreSQL (PGlite) in ${options.dataDir}: one process; survives a crash or kill of the process, ` +
      'not a power cut; for trying out and small offices. Set DATABASE_URL to use a PostgreSQL server.',
    async listen(channel, handler, onGap) {
      const subscription: Subscription = { channel, handler, onGap }
      subscriptions.add(subscription)
      await pool.query(`listen ${channel}`)
      return async () => {
        subscriptions.remove(subscription)
        if (!subscriptions.has(channel)) await pool.query(`unlisten ${channel}`)
      }
    },
    close: once(async () => {
      await maintenance.stop()
      await drain(pool)
      await thread.close().finally(() => lock.release())
    }),
  }
}

function createPool(
  { timeZone, log, tracing = NO_TRACING }: EmbeddedOptions,
  thread: PgliteThread,
  subscriptions: Subscriptions,
): GuardedPool {
  const traceStatements = statementTracer(tracing)
  const names = new StatementNames(NAMED_MAX)
  const types = createColumnTypes()
  const pool = new GuardedPool({
    stream: () => new PgliteStream((bytes) => thread.execute(bytes)),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    types,
    // Without these pg would read PGUSER, PGDATABASE and PGSSLMODE from the environment.
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // pg removes a client after a failed pool.query; the next client is a new session and must LISTEN again.
    async onConnect(client) {
      client.on('error', (error) => log.error(error, 'the embedded database lost its client in use'))
      client.on('notification', ({ channel, payload }) => subscriptions.dispatch(channel, payload ?? ''))
      await setZone(client, timeZone)
      const listen = subscriptions.listenStatements()
      if (listen !== '') await client.query(listen)
      sendByName(client, names, types)
      traceStatements(client)
    },
  })
  pool.on('error', (error) => log.error(error, 'the embedded database lost its client'))
  return pool
}
