import type { AttendeeUpdate } from '@consilium/contract/attendees.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { findMeeting, lockOpenMeeting, requireOpen, type MeetingFacts } from '../meetings/service.ts'
import { NO_FEE_YET } from './joining.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** What fees depend on and contracts say of a meeting. */
const FOLLOWED = [
  'execUserId',
  'meetingName',
  'scheduleStartTime',
  'scheduleEndTime',
  'scheduleLocation',
] as const
const WHEN_AND_WHERE = ['scheduleStartTime', 'scheduleEndTime', 'scheduleLocation'] as const
export type FollowedFacts = Pick<MeetingFacts, 'meetingId' | (typeof FOLLOWED)[number]>

/** Changes an attendee as it was read. Another fee undoes a signature. */
export const changeAttendee = (
  { db, files, fees, agreements }: Scope,
  actor: Actor,
  row: repository.AttendeeRow,
  { attendeeId, version, laborFee, bankRegion, ...fields }: AttendeeUpdate,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const meeting = await lockOpenMeeting(trx, actor, row.meetingId)
    const photos = fields.onSitePhotos ?? []
    await files.requireUsable(trx, actor, photos, row.onSitePhotos, 'onSitePhotos', files.isPicture)
    const changed = await repository.updateAttendee(trx, { attendeeId, version }, fields)
    if (!changed) throw new Refusal('STALE_RECORD')
    const isReworded = fields.laborForm !== undefined && fields.laborForm !== row.laborForm
    if (laborFee === undefined && bankRegion === undefined && !isReworded) return
    const conditions = await fees.conditionsFor(trx, meeting, laborFee ?? NO_FEE_YET)
    const change = { payable: laborFee, bankRegion, isReworded, userId: actor.userId, ...conditions }
    await agreements.change(trx, attendeeId, change)
  })

/**
 * Adapts the attendees to a meeting that has just changed, in its transaction: what is not signed yet is computed for
 * the new executor and date, and a changed time or place is told. Throws FEE_RULE_MISSING where that day has no rules,
 * EXECUTOR_NEEDED where the payer of those invited is taken away.
 */
export async function followMeeting(
  { fees, agreements, notices }: Scope,
  trx: Db,
  before: FollowedFacts,
): Promise<void> {
  const meeting = await findMeeting(trx, before.meetingId)
  if (FOLLOWED.every((fact) => meeting[fact] === before[fact])) return
  const present = await repository.attendeesOf(trx, [meeting.meetingId])
  if (present.length > 0 && before.execUserId !== null && meeting.execUserId === null)
    throw refuseField('EXECUTOR_NEEDED', 'execUserId')
  const attendeeIds = present.map(({ attendeeId }) => attendeeId)
  await agreements.recompute(trx, attendeeIds, await fees.conditionsOf(trx, meeting))
  if (WHEN_AND_WHERE.some((fact) => meeting[fact] !== before[fact]))
    await notices.tellMoved(trx, meeting, present)
}

/** Removes all of the attendees, or none where one has ever signed. */
export const removeAttendees = (
  { db, agreements, notices }: Scope,
  actor: Actor,
  attendeeIds: number[],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const locked = await repository.lockAttendees(trx, actor, attendeeIds)
    if (locked.length < attendeeIds.length) throw new Refusal('NOT_FOUND')
    requireOpen(actor, locked)
    await agreements.requireNeverSigned(trx, attendeeIds)
    await notices.tellRemoved(trx, locked)
    await repository.deleteAttendees(trx, attendeeIds)
  })
