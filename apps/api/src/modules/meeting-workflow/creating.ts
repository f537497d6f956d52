import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { hasDimensions, type DimensionIds } from '@consilium/contract/dimensions/carried-dimensions.ts'
import type { MeetingCreate } from '@consilium/contract/meetings/meetings.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import { carry } from '../dimensions/service.ts'
import * as meetings from '../meetings/service.ts'
import { runnerOf } from './policy.ts'
import type { Scope } from './scope.ts'
import { mayApprove } from './states.ts'

/** Invites the experts of both lists, each once. Those of `invitations` have agreed terms. */
async function invite(
  { experts, attendees }: Scope,
  trx: Db,
  actor: Actor,
  {
    meetingId,
    invitations = [],
    expertIds = [],
  }: Pick<MeetingCreate, 'invitations' | 'expertIds'> & { meetingId: number },
): Promise<void> {
  const agreed = invitations.map(({ expertId }) => expertId)
  const wanted = [...new Set([...agreed, ...expertIds])]
  if (wanted.length === 0) return
  const found = await experts.findMany(trx, wanted)
  const unknown = wanted.filter((expertId) => !found.some((expert) => expert.expertId === expertId))
  const field = unknown.some((expertId) => agreed.includes(expertId)) ? 'invitations' : 'expertIds'
  if (unknown.length > 0) throw refuseField('EXPERT_UNKNOWN', field, { ids: unknown.join(', ') })
  await attendees.invite(trx, actor, meetingId, { experts: found, terms: invitations })
}

/** Puts down what a meeting has of the dictionaries of its sponsors. */
export async function carryOn(
  { projects }: Scope,
  trx: Db,
  actor: Actor,
  { projectId, meetingId, ...given }: DimensionIds & { projectId: number; meetingId: number },
): Promise<void> {
  if (!hasDimensions(given)) return
  const sponsorUserIds = await projects.holdSponsors(trx, projectId)
  await carry(trx, actor, { projectId, meetingId, sponsorUserIds }, given)
}

/** Creates a meeting with the project's name and invites the experts in the same transaction. Returns its id. */
export async function createMeeting(scope: Scope, actor: Actor, body: MeetingCreate): Promise<number> {
  const project = await scope.projects.find(actor, body.projectId)
  const { projectName } = project
  if (body.meetingName !== undefined && body.meetingName !== projectName)
    throw refuseField('MEETING_NAME_FIXED', 'meetingName')
  const execUserId = runnerOf(actor, project, body.execUserId)
  if (execUserId === undefined) throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
  const meeting = { ...body, projectName, execUserId, createUserId: actor.userId }
  return inTransaction(scope.db, async (trx) => {
    await scope.agreements.templates.requireNameable(trx, body.laborTemplateId)
    const meetingId = await meetings.insertMeeting(trx, meeting)
    await carryOn(scope, trx, actor, { ...body, meetingId })
    await scope.eventLog.record(trx, meetingEvents.created, {
      recordId: meetingId,
      actorId: actor.userId,
      fields: { projectId: body.projectId, needsApproval: !mayApprove(actor.roleType) },
    })
    await invite(scope, trx, actor, { ...body, meetingId })
    return meetingId
  })
}
