import type pg from 'pg'

// A name that PostgreSQL reads as it stands: letters of a region and a city, never an offset such as
// `+08:00`, whose sign PostgreSQL takes the other way round.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/** Statements on a server that run longer are cancelled (SQLSTATE 57014). */
export const STATEMENT_TIMEOUT_MS = 30_000
/** A transaction that its holder forgot must not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** Throws on a time zone that is not an IANA name. */
export function checkTimeZone(timeZone: string): void {
  if (!ZONE_NAME.test(timeZone))
    throw new Error(`time zone ${timeZone} is no IANA name such as Asia/Shanghai`)
  new Intl.DateTimeFormat('en', { timeZone })
}

/** What a client must have been told before its first query: times are written and read in the zone, as ISO text. */
export async function setZone(client: pg.ClientBase, timeZone: string): Promise<void> {
  await client.query("select set_config('TimeZone', $1, false), set_config('DateStyle', 'ISO, YMD', false)", [
    timeZone,
  ])
}

/** Whether the database takes writes; a standby, or one that is nearly full, may not. */
export async function readState(pool: pg.Pool): Promise<'ok' | 'readOnly'> {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "readOnly"`,
  )
  return rows[0]?.readOnly === true ? 'readOnly' : 'ok'
}

/** Limits of a client of a server; the embedded engine has no timers and would ignore them. */
export async function setLimits(client: pg.ClientBase): Promise<void> {
  await client.query(
    "select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)",
    [String(STATEMENT_TIMEOUT_MS), String(IDLE_IN_TRANSACTION_TIMEOUT_MS)],
  )
}
