import { MEETING_STAGES, type Meeting, type StageReadiness } from '@consilium/contract/meetings.ts'
import type { Db } from '../../infra/db/db.ts'
import { checksFor, type Subject } from './checks.ts'
import * as repository from './repository.ts'

/**
 * Returns what the stage after the current one needs, and whether it is there. Nothing is refused here: a meeting may
 * move on with open checks.
 */
export async function readinessOf(
  db: Db,
  meeting: Subject & Pick<Meeting, 'meetingId' | 'currentStage'>,
): Promise<StageReadiness[]> {
  const stage = MEETING_STAGES[MEETING_STAGES.indexOf(meeting.currentStage) + 1]
  if (!stage) return []
  const counts = await repository.countRecords(db, meeting.meetingId)
  return [{ stage, checks: checksFor(stage, meeting, counts) }]
}
