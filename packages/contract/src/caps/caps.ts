import { z } from 'zod'
import type { Words } from '../errors.ts'
import { CarriedDimension } from '../dimensions/carried-dimensions.ts'
import * as f from '../fields.ts'
import { GateMode, MEETING_CHECKS } from '../gates/gates.ts'
import { RULE_READERS, RULE_WRITERS, RuleOwner } from '../gates/rule-owners.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

export const CAP_SCOPE_LABELS = {
  platform: label('全平台', 'Whole platform'),
  sponsor: label('每家申办方', 'Each sponsor'),
  executor: label('每家执行单位', 'Each executor'),
} as const
export const CAP_PERIOD_LABELS = {
  calendarYear: label('自然年', 'Calendar year'),
  rollingYear: label('滚动十二个月', 'Any twelve months'),
} as const
export const CAP_MEASURE_LABELS = {
  amount: label('劳务费金额（元）', 'Fees (¥)'),
  count: label('会议次数', 'Meetings'),
} as const
export const CapScope = choice(['platform', 'sponsor', 'executor'], CAP_SCOPE_LABELS)
export const CapPeriod = choice(['calendarYear', 'rollingYear'], CAP_PERIOD_LABELS)
export const CapMeasure = choice(['amount', 'count'], CAP_MEASURE_LABELS)

/** From this share of a cap on, an expert is near it. */
export const CAP_NEAR_SHARE = '0.8'
/** The step, as a share of a cap, in which the fees of other executors count: a whole number of them is the cap. */
export const CAP_STEP_SHARE = '0.02'
/** Different fees near a cap, or above it, that an executor tries with one expert on a day. */
export const CAP_TRIES_PER_DAY = 10
export const CAPS_MAX = 20
export const TIERS_MAX = 200
/** The longest service that a tier distinguishes, in minutes. */
const MINUTES_MAX = 1440

export const Cap = z
  .strictObject({
    scope: CapScope,
    period: CapPeriod,
    measure: CapMeasure,
    limit: f.amount.meta({ description: 'Yuan, or number of meetings', example: '100000.00' }),
    productId: f.id
      .nullable()
      .optional()
      .meta({ description: 'Only meetings with this product of the own sponsor count; empty: all' }),
  })
  .refine(({ measure, limit }) => measure === 'amount' || /^\d+$/.test(limit), {
    error: said('次数须为整数', 'A number of meetings is a whole number'),
    path: ['limit'],
  })
export type Cap = z.output<typeof Cap>

/** The highest fee for experts of a title or an association post. Fields that are empty fit all. */
export const Tier = z.strictObject({
  title: f.optionalText(f.NAME_MAX).meta({ description: 'Professional title; empty: any' }),
  post: f.optionalText(f.NAME_MAX).meta({ description: 'Association post; empty: any' }),
  laborForm: LaborForm.nullable().optional(),
  minutes: z
    .int()
    .min(1)
    .max(MINUTES_MAX)
    .nullable()
    .optional()
    .meta({ description: 'Up to so many minutes of the meeting; empty: any length' }),
  highest: f.amount.meta({ description: 'Highest fee in yuan', example: '3000.00' }),
})
export type Tier = z.output<typeof Tier>

export const CapPolicyCreate = z
  .strictObject({
    validFrom: f.date.meta({ description: 'First day on which it applies: today or later' }),
    note: f.optionalText(f.NOTE_MAX),
    overlaps: GateMode.meta({ description: 'Whether overlapping meetings of an expert are refused' }),
    caps: z.array(Cap).max(CAPS_MAX),
    tiers: z.array(Tier).max(TIERS_MAX),
  })
  .meta({
    example: {
      validFrom: '2027-01-01',
      overlaps: 'block',
      caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '200000.00' }],
      tiers: [{ title: '主任医师', laborForm: 'lecture', minutes: 60, highest: '3000.00' }],
    },
  })
export type CapPolicyCreate = z.output<typeof CapPolicyCreate>

const ShownCap = z.object({
  scope: CapScope,
  period: CapPeriod,
  measure: CapMeasure,
  limit: f.decimal,
  productId: f.id.nullable().meta({ description: 'Only meetings with this product count; null: all' }),
})
const ShownTier = z.object({
  title: z.string().nullable().meta({ description: 'Professional title; null: any' }),
  post: z.string().nullable().meta({ description: 'Association post; null: any' }),
  laborForm: LaborForm.nullable(),
  minutes: z.int().nullable().meta({ description: 'Up to so many minutes; null: any length' }),
  highest: f.decimal,
})

