import type { DecisionKind } from '../decisions/service.ts'

/** Another fee of a signed agreement: proposed by whoever runs the meeting, signed or declined by the expert. */
export const AMENDMENT: DecisionKind = {
  name: 'agreementAmendment',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'superseded'] },
  whilePending: 'replaces',
  keepsPeople: false,
}
