import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import type { ApprovalStep } from '@consilium/contract/approvals/approval-policies.ts'
import type { ApprovalChanges, Verdict } from '@consilium/contract/approvals/approvals.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type Json<T> = ColumnType<T, string, string>

export type DecisionState = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'superseded' | 'stale'
export const DECISION_STATES = [
  'pending',
  'approved',
  'refused',
  'withdrawn',
  'superseded',
  'stale',
] as const satisfies readonly DecisionState[]

interface DecisionTable {
  decision_id: GeneratedAlways<number>
  kind: string
  /** The record that changes if the request is approved, and which part of it. */
  record_id: number
  part: Generated<string>
  /** The organization whose people decide; null for the platform. */
  owner_org_id: number | null
  /** Null in rows from before it was kept. */
  content_sha256: Buffer | null
  reason: string | null
  asked_by: number | null
  asked_time: ColumnType<Time, Time | undefined, Time>
  state: Generated<DecisionState>
  decided_by: number | null
  decided_time: Time | null
  opinion: string | null
  keeps_people: boolean
  version: Generated<number>
  /** Whose steps hold; null for kinds without any. */
  approval_kind: Generated<ApprovalKind | null>
  project_id: Generated<number | null>
  amount: Generated<string | null>
  category: Generated<string | null>
  round: Generated<number>
  sent_back_time: Generated<Time | null>
  /** Who decides nothing of it beside whoever asked. */
  barred_user_ids: Generated<number[]>
  /** What would change, where the record has no row of its own for it. */
  changes: ColumnType<ApprovalChanges | null, string | null | undefined, string | null>
}

interface ApprovalPolicyTable {
  policy_id: GeneratedAlways<number>
  kind: ApprovalKind
  /** Null for the platform. */
  owner_org_id: number | null
  /** `yyyy-MM-dd` */
  valid_from: string
  note: string | null
  steps: Json<ApprovalStep[]>
  create_user_id: number | null
  create_time: ColumnType<Time, Time | undefined, never>
}

export type StepState = 'waiting' | 'open' | 'passed' | 'ended'

interface DecisionStepTable {
  step_id: GeneratedAlways<number>
  decision_id: number
  place: number
  policy_id: number | null
  owner_org_id: number | null
  roles: RoleType[]
  persons: number[]
  asks_lead: boolean
  need: 'any' | 'all'
  due_days: number | null
  escalate_to: Generated<number[]>
  state: Generated<StepState>
  opened_time: Time | null
  due_time: Time | null
  remind_time: Time | null
  reminders: Generated<number>
  added_by: number | null
  is_added: Generated<boolean>
  is_fallback: Generated<boolean>
}

interface DecisionSeatTable {
  seat_id: GeneratedAlways<number>
  step_id: number
  decision_id: number
  user_id: number | null
  role: RoleType | null
  /** The organization of the role, 0 for the platform. */
  org_key: number | null
  lead_project_id: number | null
}

interface DecisionVoteTable {
  vote_id: GeneratedAlways<number>
  decision_id: number
  step_id: number | null
  round: number
  user_id: number | null
  for_user_ids: number[]
  verdict: Verdict
  to_user_id: number | null
  opinion: string | null
  time: Time
}

interface AbsenceTable {
  absence_id: GeneratedAlways<number>
  user_id: number
  delegate_user_id: number
  from_time: Time
  to_time: Time
  create_time: ColumnType<Time, Time | undefined, never>
}

export interface DecisionTables {
  decision: DecisionTable
  approval_policy: ApprovalPolicyTable
  decision_step: DecisionStepTable
  decision_seat: DecisionSeatTable
  decision_vote: DecisionVoteTable
  absence: AbsenceTable
}
