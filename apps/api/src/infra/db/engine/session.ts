import type pg from 'pg'
import type { DatabaseLimits } from './limits.ts'

// Only names such as Asia/Shanghai: PostgreSQL reads the sign of an offset such as `+08:00` the other way round.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

const SECOND_MS = 1000

/** Throws on a time zone that is not an IANA name. */
export function checkTimeZone(timeZone: string): void {
  if (!ZONE_NAME.test(timeZone))
    throw new Error(`time zone ${timeZone} is no IANA name such as Asia/Shanghai`)
  new Intl.DateTimeFormat('en', { timeZone })
}

/** Session settings to apply before the first query: times are read and written as ISO text in the given zone. */
export async function setZone(client: pg.ClientBase, timeZone: string): Promise<void> {
  await client.query("select set_config('TimeZone', $1, false), set_config('DateStyle', 'ISO, YMD', false)", [
    timeZone,
  ])
}

/** Returns whether the database accepts writes; a standby does not. */
export async function readState(pool: pg.Pool): Promise<'ok' | 'readOnly'> {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "readOnly"`,
  )
  return rows[0]?.readOnly === true ? 'readOnly' : 'ok'
}

/** Session limits on a server; the embedded engine has no timers and ignores them. */
export async function setLimits(client: pg.ClientBase, limits: DatabaseLimits): Promise<void> {
  const ms = (seconds: number) => String(seconds * SECOND_MS)
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
       set_config('idle_in_transaction_session_timeout', $3, false)`,
    [ms(limits.statementSeconds), ms(limits.lockSeconds), ms(limits.idleSeconds)],
  )
}

/**
 * How a server plans: each time for the values that are given, since what suits one executor's meetings does not suit
 * another's, and without compiling, which takes longer than any statement of a request.
 */
export async function setPlanning(client: pg.ClientBase, plansOnce: boolean): Promise<void> {
  await client.query("select set_config('plan_cache_mode', $1, false), set_config('jit', 'off', false)", [
    plansOnce ? 'force_generic_plan' : 'force_custom_plan',
  ])
}