export const CapPolicy = z
  .object({
    policyId: f.id,
    owner: RuleOwner.meta({ description: 'Whose rules they are' }),
    validFrom: z.string(),
    note: z.string().nullable(),
    overlaps: GateMode,
    caps: z.array(ShownCap),
    tiers: z.array(ShownTier),
    products: z.array(CarriedDimension).meta({ description: 'Products that the caps name' }),
    createUserId: f.id.nullable(),
    createUserName: z.string().nullable(),
    createTime: z.string(),
    isInForce: z.boolean().meta({ description: 'Whether it is the one that applies today' }),
  })
  .meta({ id: 'CapPolicy' })
export type CapPolicy = z.infer<typeof CapPolicy>

export const CapPolicyPreview = z
  .object({
    meetings: z
      .array(
        z.object({
          meetingId: f.id,
          meetingName: z.string(),
          checks: z.array(z.enum(MEETING_CHECKS)).meta({ description: 'What would be open and is not now' }),
          experts: z.array(z.string()).meta({ description: 'Names of whom it concerns' }),
        }),
      )
      .meta({ description: 'Of the open meetings that were looked at those in which more would be open' }),
    examined: z.int().meta({ description: 'Open meetings that were looked at: the latest' }),
    isExact: z.boolean().meta({ description: 'Whether there are no more open meetings' }),
  })
  .meta({ id: 'CapPolicyPreview' })
export type CapPolicyPreview = z.infer<typeof CapPolicyPreview>

/** A cap as it is kept: one from before there were products names none. */
export type StoredCap = Omit<CapPolicy['caps'][number], 'productId'> & {
  productId?: number | null | undefined
}

export const CAP_STATE_LABELS = {
  within: label('额度充足', 'Within the caps'),
  near: label('接近上限', 'Near a cap'),
  blocked: label('已达上限', 'At a cap'),
} as const
export const CapState = choice(['within', 'near', 'blocked'], CAP_STATE_LABELS)
export type CapState = z.infer<typeof CapState>

export const ExpertCapState = z
  .object({
    expertId: f.id.nullable().meta({ description: 'Null for the expert of the phone, known or not' }),
    state: CapState.meta({ description: 'No figures, since they are of others' }),
  })
  .meta({ id: 'ExpertCapState' })
export type ExpertCapState = z.infer<typeof ExpertCapState>

const EXPERTS_MAX = 50
export const CapStateQuery = z.strictObject({
  expertIds: f.queryIds.pipe(z.array(f.id).max(EXPERTS_MAX)).optional(),
  phone: f.phone.optional().meta({ description: 'Of an expert to be added by phone' }),
  meetingId: f.queryId.optional(),
  projectId: f.queryId.optional().meta({ description: 'For a meeting that is being created' }),
  productIds: f.queryIds
    .optional()
    .meta({ description: 'Of a meeting that is being created; by default those of its project' }),
})
export type CapStateQuery = z.output<typeof CapStateQuery>

export const NearCap = z
  .object({
    expertId: f.id,
    name: z.string(),
    unit: z.string().nullable(),
    scope: CapScope,
    period: CapPeriod,
    measure: CapMeasure,
    limit: f.decimal,
    productName: z.string().nullable().meta({ description: 'The product that the cap names; null: none' }),
    orgName: z.string().nullable().meta({ description: 'The sponsor or executor that the cap counts for' }),
    used: f.decimal.meta({ description: 'Planned, signed and paid, by the dates of the meetings' }),
    state: CapState,
  })
  .meta({ id: 'NearCap' })
export type NearCap = z.infer<typeof NearCap>

/** Experts who are listed as near a cap. */
export const NEAR_MAX = 200

export const ExpertPost = z
  .object({ expertId: f.id, associationPost: z.string().nullable() })
  .meta({ id: 'ExpertPost' })
export type ExpertPost = z.infer<typeof ExpertPost>
export const ExpertPostUpdate = z.strictObject({
  expertId: f.id,
  associationPost: f.optionalText(f.NAME_MAX).meta({ example: '中华医学会心血管病学分会委员' }),
})
export type ExpertPostUpdate = z.output<typeof ExpertPostUpdate>

export const ConflictDeclaration = z
  .object({
    declarationId: f.id.meta({ description: 'Number of the declaration' }),
    expertId: f.id,
    name: z.string(),
    year: z.int(),
    hasConflict: z.boolean().meta({ description: 'Whether there are interests to declare' }),
    statement: z.string().nullable().meta({ description: 'What they are' }),
    declaredTime: z.string(),
  })
  .meta({ id: 'ConflictDeclaration' })
export type ConflictDeclaration = z.infer<typeof ConflictDeclaration>

