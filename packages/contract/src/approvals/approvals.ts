import { z } from 'zod'
import { ROLE_TYPES } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { APPROVAL_KINDS, APPROVAL_OWNER_LABELS, APPROVAL_OWNERS } from './approval-kinds.ts'
import { ApprovalKindField } from './approval-policies.ts'

/** Persons who may be added to one step. */
export const SIGNERS_MAX = 3
/** Requests that one call decides. */
export const BULK_MAX = 200
/** Requests of one way to be asked that a list of what is to do looks at. */
export const TODO_MAX = 1000
/** People that a search for one finds. */
export const PEOPLE_MAX = 20

export const APPROVAL_STATE_LABELS = {
  pending: { 'zh-CN': '审批中', en: 'Pending' },
  approved: { 'zh-CN': '已通过', en: 'Approved' },
  refused: { 'zh-CN': '已驳回', en: 'Rejected' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
  superseded: { 'zh-CN': '已被替代', en: 'Replaced' },
  stale: { 'zh-CN': '内容已变更', en: 'Content changed' },
} as const
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'refused',
  'withdrawn',
  'superseded',
  'stale',
] as const satisfies readonly (keyof typeof APPROVAL_STATE_LABELS)[]
const ApprovalState = choice(APPROVAL_STATES, APPROVAL_STATE_LABELS)

export const VERDICT_LABELS = {
  approved: { 'zh-CN': '同意', en: 'Approved' },
  refused: { 'zh-CN': '驳回', en: 'Rejected' },
  sentBack: { 'zh-CN': '退回', en: 'Sent back' },
  answered: { 'zh-CN': '补充说明', en: 'Answered' },
  transferred: { 'zh-CN': '转办', en: 'Passed on' },
  added: { 'zh-CN': '加签', en: 'Added a signer' },
} as const
export const VERDICTS = ['approved', 'refused', 'sentBack', 'answered', 'transferred', 'added'] as const
export const Verdict = choice(VERDICTS, VERDICT_LABELS)
export type Verdict = z.infer<typeof Verdict>

