import { EVALUATIONS_MAX, type ProjectEvaluation } from '@consilium/contract/projects/projects.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'

export interface NewEvaluation {
  projectId: number
  score: string | null
  comment: string | null
  createUserId: number
}

export async function insertEvaluation(db: Db, evaluation: NewEvaluation): Promise<void> {
  await db
    .insertInto('project_evaluation')
    .values({
      project_id: evaluation.projectId,
      score: evaluation.score,
      comment: evaluation.comment,
      create_user_id: evaluation.createUserId,
    })
    .execute()
}

/** The latest evaluations of a project, the newest first. */
export const listEvaluations = (db: Db, projectId: number): Promise<ProjectEvaluation[]> =>
  db
    .selectFrom('project_evaluation as e')
    .select([
      'e.evaluation_id as evaluationId',
      'e.score as managerScore',
      'e.comment',
      accountName('e.create_user_id').$castTo<string | null>().as('createUserName'),
      'e.create_time as createTime',
    ])
    .where('e.project_id', '=', projectId)
    .orderBy('e.evaluation_id', 'desc')
    .limit(EVALUATIONS_MAX)
    .execute()