export const ConflictDeclare = z
  .strictObject({
    hasConflict: z.boolean(),
    statement: f.optionalText(f.NOTE_MAX),
  })
  .refine(({ hasConflict, statement }) => !hasConflict || (statement ?? null) !== null, {
    error: said('请说明存在的利益关系', 'Describe the interests'),
    path: ['statement'],
  })
  .meta({ example: { hasConflict: true, statement: '担任某药企顾问' } })
export type ConflictDeclare = z.output<typeof ConflictDeclare>

const YEAR_MIN = 2000
const YEAR_MAX = 9999
export const ConflictQuery = f.listQuery(
  {
    year: z
      .preprocess(
        (value) => (typeof value === 'string' ? Number(value) : value),
        z.int().min(YEAR_MIN).max(YEAR_MAX),
      )
      .optional()
      .meta({ description: 'Calendar year' }),
    hasConflict: f.queryFlag.optional(),
    name: f.searchText.optional().meta({ description: 'Part of the name of the expert' }),
  },
  ['declaredTime', 'year'],
)
export type ConflictQuery = z.output<typeof ConflictQuery>

export const CapPolicyQuery = f.listQuery({}, ['policyId', 'validFrom'])
export type CapPolicyQuery = z.output<typeof CapPolicyQuery>

const tag = 'Caps'
const COMPLIANCE = ['admin', 'manager'] as const

export const capRoutes = {
  state: {
    method: 'GET',
    path: '/business/cap/state',
    access: MEETING_RUNNERS,
    tag,
    summary: 'Whether experts are within their caps for a meeting; no figures are answered',
    query: CapStateQuery,
    answer: data(z.array(ExpertCapState)),
    errors: ['NOT_FOUND'],
  },
  near: {
    method: 'GET',
    path: '/business/cap/near',
    access: RULE_READERS,
    tag,
    summary: `Experts who are near a cap or at it, with the figures; people of a sponsor get those of its own projects; at most ${NEAR_MAX}`,
    answer: data(z.array(NearCap)),
  },
  listPolicies: {
    method: 'GET',
    path: '/business/capPolicy/list',
    access: RULE_READERS,
    tag,
    summary:
      'List the versions of caps and fee tiers, the latest first; people of a sponsor see those of the platform and their own',
    query: CapPolicyQuery,
    answer: page(CapPolicy),
  },
  createPolicy: {
    method: 'POST',
    path: '/business/capPolicy',
    target: ['policyId'],
    access: RULE_WRITERS,
    tag,
    summary:
      'Add a version of caps and fee tiers of the platform, or of the own sponsor, which applies from a day on',
    body: CapPolicyCreate,
    answer: data(CapPolicy),
    errors: ['DAY_PAST', 'CAP_SCOPE_BEYOND', 'CAP_PRODUCT_BEYOND'],
    creates: true,
  },
  previewPolicy: {
    method: 'POST',
    path: '/business/capPolicy/preview',
    access: RULE_WRITERS,
    tag,
    summary: 'What a version of the own caps and fee tiers would change for open meetings',
    body: CapPolicyCreate,
    keyless: 'computed',
    answer: data(CapPolicyPreview),
    errors: ['CAP_SCOPE_BEYOND', 'CAP_PRODUCT_BEYOND'],
  },
  post: {
    method: 'GET',
    path: '/business/cap/post/{expertId}',
    access: COMPLIANCE,
    tag,
    summary: 'Read the association post of an expert, by which fee tiers are found',
    params: z.object({ expertId: f.queryId }),
    answer: data(ExpertPost),
  },
  setPost: {
    method: 'PUT',
    path: '/business/cap/post',
    target: ['expertId'],
    access: COMPLIANCE,
    tag,
    summary: 'Set the association post of an expert',
    body: ExpertPostUpdate,
    answer: data(ExpertPost),
    errors: ['NOT_FOUND'],
  },
  ownDeclaration: {
    method: 'GET',
    path: '/business/conflictDeclaration/me',
    access: ['doctor'],
    tag,
    summary: 'The own declaration of interests for this year; null until it is given',
    answer: data(ConflictDeclaration.nullable()),
  },
  declare: {
    method: 'PUT',
    path: '/business/conflictDeclaration',
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Declare the own interests for this year; a later declaration replaces it',
    body: ConflictDeclare,
    answer: data(ConflictDeclaration),
  },
  listDeclarations: {
    method: 'GET',
    path: '/business/conflictDeclaration/list',
    access: COMPLIANCE,
    tag,
    summary: 'List declarations of interests',
    query: ConflictQuery,
    answer: page(ConflictDeclaration),
  },
} as const satisfies RouteTable
