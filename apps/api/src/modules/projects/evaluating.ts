import type { ProjectEvaluation, ProjectScore } from '@consilium/contract/projects/projects.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { notifyChanged } from './changing.ts'
import { insertEvaluation, listEvaluations } from './evaluation-repository.ts'
import { readsScore } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

/** Scores a project and keeps the score in its history. */
export async function evaluateProject(
  scope: Scope,
  actor: Actor,
  projectId: number,
  { managerScore, comment = null }: ProjectScore,
): Promise<void> {
  await requireView(scope, actor, projectId)
  await inTransaction(scope.db, async (trx) => {
    // The changed project is locked before its history grows, so that its score is always that of the last row.
    if (!(await repository.setScore(trx, projectId, managerScore))) throw new Refusal('NOT_FOUND')
    await insertEvaluation(trx, { projectId, score: managerScore, comment, createUserId: actor.userId })
    await notifyChanged(scope, trx, actor, projectId)
  })
}

/** Lists the evaluations of a project within reach. Throws FORBIDDEN for callers who may not read its score. */
export async function evaluationsOf(
  scope: Scope,
  actor: Actor,
  projectId: number,
): Promise<ProjectEvaluation[]> {
  if (!readsScore(actor)) throw new Refusal('FORBIDDEN')
  await requireView(scope, actor, projectId)
  return listEvaluations(scope.db, projectId)
}
