import type {
  AllocationSet,
  BudgetChange,
  BudgetChangeAsk,
  BudgetChangeQuery,
  BudgetDecision,
  BudgetLineCreate,
  ProjectMoney,
} from '@consilium/contract/budgets.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { EXPENSE_CATEGORIES, EXPENSE_LABELS, type ExpenseCategory } from '@consilium/contract/expenses.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'
import type { Project } from '@consilium/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { lockOpenMeeting } from '../meetings/service.ts'
import type { Projects } from '../projects/service.ts'
import { lineOf, overOf, totalOf } from './money.ts'
import { mayDecide, mayPlan } from './policy.ts'
import * as repository from './repository.ts'
import type { ChangeRow } from './repository.ts'

const placeOf = (category: ExpenseCategory) => EXPENSE_CATEGORIES.indexOf(category)

const changeView = (actor: Actor, row: ChangeRow): BudgetChange => ({
  ...row,
  abilities: { decide: mayDecide(actor, row) },
})

/** Throws ALLOCATION_EXCEEDED if meetings were allocated more of a category than is planned. */
async function requireAllotted(trx: Db, projectId: number, category: ExpenseCategory): Promise<void> {
  const line = (await repository.spendingOf(trx, projectId)).find((each) => each.category === category)
  if (line && Money(line.allocated).gt(line.planned ?? '0'))
    throw refuseField('ALLOCATION_EXCEEDED', 'amount')
}

/** What projects may spend: lines by category, changes that two people make, allocations to meetings. */
export function createBudgets({ db, clock }: Context, { projects }: { projects: Pick<Projects, 'find'> }) {
  async function money(actor: Actor, projectId: number, project?: Project): Promise<ProjectMoney> {
    const found = project ?? (await projects.find(actor, projectId))
    const spending = await repository.spendingOf(db, projectId)
    const lines = spending.map(lineOf).toSorted((a, b) => placeOf(a.category) - placeOf(b.category))
    return {
      projectId,
      lines,
      total: totalOf(lines),
      allocations: await repository.allocationsOf(db, projectId),
      abilities: { plan: mayPlan(actor, found) && !hasEnded(found) },
    }
  }

  const hasEnded = ({ endTime }: Project) => endTime !== null && endTime < clock.wire()

  /** The project whose budget the caller plans. A project that has ended is planned no more. */
  async function requirePlanned(actor: Actor, projectId: number): Promise<Project> {
    const project = await projects.find(actor, projectId)
    if (!mayPlan(actor, project)) throw new Refusal('FORBIDDEN')
    if (hasEnded(project)) throw refuseField('PROJECT_ENDED', 'projectId')
    return project
  }

  async function findChange(actor: Actor, changeId: number): Promise<BudgetChange> {
    const row = await repository.findChange(db, actor, changeId)
    if (!row) throw new Refusal('NOT_FOUND')
    return changeView(actor, row)
  }

  return {
    money,

    /**
     * Refuses fees that were written in this transaction if the fees of the project are now beyond its budget. Of two
     * transactions the second waits for the line, and sees what the first one committed.
     */
    async requireFees(trx: Db, meetingId: number, field: string): Promise<void> {
      const projectId = await repository.projectIdOf(trx, meetingId)
      if (projectId === undefined || (await repository.lockLine(trx, projectId, 'labor')) === undefined)
        return
      const line = (await repository.spendingOf(trx, projectId)).find(({ category }) => category === 'labor')
      if (line && overOf(line) !== '0.00') throw refuseField('BUDGET_EXCEEDED', field)
    },

    /** What is over the budget of a meeting's project, or over what was allocated to the meeting. */
    async overAt(within: Db, meetingId: number): Promise<Evidence[]> {
      const projectId = await repository.projectIdOf(within, meetingId)
      if (projectId === undefined) return []
      const ofProject = (await repository.spendingOf(within, projectId)).filter(
        ({ planned }) => planned !== null,
      )
      const ofMeeting = await repository.spendingAt(within, meetingId)
      const over = (scope: string, spending: readonly repository.Spending[]): Evidence[] =>
        spending
          .filter((each) => overOf(each) !== '0.00')
          .map((each) => ({
            key: `${scope}:${each.category}:${overOf(each)}`,
            name: `${EXPENSE_LABELS[each.category]['zh-CN']} ${EXPENSE_LABELS[each.category].en} +${overOf(each)}`,
          }))
      return [...over('project', ofProject), ...over('meeting', ofMeeting)]
    },

    async plan(actor: Actor, body: BudgetLineCreate): Promise<ProjectMoney> {
      const project = await requirePlanned(actor, body.projectId)
      await repository.insertLine(db, actor.userId, body)
      return money(actor, body.projectId, project)
    },

    async listChanges(actor: Actor, query: BudgetChangeQuery): Promise<Page<BudgetChange>> {
      await projects.find(actor, query.projectId)
      const page = await repository.listChanges(db, actor, query)
      return { ...page, rows: page.rows.map((row) => changeView(actor, row)) }
    },

    async askChange(actor: Actor, body: BudgetChangeAsk): Promise<BudgetChange> {
      await requirePlanned(actor, body.projectId)
      const changeId = await inTransaction(db, async (trx) => {
        const amountBefore = await repository.lockLine(trx, body.projectId, body.category)
        if (amountBefore === undefined) throw refuseField('BUDGET_LINE_MISSING', 'category')
        return repository.insertChange(trx, actor.userId, { ...body, amountBefore })
      })
      return findChange(actor, changeId)
    },

    async decideChange(actor: Actor, body: BudgetDecision): Promise<BudgetChange> {
      const change = await findChange(actor, body.changeId)
      const { projectId, category, amount } = change
      if (!mayPlan(actor, await projects.find(actor, projectId))) throw new Refusal('FORBIDDEN')
      if (change.askedBy === actor.userId) throw new Refusal('OWN_REQUEST')
      if (change.status !== 'pending') throw new Refusal('REQUEST_DECIDED')
      await inTransaction(db, async (trx) => {
        await repository.lockLine(trx, projectId, category)
        const decided = await repository.decideChange(trx, body, { by: actor.userId, time: clock.wire() })
        if (!decided) throw new Refusal('STALE_RECORD')
        if (body.status !== 'approved') return
        await repository.setLine(trx, { projectId, category, amount })
        await requireAllotted(trx, projectId, category)
      })
      return findChange(actor, body.changeId)
    },

    async allocate(actor: Actor, body: AllocationSet): Promise<ProjectMoney> {
      const projectId = await inTransaction(db, async (trx) => {
        await lockOpenMeeting(trx, actor, body.meetingId)
        const own = await repository.projectIdOf(trx, body.meetingId)
        if (own === undefined) throw refuseField('NOT_FOUND', 'meetingId')
        await requirePlanned(actor, own)
        const planned = await repository.lockLine(trx, own, body.category)
        if (planned === undefined) throw refuseField('BUDGET_LINE_MISSING', 'category')
        await repository.setAllocation(trx, body)
        await requireAllotted(trx, own, body.category)
        return own
      })
      return money(actor, projectId)
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>
