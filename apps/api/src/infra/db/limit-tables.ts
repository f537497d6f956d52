import type { CapPolicy, StoredCap } from '@consilium/contract/caps/caps.ts'
import type { GateMode, MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import type { Evidence, GatePolicy } from '@consilium/contract/gates/gate-routes.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type Json<T> = ColumnType<T, string, string>
type CreateTime = ColumnType<Time, Time | undefined, never>

interface GatePolicyTable {
  policy_id: GeneratedAlways<number>
  /** The sponsor whose rules these are; null for the platform. */
  owner_org_id: number | null
  /** `yyyy-MM-dd` */
  valid_from: string
  note: string | null
  rules: Json<GatePolicy['rules']>
  create_user_id: number | null
  create_time: CreateTime
}

interface MeetingWaiver {
  waiver_id: GeneratedAlways<number>
  meeting_id: number
  check_id: MeetingCheck
  expert_id: number | null
  covers: Json<Evidence[]>
  decision_id: number
  create_time: CreateTime
}

interface CapPolicyTable {
  policy_id: GeneratedAlways<number>
  /** The sponsor whose rules these are; null for the platform. */
  owner_org_id: number | null
  /** `yyyy-MM-dd` */
  valid_from: string
  note: string | null
  overlap_mode: GateMode
  caps: Json<StoredCap[]>
  tiers: Json<CapPolicy['tiers']>
  create_user_id: number | null
  create_time: CreateTime
}

interface CapPolicyProduct {
  policy_id: number
  dimension_id: number
  kind: Generated<'product'>
}

interface ExpertIdentity {
  expert_id: number
  identity_hash: Buffer | null
  /** A trigger sets it when the number changes. */
  is_stale: boolean
}

interface CapTry {
  expert_id: number
  exec_user_id: number
  /** `yyyy-MM-dd`, as the day of the meeting. */
  tried_on: string
  meeting_day: string
  own_fees: string
}

interface ConflictDeclarationTable {
  declaration_id: GeneratedAlways<number>
  expert_id: number
  year: number
  has_conflict: boolean
  statement: string | null
  declared_time: Time
}

interface BudgetLineTable {
  project_id: number
  category: ExpenseCategory
  amount: string
  create_user_id: number | null
  create_time: CreateTime
}

interface BudgetChangeTable {
  change_id: GeneratedAlways<number>
  project_id: number
  category: ExpenseCategory
  amount_before: string
  amount: string
  decision_id: number
  create_time: CreateTime
}

/** Tables of what was allowed: gates and their waivers, caps, budgets. */
export interface LimitTables {
  gate_policy: GatePolicyTable
  gate_start: { is_only: boolean; awaits: 'choice' | 'notice' | null }
  meeting_waiver: MeetingWaiver
  cap_policy: CapPolicyTable
  cap_policy_product: CapPolicyProduct
  cap_try: CapTry
  expert_identity: ExpertIdentity
  expert_post: { expert_id: number; association_post: string }
  budget_line: BudgetLineTable
  budget_change: BudgetChangeTable
  budget_allocation: { meeting_id: number; category: ExpenseCategory; amount: string }
  conflict_declaration: ConflictDeclarationTable
}
