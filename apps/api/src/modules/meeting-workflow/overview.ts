import { MEETING_STAGES, OVERVIEW_DAYS, type MeetingOverview } from '@consilium/contract/meetings/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Counts the meetings within the caller's reach by stage, and the supervisions of the coming days. */
export async function overviewFor(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  actor: Actor,
): Promise<MeetingOverview> {
  const [stages, supervisions] = await Promise.all([
    repository.countByStage(db, actor),
    repository.countSupervisions(db, actor, clock.today(), OVERVIEW_DAYS),
  ])
  const counted = new Map(stages.map((stage) => [stage.currentStage, stage]))
  return {
    stages: MEETING_STAGES.map(
      (stage) => counted.get(stage) ?? { currentStage: stage, count: 0, isExact: true },
    ),
    supervisions,
  }
}
