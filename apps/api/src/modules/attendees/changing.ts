import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import type { AttendeeUpdate, Reminder } from '@consilium/contract/attendees/attendees.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { findMeeting, lockOpenMeeting, requireOpen, type MeetingFacts } from '../meetings/service.ts'
import { NO_FEE_YET } from './joining.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** The columns of a meeting that fees depend on or contracts print. */
const FOLLOWED = [
  'execUserId',
  'meetingName',
  'scheduleStartTime',
  'scheduleEndTime',
  'scheduleLocation',
] as const
/** The columns by which caps count a meeting. */
const COUNTED = ['execUserId', 'scheduleStartTime', 'scheduleEndTime'] as const
const WHEN_AND_WHERE = ['scheduleStartTime', 'scheduleEndTime', 'scheduleLocation'] as const
export type FollowedFacts = Pick<MeetingFacts, 'meetingId' | 'invitationDeadline' | (typeof FOLLOWED)[number]>

/** Changes an attendee if its version is not stale. Another fee after signing becomes an amendment. */
export const changeAttendee = (
  { db, eventLog, files, fees, agreements, budgets, caps }: Scope,
  actor: Actor,
  row: repository.AttendeeRow,
  { attendeeId, version, laborFee, feeMinutes, bankRegion, reason, ...fields }: AttendeeUpdate,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const meeting = await lockOpenMeeting(trx, actor, row.meetingId, { byKeys: true })
    await caps.lockPersons(trx, [row.expertId])
    const photos = fields.onSitePhotos ?? []
    await files.requireUsable(trx, actor, photos, row.onSitePhotos, 'onSitePhotos', files.isPicture)
    const changed = await repository.updateAttendee(trx, { attendeeId, version }, fields)
    if (!changed) throw new Refusal('STALE_RECORD')
    const { meetingId, expertId } = row
    await eventLog.record(trx, attendeeEvents.changed, {
      recordId: attendeeId,
      actorId: actor.userId,
      fields: { meetingId, expertId },
    })
    const isReworded = fields.laborForm !== undefined && fields.laborForm !== row.laborForm
    if ([laborFee, feeMinutes, bankRegion].every((given) => given === undefined) && !isReworded) return
    const conditions = await fees.conditionsFor(trx, meeting, laborFee ?? NO_FEE_YET)
    const change = { payable: laborFee, feeMinutes, bankRegion, isReworded, reason, userId: actor.userId }
    await agreements.change(trx, attendeeId, { ...change, ...conditions })
    const isMore = laborFee !== undefined && Money(laborFee).gt(row.laborFee)
    if (isMore) await budgets.requireFees(trx, row.meetingId, 'laborFee')
    if (isMore || isReworded)
      await caps.requireWithinCaps(trx, row.meetingId, [row.expertId], {
        fee: 'laborFee',
        who: 'attendeeId',
        by: 'executor',
      })
  })

/** Takes back an amendment that the expert has not decided on. */
export const withdrawAmendment = (
  { db, agreements }: Scope,
  actor: Actor,
  { attendeeId, meetingId }: Pick<repository.AttendeeRow, 'attendeeId' | 'meetingId'>,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    await agreements.withdrawAmendment(trx, actor, attendeeId)
  })

/** Those whom a later deadline brings back count again, so caps, times and budget are asked as of an invitation. */
async function followDeadline(
  { clock, caps, budgets }: Scope,
  trx: Db,
  { meetingId, invitationDeadline }: FollowedFacts,
): Promise<void> {
  const returning = await repository.returningBy(trx, { meetingId, invitationDeadline }, clock.wire())
  if (returning.length === 0) return
  const field = 'invitationDeadline'
  await budgets.requireFees(trx, meetingId, field)
  await caps.requireWithinCaps(trx, meetingId, returning, { fee: field, who: field, by: 'executor' })
}

/**
 * Updates the attendees after a change of their meeting, in its transaction: recomputes unsigned fees for the new
 * executor and date, and notifies the experts of a new time or place. Throws FEE_RULE_MISSING if the new day has no
 * rules, and EXECUTOR_NEEDED if attendees would be left without a payer. A meeting that `countsOtherwise` has other products,
 * which caps may name.
 */
export async function followMeeting(
  scope: Scope,
  trx: Db,
  actor: Actor,
  before: FollowedFacts,
  { countsOtherwise }: { countsOtherwise: boolean },
): Promise<void> {
  const { caps, fees, agreements, eventLog } = scope
  const meeting = await findMeeting(trx, before.meetingId)
  const isMoved = FOLLOWED.some((fact) => meeting[fact] !== before[fact])
  if (!isMoved && !countsOtherwise && meeting.invitationDeadline === before.invitationDeadline) return
  const present = await repository.attendeesOf(trx, meeting.meetingId)
  if (present.length > 0 && before.execUserId !== null && meeting.execUserId === null)
    throw refuseField('EXECUTOR_NEEDED', 'execUserId')
  const expertIds = present.map(({ expertId }) => expertId)
  await caps.lockPersons(trx, expertIds)
  await followDeadline(scope, trx, before)
  if (countsOtherwise || COUNTED.some((fact) => meeting[fact] !== before[fact])) {
    const field = countsOtherwise ? 'productIds' : 'scheduleStartTime'
    await caps.requireWithinCaps(trx, meeting.meetingId, expertIds, {
      fee: field,
      who: field,
      by: 'executor',
    })
  }
  if (!isMoved) return
  const attendeeIds = present.map(({ attendeeId }) => attendeeId)
  await agreements.recompute(trx, attendeeIds, await fees.conditionsOf(trx, meeting))
  if (WHEN_AND_WHERE.some((fact) => meeting[fact] !== before[fact]))
    await eventLog.record(trx, meetingEvents.moved, {
      recordId: meeting.meetingId,
      actorId: actor.userId,
      fields: {},
    })
}

/** Notifies again those who can sign. The lock settles two reminders at once: the second finds the first. */
export const remindAttendees = (
  { db, agreements }: Scope,
  actor: Actor,
  attendeeIds: number[],
): Promise<Reminder[]> =>
  inTransaction(db, async (trx) => {
    const locked = await repository.lockAttendees(trx, actor, attendeeIds)
    if (locked.length < attendeeIds.length) throw new Refusal('NOT_FOUND')
    const { told, recent } = await agreements.remind(trx, actor, attendeeIds)
    return attendeeIds.map((attendeeId) => ({
      attendeeId,
      outcome: told.has(attendeeId) ? 'reminded' : recent.has(attendeeId) ? 'recent' : 'notDue',
    }))
  })

/** Removes all of the attendees, or none if one has ever signed. */
export const removeAttendees = (
  { db, agreements, eventLog }: Scope,
  actor: Actor,
  attendeeIds: number[],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const locked = await repository.lockAttendees(trx, actor, attendeeIds)
    if (locked.length < attendeeIds.length) throw new Refusal('NOT_FOUND')
    requireOpen(actor, locked)
    await agreements.requireNeverSigned(trx, attendeeIds)
    for (const { attendeeId, meetingId, expertId } of locked)
      await eventLog.record(trx, attendeeEvents.removed, {
        recordId: attendeeId,
        actorId: actor.userId,
        fields: { meetingId, expertId },
      })
    await repository.deleteAttendees(trx, attendeeIds)
  })
