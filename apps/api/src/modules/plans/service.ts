import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  ProjectPlan,
  ProjectPlanAudit,
  ProjectPlanCreate,
  ProjectPlanQuery,
  ProjectPlanUpdate,
} from '@consilium/contract/plans.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'
import { createDesignFiles } from './design-files.ts'
import { planColumns } from './export-columns.ts'
import { abilitiesOn, isFixedFor, isSubmittedAgain, manages, maySettle, outcomeOf } from './policy.ts'
import * as repository from './repository.ts'
import { createSpecialPlans } from './special-plans.ts'

interface Modules {
  files: Pick<Files, 'urlOf' | 'requireUsable'>
  messages: Pick<Messages, 'send'>
  dictionaries: Pick<Dictionaries, 'labels'>
}

type Given = Omit<ProjectPlanUpdate, 'planId' | 'version'>

/** Project plans, submitted by experts and managers, and special plans. */
export function createPlans(context: Context, { files, messages, dictionaries }: Modules) {
  const { db, clock } = context
  const designFiles = createDesignFiles(files)
  const view = (actor: Actor, row: repository.PlanRow): ProjectPlan => ({
    ...row,
    designFileUrl: designFiles.shown(row.designFileUrl),
    abilities: abilitiesOn(actor, row),
  })

  async function findRow(actor: Actor, planId: number): Promise<repository.PlanRow> {
    const row = await repository.findPlan(db, actor, planId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const find = async (actor: Actor, planId: number): Promise<ProjectPlan> =>
    view(actor, await findRow(actor, planId))

  /** The project columns to store. A number that no project has yet is kept as text. */
  async function projectOf(
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
   * The fields that the caller may store. The submitter that an expert names is ignored. Throws FORBIDDEN if the
   * settled flag would change and the caller is not a manager.
   */
  async function contentOf(actor: Actor, given: Given, current: repository.PlanRow | null) {
    const { submitterId, ...content } = given
    if (!maySettle(actor, given.isSettled, current)) throw refuseField('FORBIDDEN', 'isSettled')
    const designFileUrl = await designFiles.accept(db, actor, given.designFileUrl, current?.designFileUrl)
    const project = await projectOf(actor, given, current)
    return { ...content, ...project, designFileUrl, submitterId: manages(actor) ? submitterId : undefined }
  }

  async function tellDecision(
    trx: Db,
    plan: repository.PlanRow,
    decision: repository.Decision,
  ): Promise<void> {
    await messages.send(trx, {
      userId: plan.submitterId,
      kind: 'planAudit',
      params: {
        auditStatus: decision.auditStatus,
        planName: plan.planName,
        projectName: plan.projectName ?? '',
        opinion: decision.auditOpinion ?? '',
      },
      link: { resource: 'projectPlan', id: plan.planId },
    })
  }

  return {
    special: createSpecialPlans(context, { files }),
    find,

    async list(actor: Actor, query: ProjectPlanQuery): Promise<Page<ProjectPlan>> {
      const { total, rows } = await repository.listPlans(db, actor, query)
      return { total, rows: rows.map((row) => view(actor, row)) }
    },

    /** Exports the plans of `list` as a spreadsheet. */
    async export(actor: Actor, query: repository.PlanFilters, language: Language): Promise<FileAnswer> {
      return exportFile({
        name: { 'zh-CN': '项目方案', en: 'project-plans' },
        language,
        today: clock.today(),
        columns: planColumns(language, await dictionaries.labels(language)),
        batch: (after) => repository.batchOfPlans(db, actor, query, after),
      })
    },

    async create(actor: Actor, { planName, ...given }: ProjectPlanCreate): Promise<ProjectPlan> {
      const { submitterId = actor.userId, ...content } = await contentOf(actor, given, null)
      return find(actor, await repository.insertPlan(db, { ...content, planName, submitterId }))
    },

    /** An equal version means an unchanged plan, so the checks made before the conditional update still hold. */
    async update(actor: Actor, { planId, version, ...given }: ProjectPlanUpdate): Promise<ProjectPlan> {
      const plan = await findRow(actor, planId)
      if (isFixedFor(actor, plan)) throw new Refusal('PLAN_APPROVED')
      if (plan.version !== version) throw new Refusal('STALE_RECORD')
      const content = await contentOf(actor, given, plan)
      const change = { ...content, isSubmittedAgain: isSubmittedAgain(actor, plan) }
      if (!(await repository.updatePlan(db, { planId, version }, change))) throw new Refusal('STALE_RECORD')
      return find(actor, planId)
    },

    /** Decides on a plan and notifies its submitter. The lock makes the second of two concurrent audits late. */
    async audit(actor: Actor, { planId, ...audit }: ProjectPlanAudit): Promise<ProjectPlan> {
      await inTransaction(db, async (trx) => {
        const [plan] = await repository.lockPlans(trx, actor, [planId])
        if (!plan) throw new Refusal('NOT_FOUND')
        const outcome = outcomeOf(actor, plan, audit)
        if (outcome === 'late') throw new Refusal('STALE_RECORD')
        if (outcome === 'repetition') return
        const { auditStatus, auditOpinion = null } = audit
        const decision = { auditStatus, auditOpinion, auditBy: actor.userId }
        await repository.decide(trx, planId, decision)
        await tellDecision(trx, plan, decision)
      })
      return find(actor, planId)
    },

    /** Deletes all of the plans, or none. */
    async remove(actor: Actor, planIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const plans = await repository.lockPlans(trx, actor, planIds)
        if (plans.length < planIds.length) throw new Refusal('NOT_FOUND')
        if (plans.some((plan) => isFixedFor(actor, plan))) throw new Refusal('PLAN_APPROVED')
        await repository.deletePlans(trx, planIds)
      })
      return null
    },
  }
}

export type Plans = ReturnType<typeof createPlans>
