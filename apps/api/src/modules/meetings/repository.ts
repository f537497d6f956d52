import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import type {
  Meeting,
  MeetingCreate,
  MeetingStage,
  MeetingUpdate,
} from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { checkViolation, foreignKeyViolation } from '../../infra/db/faults.ts'
import { planningOnce } from '../../infra/db/transactions/plans.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import { organizationFacts } from '../organizations/service.ts'
import { projectFacts } from '../projects/service.ts'

const columns = declaredColumns<'meeting'>()

/** What fees, contracts and attendees depend on. */
const FACTS = [
  'meetingId',
  'meetingName',
  'projectName',
  'currentStage',
  'execUserId',
  'scheduleStartTime',
  'scheduleEndTime',
  'scheduleLocation',
  'invitationDeadline',
] as const
export type MeetingFacts = Pick<Meeting, (typeof FACTS)[number]>

const meetings = (db: Db) => db.selectFrom('meeting as m').select(columns.select('m', FACTS))

export const findMeeting = (db: Db, meetingId: number): Promise<MeetingFacts> =>
  meetings(db).where('m.meeting_id', '=', meetingId).executeTakeFirstOrThrow()

export const findReachedMeeting = (
  db: Db,
  actor: Actor,
  meetingId: number,
): Promise<MeetingFacts | undefined> =>
  meetings(db)
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .executeTakeFirst()

/** What a transaction says as it locks its meeting. */
export interface LockTerms {
  /** Whether all its statements find rows by keys, so that they are planned once for all values (`planOnce`). */
  byKeys?: boolean
}

/** Locks a meeting within the caller's reach against changes and deletion until the transaction ends. */
export function lockMeeting(
  db: Db,
  actor: Actor,
  meetingId: number,
  { byKeys = false }: LockTerms = {},
): Promise<MeetingFacts | undefined> {
  const locked = meetings(db)
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .forShare('m')
  return (byKeys ? locked.select(planningOnce) : locked).executeTakeFirst()
}

/** Turns a violated constraint into a refusal that names the field. */
function refuseBroken(error: unknown): never {
  if (checkViolation(error) === 'meeting_schedule') throw refuseField('PERIOD_REVERSED', 'scheduleEndTime')
  const reference = foreignKeyViolation(error)
  if (reference === 'meeting_executor') throw refuseField('EXECUTOR_NOT_ASSIGNED', 'execUserId')
  if (reference === 'meeting_template') throw unknownRecord('laborTemplateId')
  // The project was deleted after it had been found.
  if (reference === 'meeting_project_id_fkey') throw new Refusal('NOT_FOUND')
  throw error
}

/** The name of the executor that runs the meeting, or of the project's organization if there is no executor. */
const orgNameOf = (projectId: number, execUserId: number | null) => sql<string | null>`coalesce(
  (select r.org_name from ${organizationFacts('r')} where r.main_user_id = ${execUserId}::bigint),
  (select o.org_name from ${projectFacts('p')} join ${organizationFacts('o')} using (org_id) where p.project_id = ${projectId}::bigint)
)`

interface NewMeeting extends MeetingCreate {
  projectName: string
  execUserId: number | null
  createUserId: number
}

/** Retries with the next generated business id when a user has already taken that one. A given id is not retried. */
export async function insertMeeting(db: Db, meeting: NewMeeting): Promise<number> {
  for (;;) {
    const row = await db
      .insertInto('meeting')
      .values({
        ...columns.values(meetingRecord.created, meeting),
        project_name: meeting.projectName,
        org_name: orgNameOf(meeting.projectId, meeting.execUserId),
        meeting_name: meeting.projectName,
        create_user_id: meeting.createUserId,
      })
      .onConflict((conflict) => conflict.column('business_id').doNothing())
      .returning('meeting_id')
      .executeTakeFirst()
      .catch(refuseBroken)
    if (row) return row.meeting_id
    if (meeting.businessId !== undefined) throw refuseField('BUSINESS_ID_TAKEN', 'businessId')
  }
}

/** Returns false if the version is stale. A new executor also changes the organization name kept in the row. */
export async function updateMeeting(db: Db, projectId: number, change: MeetingUpdate): Promise<boolean> {
  const { execUserId } = change
  const executor = execUserId === undefined ? {} : { org_name: orgNameOf(projectId, execUserId) }
  const result = await db
    .updateTable('meeting')
    .set((eb) => ({
      ...columns.values(meetingRecord.updated, change),
      ...executor,
      version: eb('version', '+', 1),
    }))
    .where('meeting_id', '=', change.meetingId)
    .where('version', '=', change.version)
    .executeTakeFirst()
    .catch(refuseBroken)
  return result.numUpdatedRows > 0n
}

/**
 * Moves the meeting and keeps the step in its history. The condition on the current stage lets only one of two concurrent
 * callers move it; the other gets false.
 */
export async function moveStage(
  db: Db,
  meetingId: number,
  move: {
    from: MeetingStage
    to: MeetingStage
    reason: string | null
    by: number
    decisionId?: number | undefined
  },
): Promise<boolean> {
  const moved = await db
    .updateTable('meeting')
    .set((eb) => ({ current_stage: move.to, stage_reason: move.reason, version: eb('version', '+', 1) }))
    .where('meeting_id', '=', meetingId)
    .where('current_stage', '=', move.from)
    .returning('project_id')
    .executeTakeFirst()
  if (!moved) return false
  await db
    .insertInto('meeting_stage_change')
    .values({
      meeting_id: meetingId,
      project_id: moved.project_id,
      from_stage: move.from,
      to_stage: move.to,
      reason: move.reason,
      user_id: move.by,
      decision_id: move.decisionId ?? null,
    })
    .execute()
  return true
}

/** Locks a meeting while it is at this stage, until the transaction ends. Returns false if it is at another one. */
export async function lockAtStage(db: Db, meetingId: number, stage: MeetingStage): Promise<boolean> {
  const row = await db
    .selectFrom('meeting')
    .select('meeting_id')
    .where('meeting_id', '=', meetingId)
    .where('current_stage', '=', stage)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the meetings within the caller's reach until the transaction ends: no change, no new attendees. */
export const lockMeetings = (
  db: Db,
  actor: Actor,
  meetingIds: readonly number[],
): Promise<{ currentStage: MeetingStage }[]> =>
  db
    .selectFrom('meeting as m')
    .select('m.current_stage as currentStage')
    .where('m.meeting_id', 'in', meetingIds)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .orderBy('m.meeting_id')
    .forUpdate('m')
    .execute()

export async function deleteMeetings(db: Db, meetingIds: readonly number[]): Promise<void> {
  await db.deleteFrom('meeting').where('meeting_id', 'in', meetingIds).execute()
}
