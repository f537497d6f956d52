import { dayOf, daysAfter } from './quiet-hours.ts'

/** Days that are no working days though it is no weekend, and the other way round. */
export interface Calendar {
  holidays: ReadonlySet<string>
  workdays: ReadonlySet<string>
}

/** A calendar that has holidays for ever ends here. */
const DAYS_LOOKED_AT = 366

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

export const isWorkingDay = (day: string, { holidays, workdays }: Calendar): boolean =>
  !holidays.has(day) && (workdays.has(day) || !isWeekend(day))

/**
 * The time so many working days after a time. What begins on a day off begins with the first moment of the next working day,
 * and what ends on one ends with the same time of the next working day.
 */
export function workingDaysAfter(time: string, days: number, calendar: Calendar): string {
  let day = dayOf(time)
  const clockTime = isWorkingDay(day, calendar) ? time.slice(day.length) : ' 00:00:00'
  const next = () => {
    day = daysAfter(day, 1)
    for (let looked = 0; looked < DAYS_LOOKED_AT && !isWorkingDay(day, calendar); looked++)
      day = daysAfter(day, 1)
  }
  if (!isWorkingDay(day, calendar)) next()
  for (let count = 0; count < days; count++) next()
  return day + clockTime
}
