import type { ProjectPlanUpdate } from '@consilium/contract/plans/plans.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField, unknownRecord } from '../../infra/refusal.ts'
import { manages, maySettle } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

type Given = Omit<ProjectPlanUpdate, 'planId' | 'version'>

/** The project columns to store. A number that no project has yet is kept as text. */
async function projectOf(
  { db }: Scope,
  actor: Actor,
  { projectId, projectNo }: Given,
  current: repository.PlanRow | null,
) {
  if (projectId) {
    const known =
      projectId === current?.projectId || (await repository.nameableProject(db, actor, { projectId }))
    if (!known) throw unknownRecord('projectId')
    return { projectId, projectNo: null }
  }
  if (projectNo) {
    const found = await repository.nameableProject(db, actor, { projectNo })
    return found === undefined ? { projectId: null, projectNo } : { projectId: found, projectNo: null }
  }
  if (projectNo === null) return { projectId: null, projectNo: null }
  return projectId === null ? { projectId: null } : {}
}

/**
 * The fields that the caller may store. The submitter that an expert names is ignored. Throws FORBIDDEN if the settled
 * flag would change and the caller is not a manager.
 */
export async function contentOf(
  scope: Scope,
  actor: Actor,
  given: Given,
  current: repository.PlanRow | null,
) {
  const { submitterId, ...content } = given
  if (!maySettle(actor, given.isSettled, current)) throw refuseField('FORBIDDEN', 'isSettled')
  const { db, designFiles } = scope
  const designFileUrl = await designFiles.accept(db, actor, given.designFileUrl, current?.designFileUrl)
  const project = await projectOf(scope, actor, given, current)
  return { ...content, ...project, designFileUrl, submitterId: manages(actor) ? submitterId : undefined }
}
