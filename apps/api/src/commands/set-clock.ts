import type { Command } from '../infra/control.ts'
import type { ClockDifference } from '../infra/db/engine/clock-difference.ts'
import type { Engine } from '../infra/db/engine/engine.ts'
import type { Log } from '../infra/log.ts'
import type { Config } from '../settings/config.ts'

export const SET_CLOCK_COMMAND = 'set-clock'
/** Sample data shows a week; nothing needs a time further back. */
export const DAYS_BACK_MAX = 31
const DAY_MS = 86_400_000

export interface Clockwork {
  config: Pick<Config, 'mode'>
  engine: Engine
  clockDifference: ClockDifference
  log: Log
  /** These look for what has fallen due. */
  toWake: readonly { wake(): void }[]
}

/**
 * Puts the time of the whole service so many days back, 0 sets it right: sample data comes into being on several days. The
 * database alone is changed, since everything goes by its time. Nobody may do this to an installation that is in use, and a
 * service that runs behind says so in its log and its health.
 */
export const setClockCommand =
  ({ config, engine, clockDifference, log, toWake }: Clockwork): Command =>
  async ([given = ''], say) => {
    if (config.mode !== 'development') throw new Error('The clock is set in development only')
    if (!engine.setClock) throw new Error('The clock of a database server is not set by the service')
    const days = /^\d{1,2}$/.test(given) ? Number(given) : Number.NaN
    if (!(days <= DAYS_BACK_MAX)) throw new Error(`Give the days, from 0 to ${DAYS_BACK_MAX}`)
    await engine.setClock(days * DAY_MS)
    await clockDifference.measure()
    log.warn({ days }, days === 0 ? 'the clock is right again' : 'THE CLOCK OF THE SERVICE IS SET BACK')
    for (const each of toWake) each.wake()
    say(`${days} days behind`)
    return true
  }
