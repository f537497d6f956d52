import type { Project, ProjectQuery } from '@consilium/contract/projects/projects.ts'
import type { Actor } from '../../domain/actor.ts'
import { shownTo } from '../dimensions/service.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { abilitiesOn, readsScore, scoreParameter } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Hides the score from callers who may not read it, and entries of sponsors that they do not know. */
export const viewOf = (actor: Actor, { carried, ...row }: repository.ProjectRow): Project => ({
  ...row,
  ...shownTo(actor, carried),
  managerScore: readsScore(actor) ? row.managerScore : null,
  abilities: abilitiesOn(actor, row),
})

/** Throws FORBIDDEN if the query would reveal scores to a caller who may not read them. */
export function requireScoreUnasked(
  actor: Actor,
  query: Pick<ProjectQuery, 'managerScore' | 'orderByColumn'>,
): void {
  const parameter = readsScore(actor) ? null : scoreParameter(query)
  if (parameter) throw refuseField('FORBIDDEN', parameter)
}

/** Finds a project within the caller's reach. Throws NOT_FOUND. */
export async function requireView(
  { db }: Pick<Scope, 'db'>,
  actor: Actor,
  projectId: number,
): Promise<Project> {
  const row = await repository.findProject(db, actor, projectId)
  if (!row) throw new Refusal('NOT_FOUND')
  return viewOf(actor, row)
}