export const Approval = z
  .object({
    decisionId: f.id,
    kind: z.enum(APPROVAL_KINDS),
    recordId: f.id.meta({ description: 'The record that changes if it is approved' }),
    title: z.string(),
    projectId: f.id.nullable(),
    projectName: z.string().nullable(),
    amount: f.decimal.nullable(),
    category: z.string().nullable(),
    reason: z.string().nullable(),
    status: ApprovalState,
    isSentBack: z.boolean().meta({ description: 'It waits for an answer of whoever asked' }),
    stepId: f.id.nullable().meta({ description: 'The step that is open' }),
    stepNumber: z.int().meta({ description: 'Which step is open, from 1; 0: none' }),
    stepCount: z.int(),
    dueTime: z.string().nullable(),
    isOverdue: z.boolean(),
    askedBy: f.id.nullable(),
    askedByName: z.string().nullable(),
    askedTime: z.string(),
    decidedByName: z.string().nullable(),
    decidedForNames: z.array(z.string()),
    decidedTime: z.string().nullable(),
    version: f.version,
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof Approval>

const StepShown = z.object({
  stepId: f.id,
  number: z.int(),
  ownerKind: choice(APPROVAL_OWNERS, APPROVAL_OWNER_LABELS),
  roles: z.array(z.enum(ROLE_TYPES)).meta({ description: 'Roles that are asked' }),
  names: z.array(z.string()).meta({ description: 'Who is named, or has been added' }),
  lead: z.boolean(),
  need: z.enum(['any', 'all']),
  state: z.enum(['waiting', 'open', 'passed', 'ended']),
  openedTime: z.string().nullable(),
  dueTime: z.string().nullable(),
  isAdded: z.boolean().meta({ description: 'A signer whom somebody has added' }),
  isFallback: z.boolean().meta({
    description: 'Nobody was left, so the main account of the organization is asked',
  }),
})

const Opinion = z.object({
  name: z.string().nullable(),
  forNames: z.array(z.string()).meta({ description: 'Absent persons in whose place it was decided' }),
  verdict: z.enum(VERDICTS),
  opinion: z.string().nullable(),
  toName: z.string().nullable().meta({ description: 'To whom it was passed on, or who was added' }),
  number: z.int().meta({ description: 'Step' }),
  round: z.int().meta({ description: 'From 1; another one begins when it was sent back and answered' }),
  time: z.string(),
})
export type Opinion = z.infer<typeof Opinion>

export const ApprovalDetail = Approval.extend({
  round: z.int(),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  money: z
    .object({
      planned: f.decimal,
      committed: f.decimal,
      actual: f.decimal,
      freeBefore: f.decimal,
      freeAfter: f.decimal,
    })
    .nullable()
    .meta({ description: 'Of the line of the budget, as it is and as it would be' }),
  openChecks: z.array(z.string()).meta({ description: 'What is open and would be waived' }),
  meetingId: f.id.nullable(),
  steps: z.array(StepShown),
  opinions: z.array(Opinion),
  actsFor: z.array(z.string()).meta({ description: 'Absent persons in whose place the caller decides' }),
  abilities: f.abilities('decide', 'sendBack', 'withdraw', 'answer', 'transfer', 'addSigner'),
}).meta({ id: 'ApprovalDetail' })
export type ApprovalDetail = z.infer<typeof ApprovalDetail>
export type ApprovalChanges = ApprovalDetail['changes']

export const APPROVAL_TAB_LABELS = {
  todo: { 'zh-CN': '待我审批', en: 'To do' },
  done: { 'zh-CN': '我已审批', en: 'Done' },
  asked: { 'zh-CN': '我的申请', en: 'Asked by me' },
} as const
export const ApprovalTab = choice(['todo', 'done', 'asked'], APPROVAL_TAB_LABELS)

export const ApprovalQuery = f.listQuery(
  {
    tab: ApprovalTab.default('todo').meta({
      description: 'Which requests: to decide, decided, or asked for',
    }),
    kind: ApprovalKindField.optional(),
  },
  ['decisionId'],
)
export type ApprovalQuery = z.output<typeof ApprovalQuery>

const ACTIONS = ['approve', 'refuse', 'sendBack', 'withdraw', 'answer'] as const
export const ACTION_LABELS = {
  approve: { 'zh-CN': '同意', en: 'Approve' },
  refuse: { 'zh-CN': '驳回', en: 'Reject' },
  sendBack: { 'zh-CN': '退回补充', en: 'Send back' },
  withdraw: { 'zh-CN': '撤回', en: 'Withdraw' },
  answer: { 'zh-CN': '补充说明并重新提交', en: 'Answer and submit again' },
} as const
export type ApprovalAction = (typeof ACTIONS)[number]
/** What cannot be done without saying why. */
const NEEDS_WORDS: readonly string[] = ['refuse', 'sendBack', 'answer']
const hasWords = ({ action, opinion }: { action: string; opinion?: string | null | undefined }) =>
  !NEEDS_WORDS.includes(action) || (opinion ?? '') !== ''
const SAY_WHY = { error: said('请填写理由', 'Say why'), path: ['opinion'] }

export const ApprovalAct = z
  .strictObject({
    decisionId: f.id,
    stepId: f.id.optional().meta({ description: 'The step that was read; for approve, refuse and sendBack' }),
    action: choice(ACTIONS, ACTION_LABELS),
    opinion: f.optionalText(f.NOTE_MAX),
  })
  .refine(hasWords, SAY_WHY)
  .refine(({ action, stepId }) => action === 'withdraw' || action === 'answer' || stepId !== undefined, {
    error: said('请指明审批步骤', 'Name the step'),
    path: ['stepId'],
  })
export type ApprovalAct = z.output<typeof ApprovalAct>

export const ApprovalMany = z
  .strictObject({
    items: z
      .array(z.strictObject({ decisionId: f.id, stepId: f.id }))
      .min(1)
      .max(BULK_MAX, said(`一次最多${BULK_MAX}项`, `At most ${BULK_MAX} at a time`))
      .refine(
        (items) => new Set(items.map(({ decisionId }) => decisionId)).size === items.length,
        said('同一申请只能出现一次', 'Each request may stand once'),
      ),
    action: choice(['approve', 'refuse'], ACTION_LABELS),
    opinion: f.optionalText(f.NOTE_MAX),
  })
  .refine(hasWords, SAY_WHY)
export type ApprovalMany = z.output<typeof ApprovalMany>

const Results = z
  .object({
    results: z.array(
      z.object({
        decisionId: f.id,
        success: z.boolean(),
        error: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ApprovalResults' })
export type ApprovalResults = z.infer<typeof Results>

export const SIGNER_PLACE_LABELS = {
  instead: { 'zh-CN': '转办给', en: 'Pass on to' },
  before: { 'zh-CN': '在我之前加签', en: 'Add a signer ahead of me' },
  after: { 'zh-CN': '在本步骤之后加签', en: 'Add a signer following this step' },
} as const
export const ApprovalSigner = z.strictObject({
  decisionId: f.id,
  stepId: f.id,
  userId: f.id,
  place: choice(['instead', 'before', 'after'], SIGNER_PLACE_LABELS),
  opinion: f.optionalText(f.NOTE_MAX),
})
export type ApprovalSigner = z.output<typeof ApprovalSigner>

const Absence = z
  .object({
    absenceId: f.id,
    fromTime: z.string(),
    toTime: z.string(),
    delegateUserId: f.id,
    delegateName: z.string(),
    isNow: z.boolean(),
  })
  .meta({ id: 'Absence' })
export type Absence = z.infer<typeof Absence>

export const AbsenceCreate = z
  .strictObject({ fromTime: f.time, toTime: f.time, delegateUserId: f.id })
  .refine(({ fromTime, toTime }) => fromTime < toTime, {
    error: said('结束时间须晚于开始时间', 'The end must be after the beginning'),
    path: ['toTime'],
  })
  .meta({
    example: { fromTime: '2026-12-01 09:00:00', toTime: '2026-12-05 18:00:00', delegateUserId: 12 },
  })
export type AbsenceCreate = z.output<typeof AbsenceCreate>

export const PeopleQuery = z.strictObject({ keyword: f.searchText.optional() })

/** Everybody who may be asked to decide something: all but experts. */
export const APPROVERS = [
  'admin',
  'manager',
  'leader',
  'sponsor',
  'executor',
  'meetingExecutor',
  'supervisor',
  'compliance',
  'finance',
] as const
const tag = 'Approvals'
const REFUSED = [
  'NOT_FOUND',
  'OWN_REQUEST',
  'APPROVAL_DECIDED',
  'APPROVAL_STALE',
  'APPROVAL_NOT_YOURS',
  'APPROVAL_ONE_STEP',
  'APPROVAL_SENT_BACK',
] as const

export const approvalRoutes = {
  list: {
    method: 'GET',
    path: '/business/approval/list',
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'List requests: what the caller is to decide, has decided, or has asked for',
    query: ApprovalQuery,
    answer: page(Approval),
  },
  people: {
    method: 'GET',
    path: '/business/approval/people',
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: `Active people of the caller's organization, at most ${PEOPLE_MAX}`,
    query: PeopleQuery,
    answer: data(z.array(f.option)),
  },
  absences: {
    method: 'GET',
    path: '/business/approval/absence',
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'Absences of the caller that have not ended, with who decides meanwhile',
    answer: data(z.object({ absences: z.array(Absence) }).meta({ id: 'Absences' })),
  },
  createAbsence: {
    method: 'POST',
    path: '/business/approval/absence',
    target: ['absenceId'],
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'Say that the caller is away, and who decides meanwhile',
    body: AbsenceCreate,
    answer: data(Absence),
    errors: ['ABSENCE_OVERLAPS', 'ABSENCE_PAST', 'APPROVAL_PERSON_UNFIT'],
    creates: true,
  },
  cancelAbsence: {
    method: 'DELETE',
    path: '/business/approval/absence/{absenceId}',
    target: ['absenceId'],
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'End or take back an absence',
    params: z.object({ absenceId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/business/approval/{decisionId}',
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'What a request would change, its steps and the opinions',
    params: z.object({ decisionId: f.queryId }),
    answer: data(ApprovalDetail),
    errors: ['NOT_FOUND'],
  },
  act: {
    method: 'PUT',
    path: '/business/approval/act',
    target: ['decisionId'],
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'Approve, reject or send back; whoever asked withdraws, or answers and submits again',
    body: ApprovalAct,
    answer: data(ApprovalDetail),
    errors: [
      ...REFUSED,
      'APPROVAL_NOT_SENT_BACK',
      'APPROVAL_NO_ASKER',
      'REQUEST_DECIDED',
      'ALLOCATION_EXCEEDED',
      'BUDGET_LINE_EXISTS',
      'MEETING_CLOSED',
      'GATE_NOT_MET',
      'BATCH_STATE',
      'SAME_PERSON',
      'BANK_PRESET_AUTHOR',
      'REAUTHENTICATION_REQUIRED',
      'SECOND_FACTOR_MISSING',
      'IDENTITY_NOT_MATCHED',
      'GLYPH_MISSING',
    ],
  },
  actMany: {
    method: 'PUT',
    path: '/business/approval/actMany',
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: `Approve or reject up to ${BULK_MAX} requests, each on its own`,
    body: ApprovalMany,
    keyless: 'each',
    answer: data(Results),
  },
  signer: {
    method: 'PUT',
    path: '/business/approval/signer',
    target: ['decisionId', 'userId'],
    access: APPROVERS,
    caller: 'person',
    tag,
    summary: 'Pass an open step on to one person, or add a signer before or after it',
    body: ApprovalSigner,
    answer: data(ApprovalDetail),
    errors: [...REFUSED, 'APPROVAL_SIGNERS_SPENT', 'APPROVAL_PERSON_UNFIT'],
  },
} as const satisfies RouteTable
