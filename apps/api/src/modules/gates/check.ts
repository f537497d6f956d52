import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Facts } from './facts.ts'

/** What one check finds: nothing open means that it is met. */
export interface Finding {
  open: readonly Evidence[]
  count: number | null
}

/** A check as data: the module whose records decide, and what it finds open. */
export interface Check {
  readonly module: string
  readonly look: (facts: Facts, threshold: number) => Finding
}
