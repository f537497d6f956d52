import type { ConferenceImport, ConferenceResult } from '@consilium/contract/attendance/conference.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { attendanceEvents } from '@consilium/contract/events/attendance.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { lockOpenMeeting } from '../../meetings/service.ts'
import * as doors from '../door-repository.ts'
import { attendeesOf } from '../mark-repository.ts'
import { requireTime } from '../marking.ts'
import type { MeetingTime } from '../presence.ts'
import { wireOf, type Scope } from '../scope.ts'
import * as repository from './conference-repository.ts'
import { keyOf, linesOf, readRows, type SheetLine } from './conference-sheet.ts'
import { peopleFinder, type Found, type Person } from './people.ts'
import { lockPeople } from '../../attendees/service.ts'

interface Timed extends SheetLine {
  firstIn: string
  lastOut: string
}

type Sorted =
  | { line: Timed; key: string; found: Found; reason: null }
  | { line: SheetLine; key: null; found: null; reason: string }

const WORDS = {
  nickname: { 'zh-CN': '没有昵称', en: 'There is no nickname' },
  time: { 'zh-CN': '入会或退会时间无法识别', en: 'The time of joining or leaving is not readable' },
  order: { 'zh-CN': '退会时间早于入会时间', en: 'It ends before it begins' },
} as const

const faultOf = ({ nickname, firstIn, lastOut }: SheetLine): keyof typeof WORDS | null => {
  if (nickname === '') return 'nickname'
  if (firstIn === null || lastOut === null) return 'time'
  return lastOut < firstIn ? 'order' : null
}

/** Sorts the lines: what is not readable or lies outside the time of the meeting is refused, the rest is looked up. */
async function sort(
  scope: Scope,
  trx: Db,
  lines: readonly SheetLine[],
  { window, find, language }: { window: MeetingTime; find: (nickname: string) => Found; language: Language },
): Promise<Sorted[]> {
  const outside = errorMessage('NOT_IN_WINDOW', language, {
    from: wireOf(scope, window.start),
    to: wireOf(scope, window.end),
  })
  const readable = lines.filter((line) => faultOf(line) === null) as Timed[]
  const ends = await doors.secondsIn(
    trx,
    readable.flatMap(({ firstIn, lastOut }) => [firstIn, lastOut]),
  )
  const isApart = new Map(
    readable.map((line, place) => [
      line as SheetLine,
      ends[2 * place]! > window.end || ends[2 * place + 1]! < window.start,
    ]),
  )
  return lines.map((line): Sorted => {
    const fault = faultOf(line)
    if (fault !== null) return { line, key: null, found: null, reason: WORDS[fault][language] }
    if (isApart.get(line)) return { line, key: null, found: null, reason: outside }
    return {
      line: line as Timed,
      key: keyOf(line).toString('hex'),
      found: find(line.nickname),
      reason: null,
    }
  })
}

const resultOf = ({ line, key, found, reason }: Sorted, isNew: boolean): ConferenceResult => ({
  rowNumber: line.rowNumber,
  nickname: line.nickname,
  outcome: key === null ? 'refused' : isNew ? found.state : 'already',
  name: found?.state === 'matched' ? found.person.name : null,
  reason,
})

/** Writes the stays and, once for each person, what happened. */
export async function countStays(
  scope: Pick<Scope, 'clock' | 'eventLog'>,
  trx: Db,
  { actor, meetingId }: { actor: Actor; meetingId: number },
  counted: readonly { person: Person; stay: repository.Stay }[],
): Promise<void> {
  const given = { meetingId, userId: actor.userId, time: scope.clock.wire() }
  await repository.insertStays(
    trx,
    given,
    counted.map(({ stay }) => stay),
  )
  const people = new Map(counted.map(({ person }) => [person.attendeeId, person]))
  for (const { attendeeId, expertId } of people.values())
    await scope.eventLog.record(trx, attendanceEvents.marked, {
      recordId: attendeeId,
      actorId: actor.userId,
      fields: { meetingId, expertId, kind: 'in', method: 'import' },
    })
}

/**
 * Imports the export of a conference tool in one transaction. The meeting is locked, so that of two imports at once one finds
 * the rows of the other.
 */
export async function importConference(
  scope: Scope,
  actor: Actor,
  { meetingId, ...titles }: ConferenceImport,
  { upload, language }: { upload: Upload; language: Language },
): Promise<ConferenceResult[]> {
  const lines = await linesOf(await readRows(scope.sheets, upload), titles)
  return inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    const window = requireTime(await doors.findDoor(trx, meetingId))
    const time = scope.clock.wire()
    const find = peopleFinder(await attendeesOf(trx, time, { meetingId }))
    const sorted = await sort(scope, trx, lines, { window, find, language })
    const readable = sorted.filter((each) => each.key !== null)
    await lockPeople(trx, meetingId, [
      ...new Set(
        readable.flatMap(({ found }) => (found.state === 'matched' ? [found.person.attendeeId] : [])),
      ),
    ])
    const added = await repository.insertRows(
      trx,
      { meetingId, userId: actor.userId, time },
      readable.map(({ line, key, found }) => ({ ...line, key: Buffer.from(key, 'hex'), state: found.state })),
    )
    const counted = readable.flatMap(({ line, key, found }) => {
      const rowId = added.get(key)
      if (rowId === undefined || found.state !== 'matched') return []
      const { person } = found
      return [{ person, stay: { ...line, rowId, attendeeId: person.attendeeId } }]
    })
    const once = [...new Map(counted.map((each) => [each.stay.rowId, each])).values()]
    await countStays(scope, trx, { actor, meetingId }, once)
    const left = new Set(added.keys())
    return sorted.map((each) => resultOf(each, each.key !== null && left.delete(each.key)))
  })
}
