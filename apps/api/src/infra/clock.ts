/** Current time of the service; tests set their own. */
export interface Clock {
  now(): Date
  /** `yyyy-MM-dd HH:mm:ss` in the configured zone. */
  wire(date?: Date): string
  /** `yyyy-MM-dd` in the configured zone. */
  today(): string
}

export function createClock(timeZone: string, now: () => Date = () => new Date()): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const wire = (date = now()) => format.format(date)
  return { now, wire, today: () => wire().slice(0, 10) }
}

/** The time that many milliseconds from now, or before now if negative, as `wire` writes it. */
export const later = (clock: Clock, ms: number): string => clock.wire(new Date(clock.now().getTime() + ms))
