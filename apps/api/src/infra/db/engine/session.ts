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

/** Settings of a session of the server, by name, as `pg_settings` shows them. */
export type SessionSettings = Readonly<Record<string, string>>

/** Limits of statements; the embedded engine has no timers and ignores them. */
const limitSettings = (limits: DatabaseLimits): SessionSettings => ({
  statement_timeout: String(limits.statementSeconds * SECOND_MS),
  lock_timeout: String(limits.lockSeconds * SECOND_MS),
  idle_in_transaction_session_timeout: String(limits.idleSeconds * SECOND_MS),
})

/**
 * How a server plans: each time for the values that are given, since what suits one executor's meetings does not suit
 * another's, and without compiling, which takes longer than any statement of a request.
 */
const planningSettings = (plansOnce: boolean): SessionSettings => ({
  plan_cache_mode: plansOnce ? 'force_generic_plan' : 'force_custom_plan',
  jit: 'off',
})

export const sessionSettings = (limits: DatabaseLimits, plansOnce: boolean): SessionSettings => ({
  ...limitSettings(limits),
  ...planningSettings(plansOnce),
})

/** Applies settings to a session that is the client's own. */
export async function setSettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  await client.query(
    'select set_config(name, setting, false) from unnest($1::text[], $2::text[]) as wanted(name, setting)',
    [Object.keys(settings), Object.values(settings)],
  )
}

/**
 * Throws an error of one line unless the sessions of a pooler have these settings. They are shared with other clients, so
 * that a client must not apply them: one would work with those of another.
 */
export async function requireSettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(settings)],
  )
  const there = new Map(rows.map(({ name, setting }) => [name, setting]))
  const differing = Object.entries(settings).filter(([name, setting]) => there.get(name) !== setting)
  if (differing.length === 0) return
  const query = Object.entries(settings).map(([name, setting]) => `set ${name} to ${setting}`)
  throw new Error(
    `The sessions behind the pooler at DATABASE_URL have another ${differing.map(([name]) => name).join(', ')}. ` +
      `Let the pooler set them: connect_query='${query.join('; ')}'`,
  )
}
