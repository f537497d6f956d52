import type { ErrorName } from '@consilium/contract/errors.ts'
import type { DecisionState } from '../../infra/db/decision-tables.ts'

export type { DecisionState } from '../../infra/db/decision-tables.ts'

/** Where a request may go from each of its states. */
export type Edges = Readonly<Partial<Record<DecisionState, readonly DecisionState[]>>>

/** What differs between the kinds of requests; each kind is declared in the `states.ts` of the module that asks. */
export interface DecisionKind {
  /** Stored with each request, so it never changes. */
  readonly name: string
  readonly edges: Edges
  /** The error of a second request for the same part of a record while the first is pending, or that it replaces the first. */
  readonly whilePending: ErrorName | 'replaces'
  /** Accounts of those who asked and decided cannot be deleted; otherwise the request loses their names. */
  readonly keepsPeople: boolean
}

/** The states from which a request comes to another one. */
export const statesBefore = ({ edges }: Pick<DecisionKind, 'edges'>, to: DecisionState): DecisionState[] =>
  (Object.keys(edges) as DecisionState[]).filter((from) => edges[from]?.includes(to))
