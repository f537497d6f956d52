import type { PresenceReview } from '@consilium/contract/attendance/presence.ts'
import type { Db } from '../../infra/db/db.ts'
import { openRows } from './conference/conference-repository.ts'
import * as doors from './door-repository.ts'
import * as marks from './mark-repository.ts'
import { isShort } from './presence.ts'
import { knownOf, type Known } from './reading.ts'
import type { Scope } from './scope.ts'

/** Somebody whose presence waits for a review, with what a waiver covers of it. */
export interface OpenPresence {
  attendeeId: number
  name: string
  lastMarkId: number
}

/** Somebody who was there for less than the fee is for, with what a waiver covers of it. */
export interface ShortPresence {
  attendeeId: number
  name: string
  minutes: number | null
  feeMinutes: number | null
}

/** A row of a conference tool of which somebody has to say who it is. */
export interface OpenRow {
  rowId: number
  nickname: string
}

export interface AttendanceOfMeeting {
  rows: OpenRow[]
  open: OpenPresence[]
  short: ShortPresence[]
  isComplete: boolean
}

/** What is known of all attendees, by their meeting. */
async function knownAt(
  scope: Pick<Scope, 'clock'>,
  within: Db,
  meetingIds: readonly number[],
): Promise<Map<number, Known[]>> {
  const meetings = await doors.findDoors(within, meetingIds)
  const all = await marks.attendeesAt(within, scope.clock.wire(), meetingIds)
  const known = await knownOf(scope, within, meetings, all)
  return Map.groupBy(known, ({ attendee }) => attendee.meetingId)
}

const standingFrom = (
  known: readonly Known[],
  rows: readonly { rowId: number; nickname: string }[],
): AttendanceOfMeeting => ({
  rows: rows.map(({ rowId, nickname }) => ({ rowId, nickname })),
  isComplete:
    known.length > 0 && known.every((each) => each.review === 'clear' || each.review === 'accepted'),
  open: known
    .filter((each) => each.review === 'open')
    .map(({ attendee: { attendeeId, name }, marks: own }) => ({
      attendeeId,
      name,
      lastMarkId: Math.max(...own.map(({ markId }) => markId)),
    })),
  short: known
    .filter((each) => isShort(each, each.attendee.feeMinutes))
    .map(({ attendee: { attendeeId, name, feeMinutes }, minutes }) => ({
      attendeeId,
      name,
      minutes,
      feeMinutes,
    })),
})

/** What stands open at each meeting, and whether everybody was there. */
export async function standingOf(
  scope: Pick<Scope, 'clock'>,
  within: Db,
  meetingIds: readonly number[],
): Promise<Map<number, AttendanceOfMeeting>> {
  const known = await knownAt(scope, within, meetingIds)
  const rows = Map.groupBy(await openRows(within, meetingIds), ({ meetingId }) => meetingId)
  return new Map(
    meetingIds.map((meetingId) => [
      meetingId,
      standingFrom(known.get(meetingId) ?? [], rows.get(meetingId) ?? []),
    ]),
  )
}

/** Where the review of each attendee stands, but for meetings at which nobody signed in. */
export async function reviewsAt(
  scope: Pick<Scope, 'clock'>,
  within: Db,
  meetingIds: readonly number[],
): Promise<Map<number, PresenceReview>> {
  const visited = [...(await knownAt(scope, within, meetingIds)).values()].filter((known) =>
    known.some(({ review }) => review !== 'absent'),
  )
  return new Map(visited.flat().map(({ attendee, review }) => [attendee.attendeeId, review]))
}
