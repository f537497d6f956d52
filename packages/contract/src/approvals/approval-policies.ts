import { z } from 'zod'
import { ROLE_LABELS, ROLE_TYPES } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import {
  APPROVAL_KIND_LABELS,
  APPROVAL_KINDS,
  APPROVAL_OWNER_LABELS,
  APPROVAL_OWNERS,
  rulesOf,
} from './approval-kinds.ts'

export const STEPS_MAX = 5
/** Persons whom a step names, those it is passed on to when it is late among them. */
export const STEP_PERSONS_MAX = 10
export const DUE_DAYS_MAX = 60
const CATEGORY_MAX = 40

export const ApprovalKindField = choice(APPROVAL_KINDS, APPROVAL_KIND_LABELS)
export const StepRole = choice(ROLE_TYPES, ROLE_LABELS)

export const STEP_NEED_LABELS = {
  any: { 'zh-CN': '任意一人', en: 'Any one of them' },
  all: { 'zh-CN': '全部', en: 'All of them' },
} as const
export const StepNeed = choice(['any', 'all'], STEP_NEED_LABELS)
export type StepNeed = z.infer<typeof StepNeed>

const PERSON_TWICE = said('同一人只能出现一次', 'Each person may be named once')
const persons = () => z.array(f.id).max(STEP_PERSONS_MAX).default([])

const NOBODY = said('请选择由谁审批', 'Choose who decides')
export const ApprovalStep = z
  .strictObject({
    roles: z.array(StepRole).max(ROLE_TYPES.length).default([]).meta({
      description: 'Whoever has one of these roles in the organization of the policy',
    }),
    persons: persons().meta({ description: `Named persons, at most ${STEP_PERSONS_MAX}` }),
    lead: z.boolean().default(false).meta({ description: 'The lead of the project' }),
    need: StepNeed,
    amountFrom: f.amount.nullable().default(null).meta({
      description: 'Only from this amount on; null: always',
      example: '10000.00',
    }),
    category: z.string().max(CATEGORY_MAX).nullable().default(null).meta({
      description: 'Only for this category or check; null: for all',
    }),
    dueDays: z.int().min(1).max(DUE_DAYS_MAX).nullable().default(null).meta({
      description: 'Working days until it is due; null: no reminders',
    }),
    escalateTo: persons().meta({
      description: 'Who is asked as well, one after the other, once the step is due',
    }),
  })
  .refine(({ roles, persons: named, lead }) => roles.length + named.length > 0 || lead, {
    error: NOBODY,
    path: ['roles'],
  })
  .refine(({ persons: named, escalateTo }) => named.length + escalateTo.length <= STEP_PERSONS_MAX, {
    error: said(`每个步骤最多指定${STEP_PERSONS_MAX}人`, `A step names at most ${STEP_PERSONS_MAX} persons`),
    path: ['persons'],
  })
  .refine(
    ({ persons: named, escalateTo }) =>
      new Set([...named, ...escalateTo]).size === named.length + escalateTo.length,
    { error: PERSON_TWICE, path: ['persons'] },
  )
  .refine(
    ({ escalateTo, dueDays, need }) => escalateTo.length === 0 || (dueDays !== null && need === 'any'),
    {
      error: said(
        '逾期转交须设定办理期限，且由任意一人审批',
        'A step that is passed on when it is late needs days, and any one person',
      ),
      path: ['escalateTo'],
    },
  )
export type ApprovalStep = z.output<typeof ApprovalStep>

const isKnownCategory = ({ kind, steps }: { kind: (typeof APPROVAL_KINDS)[number]; steps: ApprovalStep[] }) =>
  steps.every(({ category }) => category === null || Object.hasOwn(rulesOf(kind).categories, category))
const takesAmount = ({ kind, steps }: { kind: (typeof APPROVAL_KINDS)[number]; steps: ApprovalStep[] }) =>
  rulesOf(kind).hasAmount || steps.every(({ amountFrom }) => amountFrom === null)

