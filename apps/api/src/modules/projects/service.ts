import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import type {
  Project,
  ProjectCreate,
  ProjectEvaluation,
  ProjectScore,
  ProjectUpdate,
} from '@consilium/contract/projects/projects.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { assignAccounts, createAssigned, EXECUTORS, setLead, SPONSORS } from './assigning.ts'
import { changeProject, removeProjects } from './changing.ts'
import { dimensionsOf } from './dimensions.ts'
import { evaluateProject, evaluationsOf } from './evaluating.ts'
import { listing } from './listing.ts'
import { createPictures } from './pictures.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

type Modules = Omit<Scope, 'db' | 'eventLog' | 'fileWork'>

export function createProjects({ db, clock, eventLog, fileWork }: Context, modules: Modules) {
  const scope: Scope = { ...modules, db, eventLog, fileWork }
  const find = (actor: Actor, projectId: number, within: Db = db): Promise<Project> =>
    requireView({ db: within }, actor, projectId)

  return {
    find,

    ...listing({ db, clock }),
    ...dimensionsOf(scope),

    leadOptions: (keyword?: string) => repository.leadOptions(db, keyword, OPTIONS_MAX),

    create: async (actor: Actor, body: ProjectCreate): Promise<Project> =>
      find(actor, await createAssigned(scope, actor, body)),

    async update(actor: Actor, body: ProjectUpdate): Promise<Project> {
      await changeProject(scope, actor, body)
      return find(actor, body.projectId)
    },

    async assignSponsors(actor: Actor, projectId: number, userIds: number[]): Promise<Project> {
      await assignAccounts(scope, actor, SPONSORS, { projectId, userIds })
      return find(actor, projectId)
    },

    async assignExecutors(actor: Actor, projectId: number, userIds: number[]): Promise<Project> {
      await assignAccounts(scope, actor, EXECUTORS, { projectId, userIds })
      return find(actor, projectId)
    },

    async setLead(actor: Actor, projectId: number, leadUserId: number | null): Promise<Project> {
      await setLead(scope, actor, projectId, leadUserId)
      return find(actor, projectId)
    },

    async evaluate(actor: Actor, projectId: number, body: ProjectScore): Promise<Project> {
      await evaluateProject(scope, actor, projectId, body)
      return find(actor, projectId)
    },

    evaluations: (actor: Actor, projectId: number): Promise<ProjectEvaluation[]> =>
      evaluationsOf(scope, actor, projectId),

    pictures: createPictures(scope),

    async remove(actor: Actor, projectIds: number[]): Promise<null> {
      await removeProjects(scope, actor, projectIds)
      return null
    },
  }
}

export {
  pictureFacts,
  projectFacts,
  publicProjectFacts,
  sponsorFacts,
  sponsorsOfProject,
} from './facts-repository.ts'

export type Projects = ReturnType<typeof createProjects>
