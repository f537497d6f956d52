import type { ProjectUpdate } from '@consilium/contract/projects.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { fieldBeyond } from './policy.ts'
import { deletePicturesOf, lockProjects } from './picture-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

/** An equal version means an unchanged project, so the checks made before the conditional update still hold. */
export async function changeProject(scope: Scope, actor: Actor, body: ProjectUpdate): Promise<void> {
  const project = await requireView(scope, actor, body.projectId)
  if (project.version !== body.version) throw new Refusal('STALE_RECORD')
  const beyond = fieldBeyond(actor, project, body)
  if (beyond) throw refuseField('FORBIDDEN', beyond)
  if (!(await repository.updateProject(scope.db, body))) throw new Refusal('STALE_RECORD')
}

/** Deletes all of the projects, or none. */
export async function removeProjects(
  { db, files }: Scope,
  actor: Actor,
  projectIds: number[],
): Promise<void> {
  const deletion = () =>
    inTransaction(db, async (trx) => {
      // Locked first, so that nobody adds a picture in between.
      await lockProjects(trx, projectIds)
      await files.release(trx, await deletePicturesOf(trx, projectIds))
      const deleted = await repository.deleteProjects(trx, actor, projectIds)
      if (deleted !== projectIds.length) throw new Refusal('NOT_FOUND')
    })
  await namingReferences(db, actor, { target: 'project', ids: projectIds }, deletion)
}
