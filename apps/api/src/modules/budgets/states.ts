import type { DecisionKind } from '../decisions/service.ts'

/** Another amount of a line of a project's budget. */
export const BUDGET_CHANGE: DecisionKind = {
  name: 'budgetChange',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'BUDGET_CHANGE_PENDING',
  keepsPeople: false,
}

/** A new line of a project's budget, where steps are set up for it. */
export const BUDGET_LINE: DecisionKind = {
  name: 'budgetLine',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'APPROVAL_PENDING',
  keepsPeople: false,
}
