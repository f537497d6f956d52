/** Hours in which nothing but codes and account security goes out, in minutes of the day; from and until the same: none. */
export interface QuietHours {
  from: number
  until: number
}

const MINUTES_PER_HOUR = 60
const DAY_MS = 86_400_000
const DATE_LENGTH = 'yyyy-MM-dd'.length

/** Minutes of the day of `HH:mm`. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * MINUTES_PER_HOUR + minutes
}

/** `HH:mm` of minutes of the day. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / MINUTES_PER_HOUR), minutes % MINUTES_PER_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** The day so many days after `yyyy-MM-dd`. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, DATE_LENGTH)

export const dayOf = (wire: string): string => wire.slice(0, DATE_LENGTH)
const minuteOf = (wire: string): number => minutesOf(wire.slice(DATE_LENGTH + 1))

/** The end of the quiet hours that a time (`yyyy-MM-dd HH:mm:ss`) lies in; null if it lies in none. */
export function quietUntil(now: string, { from, until }: QuietHours): string | null {
  const minute = minuteOf(now)
  const isOverNight = from > until
  const isQuiet = isOverNight ? minute >= from || minute < until : minute >= from && minute < until
  if (!isQuiet) return null
  const day = isOverNight && minute >= from ? daysAfter(dayOf(now), 1) : dayOf(now)
  return `${day} ${timeOf(until)}:00`
}

/** The next time after now at which the clock says `HH:mm`. */
export function nextAt(now: string, time: string): string {
  const today = `${dayOf(now)} ${time}:00`
  return now < today ? today : `${daysAfter(dayOf(now), 1)} ${time}:00`
}
