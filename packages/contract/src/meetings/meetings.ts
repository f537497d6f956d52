import { z } from 'zod'
import { DIMENSION_CARRYING_ERRORS, dimensionFilters } from '../dimensions/carried-dimensions.ts'
import * as f from '../fields.ts'
import { ApprovalWaiting } from '../approvals/waiting.ts'
import { CheckResult } from '../gates/gates.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { meetingRecord, MeetingStage } from './meeting-record.ts'
import { INVITING_LIMITS } from '../caps/limit-errors.ts'
import { MEETING_READERS, MEETING_RUNNERS, ROLE_LABELS, ROLE_TYPES } from '../accounts/roles.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

export { MEETING_STAGES, MeetingStage } from './meeting-record.ts'

export const Meeting = z
  .object({
    ...meetingRecord.read,
    nextStages: z
      .array(MeetingStage)
      .meta({ description: 'Stages to which the caller may move the meeting' }),
    abilities: f.abilities('update', 'changeStage', 'editAttendees', 'remove'),
  })
  .meta({ id: 'Meeting' })
export type Meeting = z.infer<typeof Meeting>

export const StageReadiness = z
  .object({ stage: MeetingStage, checks: z.array(CheckResult) })
  .meta({ id: 'StageReadiness' })
export type StageReadiness = z.infer<typeof StageReadiness>

/** One meeting, with what its next stage needs. */
export const MeetingDetail = Meeting.extend({
  readiness: z.array(StageReadiness).meta({
    description:
      'What the next stage needs and whether it is there, whoever may take the step; empty once closed',
  }),
  forwardRoles: z.array(choice(ROLE_TYPES, ROLE_LABELS)).meta({
    description: 'Roles that may move the meeting to its next stage; empty once closed',
  }),
  planWaiting: ApprovalWaiting.nullable().meta({
    description: 'Whom the approval of its plan waits for; null if nobody was asked',
  }),
}).meta({ id: 'MeetingDetail' })
export type MeetingDetail = z.infer<typeof MeetingDetail>

/** Number of days that the overview covers, including today. */
export const OVERVIEW_DAYS = 14

export const MeetingOverview = z
  .object({
    stages: z
      .array(
        z.object({
          currentStage: MeetingStage,
          count: z.int(),
          isExact: z.boolean().meta({ description: 'Whether there are no more than `count`' }),
        }),
      )
      .meta({ description: 'All stages in order' }),
    supervisions: z.array(z.object({ date: z.iso.date(), count: z.int() })).meta({
      description: `Number of supervisions on each of the ${OVERVIEW_DAYS} days from today on`,
    }),
  })
  .meta({ id: 'MeetingOverview', description: 'Counts of the meetings within reach of the caller' })
export type MeetingOverview = z.infer<typeof MeetingOverview>

export const MeetingQuery = f.listQuery(
  {
    projectId: f.queryId.optional(),
    projectName: f.searchText.optional(),
    meetingName: f.searchText.optional(),
    orgName: f.searchText.optional(),
    currentStage: MeetingStage.optional(),
    businessId: f.searchText
      .optional()
      .meta({ description: 'The beginning of the number', example: 'M2026' }),
    ...dimensionFilters,
    ...f.timeRange('ScheduleTime'),
    ...f.timeRange('SupervisionTime'),
  },
  meetingRecord.ordered,
)
export type MeetingQuery = z.output<typeof MeetingQuery>

/** An expert who is invited with a fee; it takes precedence over the same expert in `expertIds`. */
export const MeetingInvitation = z.strictObject({
  expertId: f.id,
  laborFee: f.amount,
  laborForm: LaborForm.default('lecture'),
})
export type MeetingInvitation = z.output<typeof MeetingInvitation>

const areDistinct = (invitations: readonly { expertId: number }[]) =>
  new Set(invitations.map(({ expertId }) => expertId)).size === invitations.length

export const MeetingCreate = z.strictObject({
  ...meetingRecord.create,
  expertIds: f.idBody.optional().meta({
    description:
      'Experts to invite whose fee is decided later; they are asked for no personal details until then',
  }),
  invitations: z
    .array(MeetingInvitation)
    .max(f.IDS_PER_REQUEST_MAX)
    .refine(areDistinct, said('同一专家出现了多次', 'The same expert appears twice'))
    .optional()
    .meta({ description: 'Experts to invite with the fee of each' }),
})
export type MeetingCreate = z.output<typeof MeetingCreate>

