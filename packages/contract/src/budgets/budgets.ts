import { z } from 'zod'
import { EXPENSE_CATEGORIES, ExpenseCategory } from '../attendees/expenses.ts'
import { SPONSOR_READERS } from '../accounts/roles.ts'
import { ApprovalWaiting } from '../approvals/waiting.ts'
import * as f from '../fields.ts'
import { WaiverStatus } from '../gates/gate-routes.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

/** From this share of a line on, its spending is shown as near the budget. */
export const BUDGET_NEAR_SHARE = '0.9'
/** Allocations to meetings that one answer lists. */
export const ALLOCATIONS_MAX = 500

export const BUDGET_STATE_LABELS = {
  within: { 'zh-CN': '预算充足', en: 'Within the budget' },
  near: { 'zh-CN': '接近预算', en: 'Near the budget' },
  over: { 'zh-CN': '超出预算', en: 'Over the budget' },
} as const
const BudgetState = choice(['within', 'near', 'over'], BUDGET_STATE_LABELS)
export type BudgetState = z.infer<typeof BudgetState>

const figures = {
  planned: f.decimal.meta({ description: 'The budget' }),
  committed: f.decimal.meta({ description: 'Agreed fees that are not paid yet' }),
  actual: f.decimal.meta({ description: 'Fees that are paid, and accepted invoices' }),
  free: f.decimal.meta({ description: 'planned − committed − actual; negative if over the budget' }),
}

export const BudgetLine = z
  .object({
    category: z.enum(EXPENSE_CATEGORIES),
    hasLine: z.boolean().meta({ description: 'False for spending that no line was planned for' }),
    ...figures,
    allocated: f.decimal.meta({ description: 'What of it is allocated to meetings' }),
    state: BudgetState,
  })
  .meta({ id: 'BudgetLine' })
export type BudgetLine = z.infer<typeof BudgetLine>

export const ProjectMoney = z
  .object({
    projectId: f.id,
    lines: z.array(BudgetLine).meta({ description: 'One for each category with a budget or spending' }),
    total: z.object(figures).meta({ description: 'The sums of the lines' }),
    allocations: z
      .array(
        z.object({
          meetingId: f.id,
          meetingName: z.string(),
          category: z.enum(EXPENSE_CATEGORIES),
          amount: f.decimal,
        }),
      )
      .meta({ description: `What meetings may spend, at most ${ALLOCATIONS_MAX}` }),
    waiting: z
      .array(ApprovalWaiting.extend({ category: z.enum(EXPENSE_CATEGORIES) }))
      .meta({ description: 'Lines that are asked for and wait for an approval' }),
    abilities: f.abilities('plan'),
  })
  .meta({ id: 'ProjectMoney' })
export type ProjectMoney = z.infer<typeof ProjectMoney>

export const BudgetChange = z
  .object({
    changeId: f.id,
    projectId: f.id,
    category: z.enum(EXPENSE_CATEGORIES),
    amountBefore: f.decimal.meta({ description: 'The budget when the change was asked for' }),
    amount: f.decimal,
    reason: z.string(),
    status: WaiverStatus,
    askedBy: f.id.nullable(),
    askedByName: z.string().nullable(),
    decidedBy: f.id.nullable(),
    decidedByName: z.string().nullable(),
    decidedForNames: z.array(z.string()),
    decidedTime: z.string().nullable(),
    opinion: z.string().nullable(),
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('decide'),
  })
  .meta({ id: 'BudgetChange' })
export type BudgetChange = z.infer<typeof BudgetChange>

export const BudgetLineCreate = z.strictObject({
  projectId: f.id,
  category: ExpenseCategory,
  amount: f.amount,
})
export type BudgetLineCreate = z.output<typeof BudgetLineCreate>

export const BudgetChangeAsk = z.strictObject({
  projectId: f.id,
  category: ExpenseCategory,
  amount: f.amount,
  reason: f.text(f.NOTE_MAX),
})
export type BudgetChangeAsk = z.output<typeof BudgetChangeAsk>

export const BudgetDecision = z.strictObject({
  changeId: f.id,
  version: f.version,
  status: choice(['approved', 'refused'], {
    approved: { 'zh-CN': '已批准', en: 'Approved' },
    refused: { 'zh-CN': '已拒绝', en: 'Refused' },
  }),
  opinion: f.optionalText(f.NOTE_MAX),
})
export type BudgetDecision = z.output<typeof BudgetDecision>

export const AllocationSet = z.strictObject({
  meetingId: f.id,
  category: ExpenseCategory,
  amount: f.amount.nullable().meta({ description: 'Null takes the allocation away', example: '5000.00' }),
})
export type AllocationSet = z.output<typeof AllocationSet>

export const BudgetChangeQuery = f.listQuery({ projectId: f.queryId }, ['changeId'])
export type BudgetChangeQuery = z.output<typeof BudgetChangeQuery>

const tag = 'Budgets'
const PLANNERS = ['admin', 'manager', 'leader'] as const
const READERS = [...PLANNERS, ...SPONSOR_READERS] as const

export const budgetRoutes = {
  money: {
    method: 'GET',
    path: '/business/project/{projectId}/money',
    access: READERS,
    tag,
    summary: 'What a project planned, committed and spent by category, and what is free; the figures add up',
    params: z.object({ projectId: f.queryId }),
    answer: data(ProjectMoney),
  },
  plan: {
    method: 'POST',
    path: '/business/budgetLine',
    target: ['projectId'],
    access: PLANNERS,
    tag,
    summary:
      'Plan a line of the budget of a project, which waits where steps are set up for it; a later change of it needs an approval',
    body: BudgetLineCreate,
    answer: data(ProjectMoney),
    errors: ['NOT_FOUND', 'BUDGET_LINE_EXISTS', 'PROJECT_ENDED', 'APPROVAL_PENDING'],
    creates: true,
  },
  listChanges: {
    method: 'GET',
    path: '/business/budgetChange/list',
    access: READERS,
    tag,
    summary: 'List changes of the budget of a project',
    query: BudgetChangeQuery,
    answer: page(BudgetChange),
    errors: ['NOT_FOUND'],
  },
  askChange: {
    method: 'POST',
    path: '/business/budgetChange',
    target: ['projectId', 'changeId'],
    access: PLANNERS,
    tag,
    summary: 'Ask for another amount of a line of the budget, with a reason',
    body: BudgetChangeAsk,
    answer: data(BudgetChange),
    errors: ['NOT_FOUND', 'BUDGET_LINE_MISSING', 'BUDGET_CHANGE_PENDING', 'PROJECT_ENDED'],
    creates: true,
  },
  decideChange: {
    method: 'PUT',
    path: '/business/budgetChange/decide',
    target: ['changeId'],
    access: PLANNERS,
    caller: 'person',
    tag,
    summary: 'Approve or refuse a change that somebody else has asked for',
    body: BudgetDecision,
    answer: data(BudgetChange),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'OWN_REQUEST', 'REQUEST_DECIDED', 'ALLOCATION_EXCEEDED'],
  },
  allocate: {
    method: 'PUT',
    path: '/business/meetingAllocation',
    target: ['meetingId'],
    access: PLANNERS,
    tag,
    summary: 'Allocate a part of a line of the budget to a meeting',
    body: AllocationSet,
    answer: data(ProjectMoney),
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'BUDGET_LINE_MISSING', 'ALLOCATION_EXCEEDED'],
  },
} as const satisfies RouteTable
