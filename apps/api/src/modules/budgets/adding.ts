import type { BudgetLineCreate } from '@consilium/contract/budgets/budgets.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { Served } from '../decisions/service.ts'
import { Money } from '../fees/service.ts'
import { lineOf } from './money.ts'
import { requirePlanned } from './planning.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { BUDGET_LINE } from './states.ts'

const contentOf = ({ category, amount }: Pick<BudgetLineCreate, 'category' | 'amount'>) => ({
  category,
  amount: Money(amount).toFixed(2),
})

/** Adds a line, or asks for it where steps hold. */
export async function planLine(scope: Scope, actor: Actor, body: BudgetLineCreate): Promise<void> {
  const { projectId, category } = body
  await requirePlanned(scope, actor, projectId)
  await inTransaction(scope.db, async (trx) => {
    if ((await repository.lockLine(trx, projectId, category)) !== undefined)
      throw refuseField('BUDGET_LINE_EXISTS', 'category')
    const asking = { recordId: projectId, part: category, content: contentOf(body), askedBy: actor.userId }
    if ((await scope.decisions.askIfSteps(trx, BUDGET_LINE, asking)) === null)
      await repository.insertLine(trx, actor.userId, body)
  })
}

/** How new lines are decided step by step; what is asked for stands in the request. */
export const linesServedBy = (scope: Scope): Served => ({
  name: BUDGET_LINE.name,
  about: (_trx, { recordId, part = '', content }) =>
    Promise.resolve({
      kind: 'budgetLine',
      projectId: recordId,
      amount: String(content['amount']),
      category: part,
      changes: [{ field: 'amount', before: null, after: String(content['amount']) }],
    }),
  titles: repository.projectTitlesOf,
  async describe(db, decisionId) {
    const { projectId, category, amount } = await repository.lineAsked(db, decisionId)
    const spending = await repository.spendingOf(db, projectId, scope.clock.wire())
    const row = spending.find((each) => each.category === category)
    const unplanned = { category, planned: null, allocated: '0.00', committed: '0.00', actual: '0.00' }
    const { planned, committed, actual, free } = lineOf(row ?? unplanned)
    const freeAfter = Money(free).plus(Money(amount).minus(planned)).toFixed(2)
    return {
      changes: [],
      money: { planned, committed, actual, freeBefore: free, freeAfter },
      openChecks: [],
      meetingId: null,
    }
  },
  async settle(trx, actor, decisionId, verdict) {
    const line = await repository.lineAsked(trx, decisionId)
    const given = { ...verdict, by: actor.userId, content: contentOf(line) }
    const state = await scope.decisions.decide(trx, BUDGET_LINE, decisionId, given)
    if (state === 'approved') await repository.insertLine(trx, line.askedBy ?? actor.userId, line)
    return state
  },
})
