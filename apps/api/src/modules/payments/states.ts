import type { DecisionKind } from '../decisions/service.ts'

/** Relief under a treaty. Whether it waits or applies, either person may end it for later payments. */
export const TREATY_RELIEF: DecisionKind = {
  name: 'treatyRelief',
  edges: { pending: ['approved', 'refused', 'withdrawn'], approved: ['withdrawn'] },
  whilePending: 'REQUEST_DECIDED',
  keepsPeople: false,
}
