import { z } from 'zod'
import * as f from '../fields.ts'
import {
  CHECK_THRESHOLDS,
  CheckId,
  CheckResult,
  EvidenceWords,
  GateMode,
  MEETING_CHECKS,
  type MeetingCheck,
} from './gates.ts'
import { GATE_PRESET_LABELS, GATE_PRESETS } from './gate-presets.ts'
import { RULE_READERS, RULE_WRITERS, RuleOwner } from './rule-owners.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { MEETING_STAGES, MeetingStage } from '../meetings/meetings.ts'
import { MEETING_READERS, MEETING_RUNNERS, SPONSOR_READERS } from '../accounts/roles.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'

/** Records that one check names as its evidence. */
export const EVIDENCE_MAX = 50
/** Rules of one policy: more than there are stages and checks. */
export const POLICY_RULES_MAX = 300

const [, ...ENTERED] = MEETING_STAGES
export const EnteredStage = choice(ENTERED, DICTIONARY_LABELS.meeting_stage)

const Evidence = z
  .object({
    key: z.string().meta({ description: 'What a waiver covers, such as one invoice of the meeting' }),
    name: z.string().nullable().meta({ description: 'Name of the attendee, number of the invoice' }),
    expected: EvidenceWords.optional().meta({ description: 'What is wrong, and what was expected' }),
  })
  .meta({ id: 'GateEvidence' })
export type Evidence = z.infer<typeof Evidence>

