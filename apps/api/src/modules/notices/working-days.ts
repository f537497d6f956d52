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

const DAY_ENDS = ' 23:59:59'

/**
 * By when something is to be done that has so many working days, at least one. What begins on a day off has whole days, the
 * last of which it keeps to its end: nobody would read the first moment of the day after it as that.
 */
export function deadlineAfter(time: string, days: number, calendar: Calendar): string {
  const isWhole = !isWorkingDay(dayOf(time), calendar)
  return isWhole
    ? dayOf(workingDaysAfter(time, days - 1, calendar)) + DAY_ENDS
    : workingDaysAfter(time, days, calendar)
}

/** When people are at work again after a deadline: then, or, if it ends a day, as the next working day begins. */
export function workAfter(deadline: string, calendar: Calendar): string {
  if (!deadline.endsWith(DAY_ENDS)) return deadline
  return workingDaysAfter(`${daysAfter(dayOf(deadline), 1)} 00:00:00`, 0, calendar)
}
