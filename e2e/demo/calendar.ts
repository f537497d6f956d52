const ZONE = 'Asia/Shanghai'
const DAY_MS = 86_400_000

/** Days in the API's format, relative to today. */
export interface Calendar {
  /** `yyyy-MM-dd` */
  date(daysFromNow: number): string
  /** Returns `yyyy-MM-dd HH:mm:ss` for a time given as `HH:mm`. */
  time(daysFromNow: number, clock: string): string
}

export function createCalendar(now: Date): Calendar {
  // The Swedish locale formats a day as yyyy-MM-dd.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })
  const date = (days: number) => format.format(new Date(now.getTime() + days * DAY_MS))
  return { date, time: (days, clock) => `${date(days)} ${clock}:00` }
}