export const ApprovalPolicyCreate = z
  .strictObject({
    kind: ApprovalKindField,
    validFrom: f.date.meta({ description: 'First day on which it applies: today or later' }),
    note: f.optionalText(f.NOTE_MAX),
    steps: z
      .array(ApprovalStep)
      .max(STEPS_MAX, said(`最多${STEPS_MAX}个步骤`, `At most ${STEPS_MAX} steps`))
      .meta({ description: 'In order; none: nothing of its own beside what other owners ask for' }),
  })
  .refine(isKnownCategory, { error: said('没有这个类别', 'There is no such category'), path: ['steps'] })
  .refine(takesAmount, {
    error: said('此类审批没有金额条件', 'This kind has no amount'),
    path: ['steps'],
  })
  .meta({
    example: {
      kind: 'waiver',
      validFrom: '2027-01-01',
      steps: [{ roles: ['manager'], need: 'any', dueDays: 2 }],
    },
  })
export type ApprovalPolicyCreate = z.output<typeof ApprovalPolicyCreate>

const StepView = z.object({
  roles: z.array(z.enum(ROLE_TYPES)).meta({ description: 'Roles that are asked' }),
  persons: z.array(z.object({ userId: f.id, name: z.string() })),
  lead: z.boolean(),
  need: z.enum(['any', 'all']),
  amountFrom: f.decimal.nullable(),
  category: z.string().nullable(),
  dueDays: z.int().nullable(),
  escalateTo: z.array(z.object({ userId: f.id, name: z.string() })),
})

export const ApprovalPolicy = z
  .object({
    policyId: f.id,
    kind: z.enum(APPROVAL_KINDS),
    owner: z
      .object({
        kind: choice(APPROVAL_OWNERS, APPROVAL_OWNER_LABELS),
        orgId: f.id.nullable(),
        orgName: z.string().nullable(),
      })
      .meta({ description: 'Whose policy it is' }),
    validFrom: z.string(),
    note: z.string().nullable(),
    steps: z.array(StepView),
    createUserName: z.string().nullable(),
    createTime: z.string(),
    isInForce: z.boolean().meta({ description: 'Whether it holds today' }),
  })
  .meta({ id: 'ApprovalPolicy' })
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

/** What holds today, also where nobody has set up steps. */
export const CurrentApprovalPolicy = ApprovalPolicy.omit({
  note: true,
  createUserName: true,
  createTime: true,
})
  .extend({
    policyId: f.id.nullable().meta({ description: 'Null: what holds where nobody has set up steps' }),
    validFrom: z.string().nullable(),
  })
  .meta({ id: 'CurrentApprovalPolicy' })
export type CurrentApprovalPolicy = z.infer<typeof CurrentApprovalPolicy>

export const ApprovalPolicyQuery = f.listQuery({ kind: ApprovalKindField.optional() }, [
  'policyId',
  'validFrom',
])
export type ApprovalPolicyQuery = z.output<typeof ApprovalPolicyQuery>

/** Who writes policies: of the platform, of its sponsor, of its executor. */
export const APPROVAL_WRITERS = ['admin', 'sponsor', 'compliance', 'executor'] as const
const tag = 'Approvals'

export const approvalPolicyRoutes = {
  list: {
    method: 'GET',
    path: '/business/approvalPolicy/list',
    access: [...APPROVAL_WRITERS, 'manager'],
    tag,
    summary:
      'List the versions of approval policies, the latest first; organizations see those of the platform and their own',
    query: ApprovalPolicyQuery,
    answer: page(ApprovalPolicy),
  },
  current: {
    method: 'GET',
    path: '/business/approvalPolicy/current',
    access: [...APPROVAL_WRITERS, 'manager'],
    tag,
    summary: 'What holds today for each kind: of the platform and of the own organization',
    answer: data(
      z.object({ policies: z.array(CurrentApprovalPolicy) }).meta({ id: 'CurrentApprovalPolicies' }),
    ),
  },
  create: {
    method: 'POST',
    path: '/business/approvalPolicy',
    target: ['policyId'],
    access: APPROVAL_WRITERS,
    caller: 'person',
    tag,
    summary: 'Add a version of the approval policy of the platform, or of the own organization',
    body: ApprovalPolicyCreate,
    answer: data(ApprovalPolicy),
    errors: [
      'DAY_PAST',
      'APPROVAL_POLICY_OVERLAPS',
      'APPROVAL_PERSON_OTHER',
      'APPROVAL_STEP_EMPTY',
      'APPROVAL_KIND_NOT_YOURS',
    ],
    creates: true,
  },
} as const satisfies RouteTable
