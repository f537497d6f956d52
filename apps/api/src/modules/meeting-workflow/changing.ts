import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { MeetingStageChange, MeetingUpdate } from '@consilium/contract/meetings/meetings.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import * as meetings from '../meetings/service.ts'
import { carryOn } from './creating.ts'
import { askPlan, moveOn } from './plan-approval.ts'
import { mayHandTo } from './policy.ts'
import type { Scope } from './scope.ts'
import { stepBetween } from './states.ts'
import { requireView } from './view.ts'
import { attendeeIdsOf } from '../attendees/service.ts'

const STAGES = DICTIONARY_LABELS.meeting_stage

export async function changeMeeting(scope: Scope, actor: Actor, body: MeetingUpdate): Promise<void> {
  const meeting = await requireView(scope, actor, body.meetingId)
  meetings.requireOpen(actor, [meeting])
  if (body.execUserId !== undefined && !mayHandTo(actor, meeting, body.execUserId))
    throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
  // A stage change increments the version too, so a meeting closed after it was read is not changed.
  if (meeting.version !== body.version) throw new Refusal('STALE_RECORD')
  await inTransaction(scope.db, async (trx) => {
    if (body.laborTemplateId !== meeting.laborTemplateId)
      await scope.agreements.templates.requireNameable(trx, body.laborTemplateId)
    const changed = await meetings.updateMeeting(trx, meeting.projectId, body)
    if (!changed) throw new Refusal('STALE_RECORD')
    const { projectId } = meeting
    await carryOn(scope, trx, actor, { ...body, projectId })
    await scope.attendees.followMeeting(trx, actor, meeting, {
      countsOtherwise: body.productIds !== undefined,
    })
    await scope.eventLog.record(trx, meetingEvents.changed, {
      recordId: body.meetingId,
      actorId: actor.userId,
      fields: {},
    })
  })
}

export async function changeStage(
  scope: Scope,
  actor: Actor,
  { meetingId, currentStage: to, reason }: MeetingStageChange,
): Promise<void> {
  const { currentStage: from } = await requireView(scope, actor, meetingId)
  const way = stepBetween(from, to)
  if (!way) throw new Refusal('STAGE_NOT_REACHABLE', { params: { from: STAGES[from], to: STAGES[to] } })
  if (!way.roles.includes(actor.roleType)) throw new Refusal('FORBIDDEN')
  if (way.kind === 'back' && !reason) throw refuseField('STAGE_NEEDS_REASON', 'reason')
  await inTransaction(scope.db, async (trx) => {
    // Held from here on: what writes records of the meeting waits, and then finds the new stage.
    if (!(await meetings.lockAtStage(trx, meetingId, from))) throw new Refusal('STALE_RECORD')
    if (way.kind === 'forward') await scope.gates.requireMet(trx, meetingId, to)
    if (from === 'draft' && (await askPlan(scope, trx, actor, meetingId))) return
    await moveOn(scope, trx, actor, { meetingId, from, to, reason: reason ?? null })
  })
}

/** Deletes all of the meetings and their attendees, or none. */
export const removeMeetings = (
  { db, eventLog, agreements }: Scope,
  actor: Actor,
  meetingIds: number[],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const locked = await meetings.lockMeetings(trx, actor, meetingIds)
    if (locked.length !== meetingIds.length) throw new Refusal('NOT_FOUND')
    meetings.requireOpen(actor, locked)
    await agreements.requireNeverSigned(trx, await attendeeIdsOf(trx, meetingIds))
    for (const recordId of meetingIds)
      await eventLog.record(trx, meetingEvents.deleted, { recordId, actorId: actor.userId, fields: {} })
    await meetings.deleteMeetings(trx, meetingIds)
  })
