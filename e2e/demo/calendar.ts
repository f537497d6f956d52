const ZONE = 'Asia/Shanghai'
const DAY_MS = 86_400_000

/** Days as the API writes them, counted from today. */
export interface Calendar {
  /** `yyyy-MM-dd` */
  date(daysFromNow: number): string
  /** `yyyy-MM-dd HH:mm:ss`; the hour and minute as `HH:mm`. */
  time(daysFromNow: number, clock: string): string
}

export function createCalendar(now: Date): Calendar {
  // Swedish writes a day as yyyy-MM-dd.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })
  const date = (days: number) => format.format(new Date(now.getTime() + days * DAY_MS))
  return { date, time: (days, clock) => `${date(days)} ${clock}:00` }
}
