import type { ReminderKind } from '@consilium/contract/notices/reminder-rules.ts'
import { daysAfter, dayOf, workingDaysAfter, type Calendar } from '../notices/service.ts'

export interface Rule {
  ruleId: number
  kind: ReminderKind
  isOn: boolean
  firstAfter: number
  everyHours: number | null
  atMost: number
}

const HOUR_MS = 3_600_000
const WIRE_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length

/** The time so many hours after a time of the service's zone. */
export const hoursAfter = (time: string, hours: number): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + hours * HOUR_MS)
    .toISOString()
    .slice(0, WIRE_LENGTH)
    .replace('T', ' ')

const FIRST: Readonly<Record<ReminderKind, (anchor: string, first: number, calendar: Calendar) => string>> = {
  agreement: hoursAfter,
  invitation: (deadline, first) => hoursAfter(deadline, -first),
  review: workingDaysAfter,
  invoice: (anchor, first) => daysAfter(dayOf(anchor), first) + anchor.slice(dayOf(anchor).length),
  filing: (anchor, first) =>
    daysAfter(dayOf(anchor), Math.max(first, 1) - 1) + anchor.slice(dayOf(anchor).length),
}

/**
 * When a reminder of a number is due, at least the rule's pause after the one before it: after a standstill the missed ones do
 * not come all at once. Null: there is none.
 */
export function timeOfReminder(
  rule: Rule,
  { anchor, number, last }: { anchor: string; number: number; last: string | null },
  calendar: Calendar,
): string | null {
  const { kind, isOn, firstAfter, everyHours, atMost } = rule
  if (!isOn || number > atMost || (number > 1 && everyHours === null)) return null
  const planned = hoursAfter(FIRST[kind](anchor, firstAfter, calendar), (number - 1) * (everyHours ?? 0))
  const paused = last === null ? planned : hoursAfter(last, everyHours ?? 0)
  return paused > planned ? paused : planned
}
