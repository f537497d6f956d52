import { BUDGET_NEAR_SHARE, type BudgetLine, type BudgetState } from '@consilium/contract/budgets/budgets.ts'
import { Money } from '../fees/service.ts'
import type { Spending } from './repository.ts'

const spentOf = ({ committed, actual }: Pick<Spending, 'committed' | 'actual'>) =>
  Money(committed).plus(actual)

/** How much a line, a meeting or a project has gone over what was planned; zero if it has not. */
export function overOf(spending: Pick<Spending, 'planned' | 'committed' | 'actual'>): string {
  const over = spentOf(spending).minus(spending.planned ?? '0')
  return over.gt('0') ? over.toFixed(2) : '0.00'
}

function stateOf(spending: Spending): BudgetState {
  const [spent, planned] = [spentOf(spending), Money(spending.planned ?? '0')]
  if (spent.gt(planned)) return 'over'
  return spent.gt('0') && spent.gte(planned.times(BUDGET_NEAR_SHARE)) ? 'near' : 'within'
}

/** A line with what is free: planned = committed + actual + free, to the cent. */
export function lineOf(spending: Spending): BudgetLine {
  const planned = spending.planned ?? '0.00'
  return {
    category: spending.category,
    hasLine: spending.planned !== null,
    planned,
    committed: spending.committed,
    actual: spending.actual,
    free: Money(planned).minus(spentOf(spending)).toFixed(2),
    allocated: spending.allocated,
    state: stateOf(spending),
  }
}

const FIGURES = ['planned', 'committed', 'actual', 'free'] as const

export function totalOf(lines: readonly BudgetLine[]) {
  const sumOf = (figure: (typeof FIGURES)[number]) =>
    lines.reduce((sum, line) => sum.plus(line[figure]), Money('0')).toFixed(2)
  return {
    planned: sumOf('planned'),
    committed: sumOf('committed'),
    actual: sumOf('actual'),
    free: sumOf('free'),
  }
}
