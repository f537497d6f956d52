import type { DecisionKind } from '../decisions/service.ts'

/** Another amount of a line of a project's budget. */
export const BUDGET_CHANGE: DecisionKind = {
  name: 'budgetChange',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'BUDGET_CHANGE_PENDING',
  keepsPeople: false,
}