const WAIVER_LABELS = {
  pending: { 'zh-CN': '待审批', en: 'Pending' },
  approved: { 'zh-CN': '已批准', en: 'Approved' },
  refused: { 'zh-CN': '已拒绝', en: 'Refused' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
  stale: { 'zh-CN': '内容已变更', en: 'Content changed' },
} as const
export const WaiverStatus = choice(['pending', 'approved', 'refused', 'withdrawn', 'stale'], WAIVER_LABELS)
export type WaiverStatus = z.infer<typeof WaiverStatus>

export const Waiver = z
  .object({
    waiverId: f.id,
    meetingId: f.id,
    meetingName: z.string(),
    check: z.enum(MEETING_CHECKS),
    expertId: f.id.nullable().meta({ description: 'For a waiver asked before the expert is invited' }),
    covers: z.array(Evidence).meta({ description: 'What was open when the waiver was asked for' }),
    reason: z.string(),
    status: WaiverStatus,
    askedBy: f.id,
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
  .meta({ id: 'Waiver' })
export type Waiver = z.infer<typeof Waiver>

export const GateCheck = CheckResult.extend({
  module: z.string().meta({ description: 'The module whose records decide' }),
  threshold: z.int().nullable().meta({ description: 'Number of the policy that the check compares with' }),
  evidence: z.array(Evidence).meta({ description: `What is open, at most ${EVIDENCE_MAX} of it` }),
  owners: z.array(RuleOwner).meta({ description: 'Whose rules ask for it as it stands' }),
  waiver: Waiver.nullable().meta({ description: 'The latest waiver that was asked for this check' }),
}).meta({ id: 'GateCheck' })
export type GateCheck = z.infer<typeof GateCheck>

export const Gate = z
  .object({
    meetingId: f.id,
    currentStage: MeetingStage,
    stage: MeetingStage.meta({ description: 'The stage whose checks these are: the next one, or closed' }),
    policyId: f.id,
    validFrom: z.string().meta({ description: 'First day of the policy, yyyy-MM-dd' }),
    isMet: z.boolean().meta({
      description:
        'Whether no required check is open; false for a closed meeting that later changes reopened',
    }),
    checks: z.array(GateCheck),
  })
  .meta({ id: 'Gate' })
export type Gate = z.infer<typeof Gate>

type Ruled = { check: MeetingCheck; threshold: number | null }

/** Numbers beyond this fit no check. */
const THRESHOLD_MAX = 1_000_000
const NO_THRESHOLD = said(
  '阈值须为此项检查允许范围内的整数；没有阈值的要求请留空',
  'Must be a whole number that this check takes; empty if it takes none',
)
const takesThreshold = ({ check, threshold }: Ruled) => {
  const limits = CHECK_THRESHOLDS[check]
  return threshold === null || (limits !== undefined && threshold >= limits.min && threshold <= limits.max)
}

export const GateRule = z
  .strictObject({
    stage: EnteredStage.meta({ description: 'The stage that a meeting enters' }),
    check: CheckId,
    mode: GateMode,
    threshold: z
      .int(NO_THRESHOLD)
      .min(0, NO_THRESHOLD)
      .max(THRESHOLD_MAX, NO_THRESHOLD)
      .nullable()
      .optional()
      .transform((given) => given ?? null)
      .meta({ description: 'Only for checks that compare with a number; by default the usual one' }),
  })
  .refine(takesThreshold, { error: NO_THRESHOLD, path: ['threshold'] })
export type GateRule = z.output<typeof GateRule>

const areDistinct = (rules: readonly { stage: string; check: string }[]) =>
  new Set(rules.map(({ stage, check }) => `${stage}.${check}`)).size === rules.length

export const GatePolicyCreate = z
  .strictObject({
    validFrom: f.date.meta({ description: 'First day on which the policy applies: today or later' }),
    note: f.optionalText(f.NOTE_MAX),
    rules: z
      .array(GateRule)
      .min(1)
      .max(POLICY_RULES_MAX)
      .refine(areDistinct, said('同一阶段的要求重复', 'The same check appears twice for a stage')),
  })
  .meta({
    example: {
      validFrom: '2027-01-01',
      note: '结项前须全部签署',
      rules: [{ stage: 'closed', check: 'signatures', mode: 'block' }],
    },
  })
export type GatePolicyCreate = z.output<typeof GatePolicyCreate>

export const GatePolicy = z
  .object({
    policyId: f.id,
    owner: RuleOwner.meta({ description: 'Whose rules they are' }),
    validFrom: z.string(),
    note: z.string().nullable(),
    rules: z.array(
      z.object({
        stage: MeetingStage,
        check: z.enum(MEETING_CHECKS),
        mode: GateMode,
        threshold: z.int().nullable(),
      }),
    ),
    createUserId: f.id.nullable(),
    createUserName: z.string().nullable(),
    createTime: z.string(),
    isInForce: z.boolean().meta({ description: 'Whether it is the one that applies today' }),
  })
  .meta({ id: 'GatePolicy' })
export type GatePolicy = z.infer<typeof GatePolicy>

export const GatePreset = choice(GATE_PRESETS, GATE_PRESET_LABELS)

/** Open meetings of which a preview tells what would keep them from their next stage: the latest. */
export const PREVIEWED_MEETINGS_MAX = 50

export const GatePreview = z
  .object({
    changes: z.array(
      z.object({
        stage: MeetingStage,
        check: z.enum(MEETING_CHECKS),
        before: GateMode.meta({ description: 'Mode as it is' }),
        after: GateMode.meta({ description: 'Mode as it would be' }),
      }),
    ),
    meetings: z
      .array(
        z.object({
          meetingId: f.id,
          meetingName: z.string(),
          stage: MeetingStage.meta({ description: 'The next stage' }),
          checks: z.array(z.enum(MEETING_CHECKS)).meta({ description: 'What is open and would be required' }),
        }),
      )
      .meta({
        description: `Of the latest ${PREVIEWED_MEETINGS_MAX} open meetings those that would be held back`,
      }),
    examined: z.int().meta({ description: 'Open meetings that were looked at' }),
    isExact: z.boolean().meta({ description: 'Whether there are no more open meetings' }),
  })
  .meta({ id: 'GatePreview' })
export type GatePreview = z.infer<typeof GatePreview>

export const GatePresetPreview = GatePreview.extend({
  current: GatePreset.nullable().meta({ description: 'The preset in force; null for rules of your own' }),
  preset: GatePreset.meta({ description: 'The one that is offered' }),
}).meta({ id: 'GatePresetPreview' })
export type GatePresetPreview = z.infer<typeof GatePresetPreview>

export const GatePresetChoice = z.strictObject({ preset: GatePreset }).meta({ example: { preset: 'strict' } })

export const GatePolicyQuery = f.listQuery({}, ['policyId', 'validFrom'])
export type GatePolicyQuery = z.output<typeof GatePolicyQuery>

export const WaiverQuery = f.listQuery(
  {
    meetingId: f.queryId.optional(),
    status: WaiverStatus.optional(),
    check: CheckId.optional(),
  },
  ['waiverId'],
)
export type WaiverQuery = z.output<typeof WaiverQuery>

export const WaiverAsk = z
  .strictObject({
    meetingId: f.id,
    check: CheckId,
    reason: f.text(f.NOTE_MAX),
    expertId: f.id.nullable().optional().meta({
      description: 'For tiers and overlaps, before the expert is invited',
    }),
    phone: f.phone.optional().meta({
      description: 'The expert by phone, instead of expertId',
      example: '13800138000',
    }),
    laborFee: f.amount.optional().meta({ description: 'The fee that the expert would be invited with' }),
    laborForm: LaborForm.optional(),
  })
  .meta({ example: { meetingId: 12, check: 'signatures', reason: '专家出国，协议由其回国后补签' } })
export type WaiverAsk = z.output<typeof WaiverAsk>

export const WaiverDecision = z.strictObject({
  waiverId: f.id,
  version: f.version,
  status: choice(['approved', 'refused'], WAIVER_LABELS),
  opinion: f.optionalText(f.NOTE_MAX),
})
export type WaiverDecision = z.output<typeof WaiverDecision>

const tag = 'Meeting gates'
const DECIDERS = ['admin', 'manager'] as const

export const gateRoutes = {
  get: {
    method: 'GET',
    path: '/business/meeting/{meetingId}/gate',
    access: MEETING_READERS,
    tag,
    summary: 'What the next stage of a meeting needs, each check with its evidence and waiver',
    params: z.object({ meetingId: f.queryId }),
    answer: data(Gate),
  },
  listWaivers: {
    method: 'GET',
    path: '/business/meetingWaiver/list',
    access: [...MEETING_RUNNERS, ...SPONSOR_READERS],
    tag,
    summary: 'List waivers of the meetings within reach of the caller',
    query: WaiverQuery,
    answer: page(Waiver),
  },
  askWaiver: {
    method: 'POST',
    path: '/business/meetingWaiver',
    target: ['meetingId', 'waiverId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Ask for a waiver of what a check finds open, with a reason',
    body: WaiverAsk,
    answer: data(Waiver),
    errors: ['NOT_FOUND', 'WAIVER_NOT_NEEDED', 'WAIVER_PENDING'],
    creates: true,
  },
  decideWaiver: {
    method: 'PUT',
    path: '/business/meetingWaiver/decide',
    target: ['waiverId'],
    access: DECIDERS,
    caller: 'person',
    tag,
    summary: 'Approve or refuse a waiver that somebody else has asked for',
    body: WaiverDecision,
    answer: data(Waiver),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'OWN_REQUEST', 'REQUEST_DECIDED'],
  },
  listPolicies: {
    method: 'GET',
    path: '/business/gatePolicy/list',
    access: RULE_READERS,
    tag,
    summary:
      'List the versions of gate policies, the latest first; people of a sponsor see those of the platform and their own',
    query: GatePolicyQuery,
    answer: page(GatePolicy),
  },
  currentPreset: {
    method: 'GET',
    path: '/business/gatePolicy/preset',
    access: ['admin'],
    tag,
    summary: 'Which preset is in force; null for rules of your own',
    answer: data(z.object({ current: GatePreset.nullable() })),
  },
  previewPreset: {
    method: 'GET',
    path: '/business/gatePolicy/presetPreview',
    access: ['admin'],
    tag,
    summary: 'What a preset of the gate policy would change, and which open meetings it would hold back',
    query: GatePresetChoice,
    answer: data(GatePresetPreview),
  },
  applyPreset: {
    method: 'POST',
    path: '/business/gatePolicy/preset',
    target: ['policyId'],
    access: ['admin'],
    tag,
    summary: 'Put a preset of the gate policy into force from today on',
    body: GatePresetChoice,
    answer: data(GatePolicy),
    creates: true,
  },
  previewPolicy: {
    method: 'POST',
    path: '/business/gatePolicy/preview',
    access: RULE_WRITERS,
    tag,
    summary: 'What a version of the own gate policy would change, and which open meetings it would hold back',
    body: GatePolicyCreate,
    keyless: 'computed',
    answer: data(GatePreview),
  },
  createPolicy: {
    method: 'POST',
    path: '/business/gatePolicy',
    target: ['policyId'],
    access: RULE_WRITERS,
    tag,
    summary:
      'Add a version of the gate policy of the platform, or of the own sponsor, which applies from a day on',
    body: GatePolicyCreate,
    answer: data(GatePolicy),
    errors: ['DAY_PAST'],
    creates: true,
  },
} as const satisfies RouteTable
