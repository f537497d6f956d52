import type { ProjectDimensionQuery } from '@consilium/contract/dimensions/carried-dimensions.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { sponsorAssignments } from './assignment-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

/** What projects and their meetings may carry of their sponsors. */
export const dimensionsOf = (scope: Scope) => ({
  /** Holds a project until the transaction ends, and returns the main accounts of its sponsors. */
  async holdSponsors(trx: Db, projectId: number): Promise<number[]> {
    if (!(await repository.holdProject(trx, projectId))) throw new Refusal('NOT_FOUND')
    return sponsorAssignments.list(trx, projectId)
  },

  async dimensionOptions(actor: Actor, projectId: number, query: ProjectDimensionQuery) {
    const { sponsorAdminUserIds } = await requireView(scope, actor, projectId)
    return scope.dimensions.optionsFor(actor, projectId, sponsorAdminUserIds, query)
  },
})
