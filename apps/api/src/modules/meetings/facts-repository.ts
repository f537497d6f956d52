import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const MEETING = part
  .selectFrom('meeting')
  .select([
    'meeting_id',
    'project_id',
    'project_name',
    'meeting_name',
    'org_name',
    'exec_user_id',
    'create_user_id',
    'current_stage',
    'schedule_start_time',
    'schedule_end_time',
    'schedule_location',
    'schedule_agenda',
    'invitation_deadline',
    'labor_budget',
    'labor_template_id',
    'supervision_time',
    'version',
    'create_time',
  ])

/** A meeting: its project and names, who runs and who created it, its stage, when and where it is, and what its fees may be. */
export const meetingFacts = <A extends string>(alias: A) => MEETING.as(alias)

/** The project and the stage of each of these meetings. */
export const placesOf = (
  db: Db,
  meetingIds: readonly number[],
): Promise<{ meetingId: number; projectId: number; currentStage: MeetingStage }[]> =>
  db
    .selectFrom('meeting')
    .select(['meeting_id as meetingId', 'project_id as projectId', 'current_stage as currentStage'])
    .where('meeting_id', '=', sql<number>`any(${[...meetingIds]}::bigint[])`)
    .execute()

/** The latest open meetings within reach, from the index that leaves out closed ones. */
export const latestOpenMeetings = (
  db: Db,
  actor: Actor,
  max: number,
): Promise<{ meetingId: number; meetingName: string; currentStage: MeetingStage }[]> =>
  db
    .selectFrom('meeting')
    .select(['meeting_id as meetingId', 'meeting_name as meetingName', 'current_stage as currentStage'])
    .where(sql<boolean>`current_stage <> 'closed'`)
    .where(withinReach(actor, 'meeting', 'meeting.meeting_id'))
    .orderBy('meeting_id', 'desc')
    .limit(max)
    .execute()

/** What is planned of meetings, as the checks of their stages look at it. */
export const plansOfMeetings = (db: Db, meetingIds: readonly number[]) =>
  db
    .selectFrom('meeting')
    .select([
      'meeting_id as meetingId',
      'project_id as projectId',
      'current_stage as currentStage',
      'exec_user_id as execUserId',
      'labor_budget as laborBudget',
      'invitation_title as invitationTitle',
      'invitation_content as invitationContent',
      'schedule_start_time as scheduleStartTime',
      'schedule_end_time as scheduleEndTime',
      'schedule_location as scheduleLocation',
      'supervision_mode as supervisionMode',
      'supervision_user_name as supervisionUserName',
    ])
    .where('meeting_id', '=', sql<number>`any(${[...meetingIds]}::bigint[])`)
    .execute()

/** Locks a meeting until the transaction ends, so that what concurrent requests submit for it runs one after another. */
export async function lockMeetingAlone(trx: Db, meetingId: number): Promise<void> {
  await trx
    .selectFrom('meeting')
    .select('meeting_id')
    .where('meeting_id', '=', meetingId)
    .forNoKeyUpdate()
    .execute()
}
