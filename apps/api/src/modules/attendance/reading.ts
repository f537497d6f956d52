import type { PresenceQuery } from '@consilium/contract/attendance/attendance.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { requireMeeting } from '../meetings/service.ts'
import * as doors from './door-repository.ts'
import * as marks from './mark-repository.ts'
import { abilitiesOn, seesSignatures } from './policy.ts'
import { presenceOf, type MeetingTime, type PresenceFindings } from './presence.ts'
import { secondsOf, wireOf, type Scope } from './scope.ts'

/** What is known of one attendee at a meeting. */
export interface Known extends PresenceFindings {
  attendee: marks.ListedAttendee
  marks: marks.StoredMark[]
  decided: marks.StoredReview | null
}

export const timeOf = ({ start, end }: Pick<doors.DoorMeeting, 'start' | 'end'>): MeetingTime | null =>
  start === null || end === null ? null : { start, end }

/** Works out the presence of attendees of these meetings from their marks. */
export async function knownOf(
  scope: Pick<Scope, 'clock'>,
  within: Db,
  meetings: readonly doors.DoorMeeting[],
  attendees: readonly marks.ListedAttendee[],
): Promise<Known[]> {
  const ids = attendees.map(({ attendeeId }) => attendeeId)
  const stored = Map.groupBy(await marks.marksOf(within, ids), ({ attendeeId }) => attendeeId)
  const reviews = new Map((await marks.reviewsOf(within, ids)).map((each) => [each.attendeeId, each]))
  const now = secondsOf(scope)
  const byMeeting = new Map(
    meetings.map((door) => [door.meetingId, { time: timeOf(door), now, hasPlace: door.latitude !== null }]),
  )
  return attendees.map((attendee) => {
    const common = byMeeting.get(attendee.meetingId)!
    const own = stored.get(attendee.attendeeId) ?? []
    const decided = reviews.get(attendee.attendeeId) ?? null
    const counting = own.filter(({ replacedBy }) => replacedBy === null)
    return { attendee, marks: own, decided, ...presenceOf({ ...common, marks: counting, decided }) }
  })
}

/** Hides what the caller may not see. */
export function viewOf(
  scope: Pick<Scope, 'clock' | 'files'>,
  actor: Actor,
  { attendee, marks: own, decided, firstIn, lastOut, minutes, flags, review }: Known,
): Presence {
  const { expertId: _expertId, ...shown } = attendee
  const { files } = scope
  const isDecided = review === 'accepted' || review === 'rejected'
  return {
    ...shown,
    firstIn: firstIn === null ? null : wireOf(scope, firstIn),
    lastOut: lastOut === null ? null : wireOf(scope, lastOut),
    minutes,
    review,
    flags,
    reviewReason: isDecided ? (decided?.reason ?? null) : null,
    reviewedByName: isDecided ? (decided?.reviewedByName ?? null) : null,
    reviewedTime: isDecided ? (decided?.reviewedTime ?? null) : null,
    marks: own.map(
      ({
        attendeeId: _id,
        at: _at,
        isCodeSpread: _s,
        isDeviceShared: _d,
        rowId: _row,
        staySeconds: _stay,
        photoFileId,
        handsignFileId,
        ...mark
      }) => ({
        ...mark,
        photoUrl: photoFileId === null ? null : files.urlOf(photoFileId),
        signatureUrl:
          handsignFileId === null || !seesSignatures(actor)
            ? null
            : files.personalUrlOf(actor, handsignFileId),
      }),
    ),
    abilities: abilitiesOn(actor, { currentStage: attendee.currentStage, review }),
  }
}

/** The attendees of one meeting, by what the list filters. */
type OfMeeting = { meetingId: number } & Partial<Pick<PresenceQuery, 'name' | 'review'>>

async function doorOf({ db }: Scope, actor: Actor, meetingId: number): Promise<doors.DoorMeeting> {
  await requireMeeting(db, actor, meetingId)
  return doors.findDoor(db, meetingId)
}

/** A review follows from all marks, so a filter by it looks at every attendee of the meeting. */
async function knownWith(scope: Scope, actor: Actor, query: OfMeeting) {
  const door = await doorOf(scope, actor, query.meetingId)
  const all = await marks.attendeesOf(scope.db, scope.clock.wire(), query)
  const known = await knownOf(scope, scope.db, [door], all)
  return query.review ? known.filter(({ review }) => review === query.review) : known
}

export async function list(scope: Scope, actor: Actor, query: PresenceQuery): Promise<Page<Presence>> {
  const show = (known: readonly Known[]) => known.map((each) => viewOf(scope, actor, each))
  if (query.review) {
    const known = await knownWith(scope, actor, query)
    const first = (query.pageNum - 1) * query.pageSize
    const rows = show(known.slice(first, first + query.pageSize))
    return { total: known.length, totalIsExact: true, next: null, previous: null, rows }
  }
  const door = await doorOf(scope, actor, query.meetingId)
  const page = await marks.listAttendees(scope.db, scope.clock.wire(), query)
  return { ...page, rows: show(await knownOf(scope, scope.db, [door], page.rows)) }
}

/** All that the filters match, for a sheet of one meeting. */
export const listAll = async (scope: Scope, actor: Actor, query: OfMeeting): Promise<Presence[]> =>
  (await knownWith(scope, actor, query)).map((each) => viewOf(scope, actor, each))

/** The presence of one attendee within the caller's reach. */
export async function knownOfAttendee(
  scope: Pick<Scope, 'clock'>,
  within: Db,
  actor: Actor,
  attendeeId: number,
): Promise<Known> {
  const attendee = await marks.findAttendee(within, actor, attendeeId)
  if (!attendee) throw new Refusal('NOT_FOUND')
  const door = await doors.findDoor(within, attendee.meetingId)
  const [known] = await knownOf(scope, within, [door], [attendee])
  return known!
}

export const find = async (scope: Scope, actor: Actor, attendeeId: number): Promise<Presence> =>
  viewOf(scope, actor, await knownOfAttendee(scope, scope.db, actor, attendeeId))
