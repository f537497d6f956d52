import type {
  AllocationSet,
  BudgetChange,
  BudgetChangeAsk,
  BudgetChangeQuery,
  BudgetDecision,
  BudgetLineCreate,
  ProjectMoney,
} from '@consilium/contract/budgets/budgets.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { linesServedBy, planLine } from './adding.ts'
import { overAt, requireFees } from './holding.ts'
import { askChange, changeView, decideChange, findChange, servedBy } from './changing.ts'
import { allocate, moneyOf } from './planning.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** What projects may spend: lines by category, changes that two people make, allocations to meetings. */
export function createBudgets(
  { db, clock, eventLog }: Context,
  modules: Pick<Scope, 'decisions' | 'projects'>,
) {
  const { projects } = modules
  const scope: Scope = { ...modules, db, clock, eventLog }

  return {
    approvals: [servedBy(scope), linesServedBy(scope)],
    requireFees: (trx: Db, meetingId: number, field: string): Promise<void> =>
      requireFees(scope, trx, meetingId, field),
    overAt: (within: Db, meetingIds: readonly number[]): Promise<Map<number, Evidence[]>> =>
      overAt(scope, within, meetingIds),
    money: (actor: Actor, projectId: number): Promise<ProjectMoney> => moneyOf(scope, actor, projectId),

    async plan(actor: Actor, body: BudgetLineCreate): Promise<ProjectMoney> {
      await planLine(scope, actor, body)
      return moneyOf(scope, actor, body.projectId)
    },

    async listChanges(actor: Actor, query: BudgetChangeQuery): Promise<Page<BudgetChange>> {
      await projects.find(actor, query.projectId)
      const page = await repository.listChanges(db, actor, query, clock.wire())
      return { ...page, rows: page.rows.map((row) => changeView(actor, row)) }
    },

    askChange: async (actor: Actor, body: BudgetChangeAsk): Promise<BudgetChange> =>
      findChange(scope, actor, await askChange(scope, actor, body)),

    async decideChange(actor: Actor, body: BudgetDecision): Promise<BudgetChange> {
      await decideChange(scope, actor, body)
      return findChange(scope, actor, body.changeId)
    },

    allocate: async (actor: Actor, body: AllocationSet): Promise<ProjectMoney> =>
      moneyOf(scope, actor, await allocate(scope, actor, body)),
  }
}

export { allocationFacts, lineFacts } from './facts-repository.ts'

export type Budgets = ReturnType<typeof createBudgets>
