import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  ProjectPlan,
  ProjectPlanAudit,
  ProjectPlanCreate,
  ProjectPlanQuery,
  ProjectPlanUpdate,
} from '@consilium/contract/plans/plans.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import { PLAN_AUDIT } from './audit-kind.ts'
import { auditPlan, auditsServedBy } from './auditing.ts'
import { createDesignFiles } from './design-files.ts'
import { planColumns } from './export-columns.ts'
import { abilitiesOn } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { createSpecialPlans } from './special-plans.ts'
import { changePlan, removePlans, submitPlan } from './submitting.ts'

export { projectOfPlan } from './repository.ts'

interface Modules {
  decisions: Decisions
  files: Pick<Files, 'urlOf' | 'requireUsable'>
  dictionaries: Pick<Dictionaries, 'labels'>
}

/** Project plans, submitted by experts and managers, and special plans. */
export function createPlans(context: Context, { decisions, files, dictionaries }: Modules) {
  const { db, clock, eventLog } = context
  const designFiles = createDesignFiles(files)
  const scope: Scope = { db, eventLog, decisions, designFiles }

  /** Plans as the caller sees them; whose audit has steps is audited by those whom they ask. */
  async function views(actor: Actor, rows: readonly repository.PlanRow[]): Promise<ProjectPlan[]> {
    const waiting = rows.filter(({ auditStatus }) => auditStatus === 'pending').map(({ planId }) => planId)
    const asked = await decisions.asks(db, PLAN_AUDIT, waiting, actor.userId)
    return rows.map((row) => ({
      ...row,
      designFileUrl: designFiles.shown(row.designFileUrl),
      abilities: abilitiesOn(actor, row, asked.get(row.planId) ?? true),
    }))
  }

  async function findRow(actor: Actor, planId: number): Promise<repository.PlanRow> {
    const row = await repository.findPlan(db, actor, planId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const find = async (actor: Actor, planId: number): Promise<ProjectPlan> =>
    (await views(actor, [await findRow(actor, planId)]))[0]!

  return {
    approvals: [auditsServedBy(scope)],
    special: createSpecialPlans(context, { files }),
    find,

    async list(actor: Actor, query: ProjectPlanQuery): Promise<Page<ProjectPlan>> {
      const page = await repository.listPlans(db, actor, query)
      return { ...page, rows: await views(actor, page.rows) }
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

    create: async (actor: Actor, body: ProjectPlanCreate): Promise<ProjectPlan> =>
      find(actor, await submitPlan(scope, actor, body)),

    async update(actor: Actor, body: ProjectPlanUpdate): Promise<ProjectPlan> {
      await changePlan(scope, actor, await findRow(actor, body.planId), body)
      return find(actor, body.planId)
    },

    async audit(actor: Actor, body: ProjectPlanAudit): Promise<ProjectPlan> {
      await auditPlan(scope, actor, body)
      return find(actor, body.planId)
    },

    async remove(actor: Actor, planIds: number[]): Promise<null> {
      await removePlans(scope, actor, planIds)
      return null
    },
  }
}

export type Plans = ReturnType<typeof createPlans>
