import type {
  IdentityField,
  IdentityProblem,
  IdentityState,
} from '@consilium/contract/experts/identity-check.ts'
import type { Generated, GeneratedAlways } from 'kysely'

type Time = string

interface IdentityCheck {
  expert_id: number
  /** Rises whenever it is asked for; an answer counts for its run only. */
  run: Generated<number>
  state: Exclude<IdentityState, 'notAsked'>
  /** Keyed hash of name, document and phone that are asked about. */
  subject_hash: Buffer
  fields: Generated<IdentityField[]>
  provider: string | null
  answered_time: Time | null
  problem: IdentityProblem | null
  attempts: Generated<number>
  /** Of one that is asked for: when its call is made at the earliest, or again if the process that makes it has died. */
  next_time: Time | null
  /** The call that is under way. */
  call_id: string | null
}

interface IdentityCheckCount {
  /** 0: all experts together. */
  expert_id: number
  /** `yyyy-MM-dd` */
  day: string
  asks: Generated<number>
  calls: Generated<number>
}

interface IdentityBasis {
  basis_id: GeneratedAlways<number>
  expert_id: number
  established_by: 'verifier' | 'hand'
  provider: string | null
  matched_time: Time | null
  approved_by: number | null
  approved_time: Time
  reason: string | null
  /** Null: of an approval from before it was kept. */
  subject_hash: Buffer | null
}

/** Tables of the identities of experts: what a verifier says, and what approvals rest on. */
export interface IdentityTables {
  identity_check: IdentityCheck
  identity_check_count: IdentityCheckCount
  identity_basis: IdentityBasis
}
