import type pg from 'pg'
import type { Log } from '../../log.ts'

/** Smaller differences may come from the measurement. */
const NOTABLE_MS = 2000
const MEASURED_EVERY_MS = 60_000
const SECOND_MS = 1000

/** How far the clock of this machine is ahead of the database's, by whose time all nodes go. */
export interface ClockDifference {
  /** 0 while it is small. */
  readonly ms: number
  /** As it was measured, however small. */
  readonly measuredMs: number
  measure(): Promise<void>
  /** Measures again regularly. Returns the function that ends it. */
  follow(log: Log): () => void
  /** Told to operators; null while the clock is right. */
  warning(): string | null
}

export function createClockDifference(pool: pg.Pool): ClockDifference {
  let ms = 0
  let measuredMs = 0
  async function measure(): Promise<void> {
    const asked = Date.now()
    const { rows } = await pool.query<{ now: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::text as now',
    )
    const middle = (asked + Date.now()) / 2
    measuredMs = Math.round(middle - Number(rows[0]?.now))
    ms = Math.abs(measuredMs) < NOTABLE_MS ? 0 : measuredMs
  }
  const warning = () =>
    ms === 0
      ? null
      : `the clock of this node is ${Math.abs(Math.round(ms / SECOND_MS))} s ${ms > 0 ? 'ahead of' : 'behind'} the database's; the database's time is used`
  return {
    get ms() {
      return ms
    },
    get measuredMs() {
      return measuredMs
    },
    measure,
    warning,
    follow(log) {
      let told = warning()
      if (told) log.warn(told)
      const timer = setInterval(() => {
        measure().then(
          () => {
            const now = warning()
            if (now !== null && told === null) log.warn(now)
            told = now
          },
          (error: unknown) => log.debug(error),
        )
      }, MEASURED_EVERY_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
