import { Socket } from 'node:net'
import { NO_TRACING, type Tracing } from '@consilium/tracing/tracing.ts'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { applicationName } from './application-name.ts'
import { createColumnTypes } from './column-types.ts'
import { drain, once } from './drain.ts'
import type { Engine } from './engine.ts'
import { GuardedPool } from '../transactions/guarded-pool.ts'
import { DATABASE_LIMITS, type DatabaseLimits } from './limits.ts'
import { ServerListener } from '../signals/server-listener.ts'
import { sendByName, StatementNames } from '../statements/named-statements.ts'
import {
  readState,
  requireSettings,
  sessionSettings,
  setSettings,
  setZone,
  type SessionSettings,
} from './session.ts'
import { statementTracer } from '../statements/traced-statements.ts'

const SECOND_MS = 1000
const OLDEST_VERSION = 150_000
/** A pooler's session may outlive the node that named it, so that this name tells no version to the migrator. */
const BEHIND_POOLER = 'consilium behind a pooler'
/** Statements of a connection with a name, where each is planned once. */
const NAMED_WITH_PLANS_MAX = 500

export interface ServerOptions {
  /** Address of the server itself. */
  databaseUrl: string
  /** Address of a pooler before it, which gives a client a session for each transaction; null if there is none. */
  poolerUrl?: string | null | undefined
  timeZone: string
  log: Log
  limits?: DatabaseLimits | undefined
  tracing?: Tracing | undefined
  plansOnce?: boolean | undefined
}

interface Server {
  version: string
  address: string
}

/**
 * Connects to a PostgreSQL server. Behind a pooler statements have no names, since it may give a transaction a session that
 * does not know them; the zone is kept, since poolers follow it. What needs a session of its own (notifications,
 * migrations) goes to the server. Throws an error of one line, without the password, if the server is unreachable or
 * too old.
 */
export async function openServer({
  databaseUrl,
  poolerUrl = null,
  timeZone,
  log,
  limits = DATABASE_LIMITS,
  tracing = NO_TRACING,
  plansOnce = false,
}: ServerOptions): Promise<Engine> {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: applicationName(),
    connectionTimeoutMillis: limits.waitSeconds * SECOND_MS,
    keepAlive: true,
  }
  const names = new StatementNames(plansOnce ? NAMED_WITH_PLANS_MAX : undefined)
  const traceStatements = statementTracer(tracing)
  const settings = sessionSettings(limits, plansOnce)
  const types = createColumnTypes()
  const pool = new GuardedPool({
    ...config,
    ...(poolerUrl === null ? {} : { connectionString: poolerUrl, application_name: BEHIND_POOLER }),
    max: limits.connections,
    stream: () => attentiveSocket(limits.silenceSeconds),
    types,
    async onConnect(client) {
      // The pool handles errors of idle clients only; without this listener an error of a client in use would end the
      // process.
      client.on('error', (error) => log.warn(error, 'a connection to PostgreSQL was lost in use'))
      await setZone(client, timeZone)
      if (poolerUrl === null) {
        await setSettings(client, settings)
        sendByName(client, names, types)
      }
      traceStatements(client)
    },
  })
  pool.on('error', (error) => log.warn(error, 'an idle connection to PostgreSQL was lost'))
  const patientPool = new pg.Pool({
    ...config,
    max: 1,
    types: createColumnTypes(),
    async onConnect(client) {
      await setZone(client, timeZone)
    },
  })
  patientPool.on('error', (error) => log.warn(error, 'an idle connection to PostgreSQL was lost'))
  try {
    const server = await inspectServer(patientPool)
    if (poolerUrl !== null) await inspectPooler(pool, settings)
    return createEngine({ pool, patientPool }, server, new ServerListener(config, log))
  } catch (error) {
    await Promise.all([pool.end(), patientPool.end()])
    throw error
  }
}

/**
 * A connection on which nothing was heard for so long is lost, although nobody has said so. A socket that is not connected
 * has no listener of errors, and its connecting has a limit of its own.
 */
function attentiveSocket(silenceSeconds: number): Socket {
  const socket = new Socket()
  const giveUp = () =>
    socket.destroy(new Error(`Connection terminated: nothing was heard for ${silenceSeconds} s`))
  socket.once('connect', () => socket.setTimeout(silenceSeconds * SECOND_MS, giveUp))
  return socket
}

interface Pools {
  pool: GuardedPool
  patientPool: pg.Pool
}

function createEngine({ pool, patientPool }: Pools, server: Server, listener: ServerListener): Engine {
  return {
    kind: 'postgres',
    pool,
    patientPool,
    state: () => readState(pool),
    describe: () =>
      `PostgreSQL ${server.version} at ${server.address}: any number of processes; ` +
      'as durable as that server and its backups are.',
    listen: (channel, handler, onGap) => listener.listen({ channel, handler, onGap }),
    close: once(async () => {
      await listener.close()
      await Promise.all([drain(pool), drain(patientPool)])
    }),
  }
}

async function connectTo(pool: pg.Pool, what: string): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    const { host, port, database } = new pg.Client(pool.options)
    throw new Error(`${what} at ${host}:${port}/${database} does not let us in: ${reasonOf(error)}`, {
      cause: error,
    })
  })
}

/** Throws an error of one line if the pooler lets nobody in, or its sessions are not those that statements need. */
async function inspectPooler(pool: pg.Pool, settings: SessionSettings): Promise<void> {
  const client = await connectTo(pool, 'The pooler')
  try {
    await requireSettings(client, settings)
  } finally {
    client.release()
  }
}

async function inspectServer(pool: pg.Pool): Promise<Server> {
  const client = await connectTo(pool, 'PostgreSQL')
  try {
    const address = `${client.host}:${client.port}/${client.database}`
    const { rows } = await client.query<{ number: string; version: string }>(
      "select current_setting('server_version_num') as number, split_part(current_setting('server_version'), ' ', 1) as version",
    )
    const { number = '0', version = 'unknown' } = rows[0] ?? {}
    if (Number(number) < OLDEST_VERSION)
      throw new Error(`PostgreSQL at ${address} is version ${version}; 15 or newer is needed`)
    return { version, address }
  } finally {
    client.release()
  }
}

/** If a host name has several addresses, the error has an empty message and contains one error for each address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
