import { projectEvents } from '@consilium/contract/events/projects.ts'
import type { ProjectUpdate } from '@consilium/contract/projects/projects.ts'
import { sponsorAssignments } from './assignment-repository.ts'
import { carry } from '../dimensions/service.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { fieldBeyond } from './policy.ts'
import { deletePicturesOf, lockProjects } from './picture-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

export const notifyChanged = (
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  actor: Actor,
  projectId: number,
): Promise<void> =>
  eventLog.record(trx, projectEvents.changed, { recordId: projectId, actorId: actor.userId, fields: {} })

/** An equal version means an unchanged project, so the checks made before the conditional update still hold. */
export async function changeProject(scope: Scope, actor: Actor, body: ProjectUpdate): Promise<void> {
  const project = await requireView(scope, actor, body.projectId)
  if (project.version !== body.version) throw new Refusal('STALE_RECORD')
  const beyond = fieldBeyond(actor, project, body)
  if (beyond) throw refuseField('FORBIDDEN', beyond)
  await inTransaction(scope.db, async (trx) => {
    if (!(await repository.updateProject(trx, body))) throw new Refusal('STALE_RECORD')
    const { projectId } = body
    const sponsorUserIds = await sponsorAssignments.list(trx, projectId)
    await carry(trx, actor, { projectId, sponsorUserIds }, body)
    await notifyChanged(scope, trx, actor, body.projectId)
  })
}

/** Deletes all of the projects, or none. */
export async function removeProjects(
  { db, eventLog, files }: Scope,
  actor: Actor,
  projectIds: number[],
): Promise<void> {
  const deletion = () =>
    inTransaction(db, async (trx) => {
      // Locked first, so that nobody adds a picture in between.
      await lockProjects(trx, projectIds)
      await files.release(trx, await deletePicturesOf(trx, projectIds))
      await eventLog.recordAll(trx, projectEvents.removed, {
        recordIds: projectIds,
        actorId: actor.userId,
        fields: {},
      })
      const deleted = await repository.deleteProjects(trx, actor, projectIds)
      if (deleted !== projectIds.length) throw new Refusal('NOT_FOUND')
    })
  await namingReferences(db, actor, { target: 'project', ids: projectIds }, deletion)
}
