import type { DecisionKind } from '../decisions/service.ts'

/** The audit of a plan: asked for whenever it waits for it. */
export const PLAN_AUDIT: DecisionKind = {
  name: 'projectPlan',
  edges: { pending: ['approved', 'refused', 'superseded', 'stale'] },
  whilePending: 'replaces',
  keepsPeople: false,
}
