import type { DecisionKind } from '../decisions/service.ts'

/** A waiver keeps who asked for it and who approved it. */
export const WAIVER: DecisionKind = {
  name: 'waiver',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'WAIVER_PENDING',
  keepsPeople: true,
}
