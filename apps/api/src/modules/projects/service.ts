import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { OrgType } from '@consilium/contract/persons.ts'
import type { Project, ProjectCreate, ProjectQuery, ProjectUpdate } from '@consilium/contract/projects.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { namingReferences } from '../../domain/references.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Organizations } from '../organizations/service.ts'
import { executorAssignments, sponsorAssignments, type Assignments } from './assignment-repository.ts'
import { exportColumns } from './export-columns.ts'
import { abilitiesOn, fieldBeyond, mayLead, readsScore, scoreParameter } from './policy.ts'
import * as repository from './repository.ts'

interface AssignmentKind {
  orgType: OrgType
  field: string
  assignments: Assignments
}

const SPONSORS: AssignmentKind = {
  orgType: 'sponsor',
  field: 'sponsorAdminUserIds',
  assignments: sponsorAssignments,
}
const EXECUTORS: AssignmentKind = {
  orgType: 'executor',
  field: 'execAdminUserIds',
  assignments: executorAssignments,
}

export function createProjects(
  context: Context,
  modules: { accounts: Accounts; organizations: Organizations },
) {
  const { db, clock } = context
  const { accounts, organizations } = modules
  const view = (actor: Actor, row: repository.ProjectRow): Project => ({
    ...row,
    managerScore: readsScore(actor) ? row.managerScore : null,
    abilities: abilitiesOn(actor, row),
  })

  function requireScoreUnasked(actor: Actor, query: Parameters<typeof scoreParameter>[0]): void {
    const parameter = readsScore(actor) ? null : scoreParameter(query)
    if (parameter) throw refuseField('FORBIDDEN', parameter)
  }

  async function find(actor: Actor, projectId: number): Promise<Project> {
    const row = await repository.findProject(db, actor, projectId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  async function requireAssignable(trx: Db, kind: AssignmentKind, userIds: number[]): Promise<void> {
    const active = await organizations.activeMainAccounts(trx, kind.orgType, userIds)
    const refused = userIds.filter((userId) => !active.some((account) => account.userId === userId))
    if (refused.length === 0) return
    throw refuseField('ORGANIZATION_NOT_ASSIGNABLE', kind.field, {
      kind: DICTIONARY_LABELS.org_type[kind.orgType],
      ids: refused.join(', '),
    })
  }

  /**
   * Replaces the assigned accounts. An account disabled after its assignment may remain, because its meetings prevent
   * its removal.
   */
  async function replaceAssigned(
    trx: Db,
    kind: AssignmentKind,
    projectId: number,
    userIds: readonly number[],
  ) {
    // The lock on the project serialises concurrent replacements: the result is one of the sets, never a mixture.
    if (!(await repository.touchProject(trx, projectId))) throw new Refusal('NOT_FOUND')
    const current = await kind.assignments.list(trx, projectId)
    const added = userIds.filter((userId) => !current.includes(userId))
    const removed = current.filter((userId) => !userIds.includes(userId))
    await requireAssignable(trx, kind, added)
    if (added.length > 0) await kind.assignments.add(trx, projectId, added)
    if (removed.length > 0) await kind.assignments.remove(trx, projectId, removed)
  }

  async function assign(
    actor: Actor,
    kind: AssignmentKind,
    projectId: number,
    userIds: number[],
  ): Promise<Project> {
    await find(actor, projectId)
    await inTransaction(db, (trx) => replaceAssigned(trx, kind, projectId, userIds))
    return find(actor, projectId)
  }

  return {
    find,

    async list(actor: Actor, query: ProjectQuery): Promise<Page<Project>> {
      requireScoreUnasked(actor, query)
      const { total, rows } = await repository.listProjects(db, actor, query)
      return { total, rows: rows.map((row) => view(actor, row)) }
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
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    leadOptions: (keyword?: string) => repository.leadOptions(db, keyword, OPTIONS_MAX),

    async create(actor: Actor, body: ProjectCreate): Promise<Project> {
      return find(actor, await repository.insertProject(db, actor.userId, body))
    },

    async update(actor: Actor, body: ProjectUpdate): Promise<Project> {
      const project = await find(actor, body.projectId)
      if (project.version !== body.version) throw new Refusal('STALE_RECORD')
      const beyond = fieldBeyond(actor, project, body)
      if (beyond) throw refuseField('FORBIDDEN', beyond)
      if (!(await repository.updateProject(db, body))) throw new Refusal('STALE_RECORD')
      return find(actor, body.projectId)
    },

    assignSponsors: (actor: Actor, projectId: number, userIds: number[]) =>
      assign(actor, SPONSORS, projectId, userIds),

    assignExecutors: (actor: Actor, projectId: number, userIds: number[]) =>
      assign(actor, EXECUTORS, projectId, userIds),

    async setLead(actor: Actor, projectId: number, leadUserId: number | null): Promise<Project> {
      await find(actor, projectId)
      if (leadUserId !== null) {
        const [account] = await accounts.findMany(db, [leadUserId])
        if (!account || !mayLead(account)) throw refuseField('LEAD_NOT_ELIGIBLE', 'leadUserId')
      }
      await repository.setLead(db, projectId, leadUserId)
      return find(actor, projectId)
    },

    async evaluate(actor: Actor, projectId: number, managerScore: string | null): Promise<Project> {
      await find(actor, projectId)
      await repository.setScore(db, projectId, managerScore)
      return find(actor, projectId)
    },

    /** Deletes all of the projects, or none. */
    async remove(actor: Actor, projectIds: number[]): Promise<null> {
      const deletion = () =>
        inTransaction(db, async (trx) => {
          const deleted = await repository.deleteProjects(trx, actor, projectIds)
          if (deleted !== projectIds.length) throw new Refusal('NOT_FOUND')
        })
      await namingReferences(db, actor, { target: 'project', ids: projectIds }, deletion)
      return null
    },
  }
}

export type Projects = ReturnType<typeof createProjects>
