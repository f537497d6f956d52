/** Connections of one node; the default limit of a server is 100 for all clients. */
const CONNECTIONS = 10
const WAIT_SECONDS = 10
const STATEMENT_SECONDS = 30
const LOCK_SECONDS = 5
const IDLE_SECONDS = 60
const SILENCE_SECONDS = 35

/** Limits of a node on a PostgreSQL server; the embedded engine has one connection and no timers. */
export interface DatabaseLimits {
  /** Connections of the pool. */
  connections: number
  /** Opening a connection and waiting for a free one end after this time. */
  waitSeconds: number
  /** The server cancels statements that run longer (SQLSTATE 57014). */
  statementSeconds: number
  /** The server cancels statements that wait longer for a lock (SQLSTATE 55P03). */
  lockSeconds: number
  /** The server ends idle transactions after this time, so that they do not keep their locks. */
  idleSeconds: number
  /** A connection on which nothing has been heard for so long is given up; longer than any statement may run. */
  silenceSeconds: number
}

export const DATABASE_LIMITS: DatabaseLimits = {
  connections: CONNECTIONS,
  waitSeconds: WAIT_SECONDS,
  statementSeconds: STATEMENT_SECONDS,
  lockSeconds: LOCK_SECONDS,
  idleSeconds: IDLE_SECONDS,
  silenceSeconds: SILENCE_SECONDS,
}