export const MeetingUpdate = z.strictObject({
  meetingId: f.id,
  version: f.version,
  ...meetingRecord.update,
})
export type MeetingUpdate = z.output<typeof MeetingUpdate>

export const MeetingStageChange = z.strictObject({
  meetingId: f.id,
  currentStage: MeetingStage,
  reason: f.optionalText(f.NOTE_MAX),
})
export type MeetingStageChange = z.output<typeof MeetingStageChange>

const tag = 'Meetings'

export const meetingRoutes = {
  list: {
    method: 'GET',
    path: '/business/meeting/list',
    access: MEETING_READERS,
    tag,
    summary: 'List meetings within reach of the caller',
    query: MeetingQuery,
    answer: page(Meeting),
  },
  overview: {
    method: 'GET',
    path: '/business/meeting/overview',
    access: MEETING_READERS,
    tag,
    summary: 'Number of meetings at each stage, and of supervisions in the next days',
    answer: data(MeetingOverview),
  },
  export: {
    method: 'POST',
    path: '/business/meeting/export',
    access: MEETING_READERS,
    tag,
    summary: 'Export meetings as an XLSX file, with the filters of the list',
    body: exportBody(MeetingQuery),
    answer: file(XLSX),
  },
  get: {
    method: 'GET',
    path: '/business/meeting/{meetingId}',
    access: MEETING_READERS,
    tag,
    summary: 'Read one meeting',
    params: z.object({ meetingId: f.queryId }),
    answer: data(MeetingDetail),
  },
  create: {
    method: 'POST',
    path: '/business/meeting',
    target: ['projectId', 'execUserId', 'expertIds', 'laborTemplateId', 'meetingId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Create a meeting of a project and invite experts',
    body: MeetingCreate,
    answer: data(MeetingDetail),
    errors: [
      'EXPERT_ARCHIVED',
      'EXPERT_DISABLED',
      'EXPERT_REJECTED',
      'NOT_FOUND',
      'MEETING_NAME_FIXED',
      'EXECUTOR_NOT_ASSIGNED',
      'EXECUTOR_NOT_CHOSEN',
      'BUSINESS_ID_TAKEN',
      'EXPERT_UNKNOWN',
      ...INVITING_LIMITS,
      'FEE_RULE_MISSING',
      'PERIOD_REVERSED',
      ...DIMENSION_CARRYING_ERRORS,
      'DIMENSION_BEYOND_PROJECT',
    ],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/meeting',
    target: ['meetingId', 'execUserId', 'laborTemplateId'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Change a meeting; omitted fields are left unchanged, and unsigned fees are recalculated for executor and date',
    body: MeetingUpdate,
    answer: data(MeetingDetail),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'MEETING_CLOSED',
      'EXECUTOR_NOT_ASSIGNED',
      'EXECUTOR_NEEDED',
      ...INVITING_LIMITS,
      'PERIOD_REVERSED',
      'FEE_RULE_MISSING',
      ...DIMENSION_CARRYING_ERRORS,
      'DIMENSION_BEYOND_PROJECT',
    ],
  },
  changeStage: {
    method: 'PUT',
    path: '/business/meeting/stage',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Move a meeting to its next stage, or back with a reason; approving its plan waits where steps are set up for it',
    body: MeetingStageChange,
    answer: data(MeetingDetail),
    errors: [
      'NOT_FOUND',
      'STAGE_NOT_REACHABLE',
      'STAGE_NEEDS_REASON',
      'STALE_RECORD',
      'GATE_NOT_MET',
      'APPROVAL_PENDING',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/business/meeting/{meetingId}',
    target: ['meetingId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Delete meetings without signed agreements, with their attendees',
    params: z.object({ meetingId: f.pathIds }),
    answer: data(z.null()),
    errors: ['AGREEMENT_PAID', 'AGREEMENT_SIGNED', 'MEETING_CLOSED'],
  },
} as const satisfies RouteTable
