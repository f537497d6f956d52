import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  SpecialPlan,
  SpecialPlanCreate,
  SpecialPlanQuery,
  SpecialPlanUpdate,
} from '@consilium/contract/plans/special-plans.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Files } from '../files/service.ts'
import { specialPlanColumns } from './export-columns.ts'
import { abilitiesOnSpecial } from './policy.ts'
import * as repository from './special-plan-repository.ts'

/** Special plans are maintained by managers; leads may read them. */
export function createSpecialPlans(
  { db, clock }: Context,
  { files }: { files: Pick<Files, 'urlOf' | 'requireUsable'> },
) {
  const view = (actor: Actor, row: repository.SpecialPlanRow): SpecialPlan => ({
    ...row,
    attachmentUrls: row.attachments.map((fileId) => files.urlOf(fileId)),
    abilities: abilitiesOnSpecial(actor),
  })

  async function find(actor: Actor, specialPlanId: number): Promise<SpecialPlan> {
    const row = await repository.findSpecialPlan(db, specialPlanId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  return {
    find,

    async list(actor: Actor, query: SpecialPlanQuery): Promise<Page<SpecialPlan>> {
      const page = await repository.listSpecialPlans(db, query)
      return { ...page, rows: page.rows.map((row) => view(actor, row)) }
    },

    /** Exports the special plans of `list` as a spreadsheet. */
    export: (query: repository.SpecialPlanFilters, language: Language): FileAnswer =>
      exportFile({
        name: { 'zh-CN': '专项方案', en: 'special-plans' },
        language,
        today: clock.today(),
        columns: specialPlanColumns(language),
        batch: (after) => repository.batchOfSpecialPlans(db, query, after),
      }),

    async create(actor: Actor, body: SpecialPlanCreate): Promise<SpecialPlan> {
      await files.requireUsable(db, actor, body.attachments ?? [], [], 'attachments')
      return find(actor, await repository.insertSpecialPlan(db, actor.userId, body))
    },

    async update(actor: Actor, body: SpecialPlanUpdate): Promise<SpecialPlan> {
      const { attachments } = await find(actor, body.specialPlanId)
      await files.requireUsable(db, actor, body.attachments ?? [], attachments, 'attachments')
      if (!(await repository.updateSpecialPlan(db, body))) throw new Refusal('STALE_RECORD')
      return find(actor, body.specialPlanId)
    },

    async changeStatus(actor: Actor, specialPlanId: number, status: '0' | '1'): Promise<SpecialPlan> {
      if (!(await repository.setStatus(db, specialPlanId, status))) throw new Refusal('NOT_FOUND')
      return find(actor, specialPlanId)
    },

    /** Deletes all of the special plans, or none. */
    async remove(specialPlanIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const deleted = await repository.deleteSpecialPlans(trx, specialPlanIds)
        if (deleted < specialPlanIds.length) throw new Refusal('NOT_FOUND')
      })
      return null
    },
  }
}
