import { attendanceEvents } from '@consilium/contract/events/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { DoorMeeting } from './door-repository.ts'
import { insertMark, type NewMark } from './mark-repository.ts'
import { isWithin, signInWindow, type MeetingTime } from './presence.ts'
import { timeOf } from './reading.ts'
import { wireOf, type Scope } from './scope.ts'

/** When people may sign in. Throws SIGN_IN_TIME_MISSING. */
export function requireTime(door: Pick<DoorMeeting, 'start' | 'end'>): MeetingTime {
  const time = timeOf(door)
  if (!time) throw new Refusal('SIGN_IN_TIME_MISSING')
  return signInWindow(time)
}

/** Throws NOT_IN_WINDOW, with the window, for a time (seconds since 1970) outside it. */
export function requireWithin(
  scope: Pick<Scope, 'clock'>,
  door: Pick<DoorMeeting, 'start' | 'end'>,
  at: number,
): void {
  const window = requireTime(door)
  if (isWithin(window, at)) return
  throw new Refusal('NOT_IN_WINDOW', {
    params: { from: wireOf(scope, window.start), to: wireOf(scope, window.end) },
  })
}

/** Writes a mark and what happened. Undefined, without an event, if its entry was added before. */
export async function addMark(
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  mark: NewMark,
  expertId: number,
): Promise<number | undefined> {
  const markId = await insertMark(trx, mark)
  if (markId === undefined) return undefined
  await eventLog.record(trx, attendanceEvents.marked, {
    recordId: mark.attendeeId,
    actorId: mark.recordedBy ?? null,
    fields: { meetingId: mark.meetingId, expertId, kind: mark.kind, method: mark.method },
  })
  return markId
}
