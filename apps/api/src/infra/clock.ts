/** Current time of the service; tests set their own. */
export interface Clock {
  now(): Date
  /** `yyyy-MM-dd HH:mm:ss` in the configured zone. */
  wire(date?: Date): string
  /** `yyyy-MM-dd` in the configured zone. */
  today(): string
}

const SECOND_MS = 1000
/** Times whose text is kept. */
const WRITTEN_MAX = 100

export function createClock(timeZone: string, now: () => Date = () => new Date()): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  // Every request writes a few times that others have written within the same second.
  const written = new Map<number, string>()
  const wire = (date = now()) => {
    const second = Math.floor(date.getTime() / SECOND_MS)
    const text = written.get(second) ?? format.format(date)
    if (written.size >= WRITTEN_MAX) written.clear()
    written.set(second, text)
    return text
  }
  return { now, wire, today: () => wire().slice(0, 10) }
}

/** The time that many milliseconds from now, or before now if negative, as `wire` writes it. */
export const later = (clock: Clock, ms: number): string => clock.wire(new Date(clock.now().getTime() + ms))
