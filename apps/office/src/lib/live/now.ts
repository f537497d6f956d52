import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../session/session.ts'

export const DAY_LENGTH = 'yyyy-MM-dd'.length
export const MONTH_LENGTH = 'yyyy-MM'.length

const clocks = new Map<string | undefined, Intl.DateTimeFormat>()
/** It is kept, since making one takes a slow phone 60 ms. */
function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const kept = clocks.get(timeZone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  clocks.set(timeZone, made)
  return made
}

/** The present as the service writes it, `yyyy-MM-dd HH:mm:ss` in its time zone, wherever the user is. */
export function useNow(): string {
  const timeZone = useQueryClient().getQueryData(sessionQuery.queryKey)?.timeZone
  return clockOf(timeZone).format(new Date())
}

/** The day of the service, `yyyy-MM-dd`. */
export const useToday = (): string => useNow().slice(0, DAY_LENGTH)
