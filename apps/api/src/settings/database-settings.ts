import { z } from 'zod'
import { DATABASE_LIMITS, type DatabaseLimits } from '../infra/db/engine/limits.ts'
import { setting } from './setting.ts'

const seconds = (usual: number) => z.coerce.number().int().min(1).max(3600).default(usual)

/** An address of several hosts, as libpq takes it, is no URL if they have ports. */
const namesOneHost = (address: string): boolean => URL.parse(address)?.hostname.includes(',') === false

const address = z
  .string()
  .regex(/^postgres(ql)?:\/\//)
  .refine(namesOneHost, 'must be the address of one host; put several behind one address')
  .optional()

/** Where the database is, and the limits of this node on a PostgreSQL server. */
export const databaseSettings = {
  DATABASE_URL: setting(
    address,
    'A PostgreSQL server, version 15 or newer, or a pooler before it; none: the embedded engine',
  ),
  DATABASE_DIRECT_URL: setting(
    address,
    'The server itself, where DATABASE_URL is a pooler such as PgBouncer: notifications, migrations and commands use it',
  ),
  DATABASE_CONNECTIONS: setting(
    z.coerce.number().int().min(2).max(1000).default(DATABASE_LIMITS.connections),
    'Connections of this node to DATABASE_URL, besides one that hears notifications',
  ),
  DATABASE_WAIT_SECONDS: setting(
    seconds(DATABASE_LIMITS.waitSeconds),
    'Longest time to open a connection, and to wait for a free one',
  ),
  DATABASE_STATEMENT_SECONDS: setting(
    seconds(DATABASE_LIMITS.statementSeconds),
    'Longest time of an SQL statement (statement_timeout)',
  ),
  DATABASE_LOCK_SECONDS: setting(
    seconds(DATABASE_LIMITS.lockSeconds),
    'Longest time that a statement waits for a lock (lock_timeout)',
  ),
  DATABASE_IDLE_SECONDS: setting(
    seconds(DATABASE_LIMITS.idleSeconds),
    'Longest idle time of a transaction (idle_in_transaction_session_timeout)',
  ),
  DATABASE_SILENCE_SECONDS: setting(
    seconds(DATABASE_LIMITS.silenceSeconds),
    'After so long without a byte a connection is given up; more than DATABASE_STATEMENT_SECONDS',
  ),
}

export type { DatabaseLimits }

type Values = z.output<z.ZodObject<typeof databaseSettings>>

export const impossibleDatabase = (values: Values): string[] => [
  ...(values.DATABASE_SILENCE_SECONDS > values.DATABASE_STATEMENT_SECONDS
    ? []
    : ['DATABASE_SILENCE_SECONDS: must be more than DATABASE_STATEMENT_SECONDS']),
  ...(values.DATABASE_DIRECT_URL && !values.DATABASE_URL
    ? ['DATABASE_DIRECT_URL: goes with DATABASE_URL, the address of the pooler before it']
    : []),
]

/** Addresses of the server itself, null with the embedded engine, and of the pooler before it, null if there is none. */
export const databaseAddressesOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Values) => ({
  databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL ?? null,
  poolerUrl: DATABASE_DIRECT_URL ? (DATABASE_URL ?? null) : null,
})

export const databaseLimitsOf = (values: Values): DatabaseLimits => ({
  connections: values.DATABASE_CONNECTIONS,
  waitSeconds: values.DATABASE_WAIT_SECONDS,
  statementSeconds: values.DATABASE_STATEMENT_SECONDS,
  lockSeconds: values.DATABASE_LOCK_SECONDS,
  idleSeconds: values.DATABASE_IDLE_SECONDS,
  silenceSeconds: values.DATABASE_SILENCE_SECONDS,
})
