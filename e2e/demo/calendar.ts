const ZONE = 'Asia/Shanghai'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Times around now are full quarters. */
const QUARTER_MS = 15 * MINUTE_MS

/** Days in the API's format, relative to today. */
export interface Calendar {
  /** `yyyy-MM-dd` */
  date(daysFromNow: number): string
  /** Returns `yyyy-MM-dd HH:mm:ss` for a time given as `HH:mm`. */
  time(daysFromNow: number, clock: string): string
  /** Returns `yyyy-MM-dd HH:mm:ss` for so many minutes from now, at a quarter of an hour. */
  around(minutesFromNow: number): string
  /** What a clock shows so many milliseconds from the moment, as `yyyy-MM-dd HH:mm:ss`. */
  now(ms?: number): string
}

export function createCalendar(now: Date): Calendar {
  // The Swedish locale formats a day as yyyy-MM-dd.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })
  const date = (days: number) => format.format(new Date(now.getTime() + days * DAY_MS))
  const exact = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const quarter = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS
  return {
    date,
    time: (days, clock) => `${date(days)} ${clock}:00`,
    now: (ms = 0) => exact.format(new Date(Date.now() + ms)),
    around: (minutes) => exact.format(new Date(quarter + minutes * MINUTE_MS)),
  }
}
