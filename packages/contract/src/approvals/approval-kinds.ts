import { EXPENSE_LABELS } from '../attendees/expenses.ts'
import type { RoleType } from '../accounts/roles.ts'
import type { Words } from '../errors.ts'
import { CHECK_LABELS } from '../gates/gates.ts'

/** Whose policies hold for a kind: those of all owners together, the executor's steps first, the sponsors' last. */
export const APPROVAL_OWNERS = ['executor', 'platform', 'sponsor'] as const
export type ApprovalOwner = (typeof APPROVAL_OWNERS)[number]
export const APPROVAL_OWNER_LABELS = {
  executor: { 'zh-CN': '执行单位', en: 'Executor' },
  platform: { 'zh-CN': '平台', en: 'Platform' },
  sponsor: { 'zh-CN': '申办方', en: 'Sponsor' },
} as const satisfies Record<ApprovalOwner, Words>

/** The roles that a step may ask, by the owner of its policy. */
export const STEP_ROLES = {
  platform: ['manager', 'admin'],
  sponsor: ['sponsor', 'compliance', 'finance', 'supervisor'],
  executor: ['executor', 'meetingExecutor', 'finance', 'supervisor'],
} as const satisfies Record<ApprovalOwner, readonly RoleType[]>

/** Who is asked where no policy of the owner says otherwise: one person of these. */
interface Shipped {
  /** The platform, or the executor that the request concerns. */
  readonly owner: 'platform' | 'executor'
  readonly roles: readonly RoleType[]
  readonly lead: boolean
}

interface ApprovalKindRules {
  readonly label: Words
  readonly owners: readonly ApprovalOwner[]
  /** Null: it takes effect at once, by whoever may do it. */
  readonly shipped: Shipped | null
  /** A step may hold from an amount on, and for one of these categories. */
  readonly hasAmount: boolean
  readonly categories: Readonly<Record<string, Words>>
  /** Whether several may be decided in one go. */
  readonly inBulk: boolean
  readonly concerns: 'meeting' | 'project' | 'none'
}

const MANAGERS = ['admin', 'manager'] as const
const EVERYBODY = APPROVAL_OWNERS

/** Everything that steps can be set up for. A kind is a row here and what its module serves (decision 112). */
export const APPROVALS = {
  waiver: {
    label: { 'zh-CN': '豁免阶段要求', en: 'Waiver of a check' },
    owners: EVERYBODY,
    shipped: { owner: 'platform', roles: MANAGERS, lead: false },
    hasAmount: false,
    categories: CHECK_LABELS,
    inBulk: false,
    concerns: 'meeting',
  },
  feeAboveTier: {
    label: { 'zh-CN': '超标准劳务费', en: 'Fee above its tier' },
    owners: EVERYBODY,
    shipped: { owner: 'platform', roles: MANAGERS, lead: false },
    hasAmount: false,
    categories: {},
    inBulk: false,
    concerns: 'meeting',
  },
  budgetLine: {
    label: { 'zh-CN': '新增预算科目', en: 'Line of a budget' },
    owners: ['platform', 'sponsor'],
    shipped: null,
    hasAmount: true,
    categories: EXPENSE_LABELS,
    inBulk: true,
    concerns: 'project',
  },
  budgetChange: {
    label: { 'zh-CN': '预算调整', en: 'Change of a budget' },
    owners: EVERYBODY,
    shipped: { owner: 'platform', roles: MANAGERS, lead: true },
    hasAmount: true,
    categories: EXPENSE_LABELS,
    inBulk: true,
    concerns: 'project',
  },
  meetingPlan: {
    label: { 'zh-CN': '会议计划', en: 'Plan of a meeting' },
    owners: EVERYBODY,
    shipped: null,
    hasAmount: true,
    categories: {},
    inBulk: true,
    concerns: 'meeting',
  },
  expertAudit: {
    label: { 'zh-CN': '专家审核', en: 'Review of an expert' },
    owners: ['platform'],
    shipped: null,
    hasAmount: false,
    categories: {},
    inBulk: true,
    concerns: 'none',
  },
  projectPlan: {
    label: { 'zh-CN': '项目方案审核', en: 'Review of a project plan' },
    owners: ['platform', 'sponsor'],
    shipped: null,
    hasAmount: false,
    categories: {},
    inBulk: true,
    concerns: 'project',
  },
  paymentBatch: {
    label: { 'zh-CN': '付款批次放行', en: 'Release of a payment batch' },
    owners: ['executor', 'platform'],
    shipped: null,
    hasAmount: true,
    categories: {},
    inBulk: false,
    concerns: 'none',
  },
  bankPreset: {
    label: { 'zh-CN': '自定义银行文件格式', en: 'Own bank file format' },
    owners: ['executor'],
    shipped: { owner: 'executor', roles: ['finance'], lead: false },
    hasAmount: false,
    categories: {},
    inBulk: false,
    concerns: 'none',
  },
} as const satisfies Record<string, ApprovalKindRules>

export type ApprovalKind = keyof typeof APPROVALS
export const APPROVAL_KINDS = Object.keys(APPROVALS) as [ApprovalKind, ...ApprovalKind[]]
export const APPROVAL_KIND_LABELS = Object.fromEntries(
  APPROVAL_KINDS.map((kind) => [kind, APPROVALS[kind].label]),
) as Record<ApprovalKind, Words>
export const rulesOf = (kind: ApprovalKind): ApprovalKindRules => APPROVALS[kind]

/** What the dialog shows of the plan of a meeting, and of a batch that is to be released. */
export const MEETING_PLAN_FIELDS = [
  'scheduleStartTime',
  'scheduleEndTime',
  'scheduleLocation',
  'orgName',
  'attendeeCount',
  'amount',
] as const
export const BATCH_FIELDS = [
  'orgName',
  'preset',
  'paidDate',
  'lines',
  'refused',
  'amount',
  'lockedByName',
] as const
/** The columns are JSON, as the contract has them. */
export const BANK_PRESET_FIELDS = ['presetName', 'validFrom', 'format', 'needsCode', 'columns'] as const
export const PROJECT_PLAN_FIELDS = [
  'planDirection',
  'planCategory',
  'projectForm',
  'projectNo',
  'submitterName',
  'remark',
] as const
/** What an audit of a record with steps of its own may be refused with. */
export const AUDIT_REFUSALS = [
  'OWN_REQUEST',
  'APPROVAL_DECIDED',
  'APPROVAL_NOT_YOURS',
  'APPROVAL_ONE_STEP',
  'APPROVAL_SENT_BACK',
] as const
