import type { Meeting, MeetingDetail } from '@consilium/contract/meetings/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { shownTo } from '../dimensions/service.ts'
import { MEETING_PLAN } from './plan-approval.ts'
import { permissionsOn } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { forwardRoles } from './states.ts'

/** The row itself with what the caller may do: the serializer leaves out what only the permissions rest on. */
export const viewOf = (actor: Actor, row: repository.MeetingRow): Meeting =>
  Object.assign(row, shownTo(actor, row.held), permissionsOn(actor, row))

/** Finds a meeting within the caller's reach. Throws NOT_FOUND. */
export async function requireView(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  actor: Actor,
  meetingId: number,
): Promise<Meeting> {
  const row = await repository.findMeeting(db, actor, meetingId, clock.wire())
  if (!row) throw new Refusal('NOT_FOUND')
  return viewOf(actor, row)
}

async function planWaitingFor(
  { db, decisions }: Pick<Scope, 'db' | 'decisions'>,
  actor: Actor,
  meetingId: number,
): Promise<MeetingDetail['planWaiting']> {
  const [waiting] = await decisions.waiting(db, MEETING_PLAN, meetingId, actor)
  if (!waiting) return null
  const { part: _part, ...planWaiting } = waiting
  return planWaiting
}

/** As `requireView`, with what the next stage needs. */
export async function requireDetail(
  scope: Pick<Scope, 'db' | 'clock' | 'gates' | 'decisions'>,
  actor: Actor,
  meetingId: number,
): Promise<MeetingDetail> {
  const meeting = await requireView(scope, actor, meetingId)
  const { currentStage } = meeting
  const readiness = await scope.gates.readinessOf(scope.db, meetingId, currentStage)
  const planWaiting = currentStage === 'draft' ? await planWaitingFor(scope, actor, meetingId) : null
  return { ...meeting, readiness, forwardRoles: forwardRoles(currentStage), planWaiting }
}
