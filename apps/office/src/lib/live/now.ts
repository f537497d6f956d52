import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../session/session.ts'

export const DAY_LENGTH = 'yyyy-MM-dd'.length
export const MONTH_LENGTH = 'yyyy-MM'.length

/** The present as the service writes it, `yyyy-MM-dd HH:mm:ss` in its time zone, wherever the user is. */
export function useNow(): string {
  const timeZone = useQueryClient().getQueryData(sessionQuery.queryKey)?.timeZone
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return format.format(new Date())
}

/** The day of the service, `yyyy-MM-dd`. */
export const useToday = (): string => useNow().slice(0, DAY_LENGTH)
