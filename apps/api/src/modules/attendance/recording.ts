import type { AttendanceEntries, EntryResult, HandMark } from '@consilium/contract/attendance/attendance.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { findMeeting, lockOpenMeeting } from '../meetings/service.ts'
import * as doors from './door-repository.ts'
import { findAttendee, replaceMark } from './mark-repository.ts'
import { addMark, requireTime, requireWithin } from './marking.ts'
import { secondsOf, wireOf, type Scope } from './scope.ts'
import { lockAttendee } from '../attendees/service.ts'

type Entry = AttendanceEntries['entries'][number]

const inWords = (refusal: Refusal, language: Language): string =>
  refusal.details[0]?.words?.[language] ?? errorMessage(refusal.error, language, refusal.params)

/** Records one entry of a device; its own transaction, so that one that is refused keeps no other back. */
const addEntry = (
  scope: Scope,
  actor: Actor,
  meetingId: number,
  { entry, at, offset }: { entry: Entry; at: number; offset: number },
): Promise<{ attendeeId: number; isNew: boolean }> =>
  inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    const door = await doors.findDoor(trx, meetingId)
    requireWithin(scope, door, at)
    if (entry.name === undefined && !(await doors.findGuest(trx, meetingId, entry.phone)))
      throw new Refusal('SIGN_IN_NAME_MISSING')
    const { attendeeId, expertId } = await scope.attendees.joinAtDoor(
      trx,
      await findMeeting(trx, meetingId),
      {
        phone: entry.phone,
        name: entry.name,
        actorId: actor.userId,
      },
    )
    await lockAttendee(trx, attendeeId)
    const markId = await addMark(
      scope,
      trx,
      {
        meetingId,
        attendeeId,
        kind: entry.kind,
        method: 'helper',
        markTime: wireOf(scope, at),
        createTime: scope.clock.wire(),
        clockOffset: Math.round(offset),
        entryKey: entry.entryKey,
        recordedBy: actor.userId,
      },
      expertId,
    )
    return { attendeeId, isNew: markId !== undefined }
  })

/**
 * Records what a device kept without a network. The difference between its clock and the service's is taken off the time of
 * each entry and kept. Each entry is settled on its own, and one that was sent before adds nothing.
 */
export async function sendEntries(
  scope: Scope,
  actor: Actor,
  { meetingId, deviceTime, entries }: AttendanceEntries,
  language: Language,
): Promise<EntryResult[]> {
  await inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    requireTime(await doors.findDoor(trx, meetingId))
  })
  const [sent = 0, ...times] = await doors.secondsIn(scope.db, [
    deviceTime,
    ...entries.map(({ time }) => time),
  ])
  const offset = sent - Math.floor(secondsOf(scope))
  const results: EntryResult[] = []
  for (const [index, entry] of entries.entries()) {
    const { entryKey } = entry
    const at = times[index]! - offset
    try {
      const { attendeeId, isNew } = await addEntry(scope, actor, meetingId, { entry, at, offset })
      results.push({ entryKey, outcome: isNew ? 'added' : 'already', attendeeId, reason: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ entryKey, outcome: 'refused', attendeeId: null, reason: inWords(error, language) })
    }
  }
  return results
}

/** Enters a mark by hand, or corrects one, which is kept. It counts once somebody else has accepted it. */
export const recordByHand = (scope: Scope, actor: Actor, body: HandMark): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const { clock, files } = scope
    const attendee = await findAttendee(trx, actor, body.attendeeId)
    if (!attendee) throw new Refusal('NOT_FOUND')
    const { meetingId, expertId, attendeeId } = attendee
    await lockOpenMeeting(trx, actor, meetingId)
    const [at = 0] = await doors.secondsIn(trx, [body.markTime])
    if (at > secondsOf(scope)) throw refuseField('MARK_TIME_AHEAD', 'markTime')
    requireWithin(scope, await doors.findDoor(trx, meetingId), at)
    await files.requireUsable(trx, actor, [body.photoFileId], [], 'photoFileId', files.isPicture)
    await lockAttendee(trx, attendeeId)
    const markId = await addMark(
      scope,
      trx,
      {
        meetingId,
        attendeeId,
        kind: body.kind,
        method: 'hand',
        markTime: body.markTime,
        createTime: clock.wire(),
        recordedBy: actor.userId,
        reason: body.reason,
        photoFileId: body.photoFileId,
      },
      expertId,
    )
    if (body.replaces === undefined) return
    if (!(await replaceMark(trx, attendeeId, { markId: body.replaces, replacedBy: markId! })))
      throw refuseField('MARK_REPLACED', 'replaces')
  })
