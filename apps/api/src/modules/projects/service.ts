import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import type {
  Project,
  ProjectCreate,
  ProjectEvaluation,
  ProjectQuery,
  ProjectScore,
  ProjectUpdate,
} from '@consilium/contract/projects/projects.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { assignAccounts, createAssigned, EXECUTORS, setLead, SPONSORS } from './assigning.ts'
import { changeProject, removeProjects } from './changing.ts'
import { dimensionsOf } from './dimensions.ts'
import { evaluateProject, evaluationsOf } from './evaluating.ts'
import { exportColumns } from './export-columns.ts'
import { createPictures } from './pictures.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireScoreUnasked, requireView, viewOf } from './view.ts'

type Modules = Omit<Scope, 'db' | 'eventLog' | 'fileWork'>

export function createProjects({ db, clock, eventLog, fileWork }: Context, modules: Modules) {
  const scope: Scope = { ...modules, db, eventLog, fileWork }
  const find = (actor: Actor, projectId: number, within: Db = db): Promise<Project> =>
    requireView({ db: within }, actor, projectId)

  return {
    find,

    async list(actor: Actor, query: ProjectQuery): Promise<Page<Project>> {
      requireScoreUnasked(actor, query)
      const page = await repository.listProjects(db, actor, query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    /** Exports the records of `list` as a spreadsheet. */
    async export(
      actor: Actor,
      query: Omit<ProjectQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      requireScoreUnasked(actor, query)
      return exportFile({
        name: { 'zh-CN': '项目', en: 'projects' },
        language,
        today: clock.today(),
        columns: exportColumns(language),
        async batch(after) {
          const { rows, next } = await repository.batchOfProjects(db, actor, query, after)
          return { rows: rows.map((row) => viewOf(actor, row)), next }
        },
      })
    },

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

export type Projects = ReturnType<typeof createProjects>
