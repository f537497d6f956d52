import type { ListState } from '../../../lib/list-state.ts'
import { beginOf, endOf, type Filter } from '../list-definition.ts'

export const PRESETS = ['today', 'thisWeek', 'nextWeek', 'lastMonth', 'thisMonth', 'nextMonth'] as const
export type Preset = (typeof PRESETS)[number]

export type Period = readonly [from: string, to: string]

const DAY_MS = 86_400_000
const WEEK = 7
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The first and the last day of a preset, for a day of the calendar of the service. Weeks begin on Monday. */
export function periodOf(preset: Preset, today: string): Period {
  const now = new Date(`${today}T00:00:00Z`)
  const plus = (days: number) => dayOf(new Date(now.getTime() + days * DAY_MS))
  const monday = -((now.getUTCDay() + WEEK - 1) % WEEK)
  const month = (offset: number): Period => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
    const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 0)
    return [dayOf(new Date(first)), dayOf(new Date(last))]
  }
  const periods: Record<Preset, Period> = {
    today: [today, today],
    thisWeek: [plus(monday), plus(monday + WEEK - 1)],
    nextWeek: [plus(monday + WEEK), plus(monday + 2 * WEEK - 1)],
    lastMonth: month(-1),
    thisMonth: month(0),
    nextMonth: month(1),
  }
  return periods[preset]
}

type Range = Extract<Filter, { kind: 'range' }>

export interface RangeProps {
  filter: Range
  state: ListState
}

/** The days that a filter has now; empty where it is open. */
export const daysOf = ({ of }: Range, { filters }: ListState): Period => [
  (filters[beginOf(of)] ?? '').slice(0, 10),
  (filters[endOf(of)] ?? '').slice(0, 10),
]

const onWire = ({ unit }: Range, day: string, clock: string) =>
  day === '' || unit === 'date' ? day : `${day} ${clock}`

/** What the address has for these days. */
export const searchOf = (filter: Range, [from, to]: Period) => ({
  [beginOf(filter.of)]: onWire(filter, from, '00:00:00'),
  [endOf(filter.of)]: onWire(filter, to, '23:59:59'),
})

export const presetOf = ([from, to]: Period, today: string): Preset | undefined =>
  PRESETS.find((preset) => {
    const period = periodOf(preset, today)
    return period[0] === from && period[1] === to
  })
