import { z } from 'zod'
import { AgreementStep, AmendmentStatus, feeFields, SignatureStatus } from './agreements.ts'
import { Attendance } from './attendance.ts'
import { SealStatus } from './document-seal.ts'
import * as f from './fields.ts'
import { LaborForm } from './labor-forms.ts'
import { INVITING_LIMITS, ROOM_ERRORS } from './limit-errors.ts'
import { MeetingStage } from './meetings.ts'
import { MEETING_READERS, MEETING_RUNNERS } from './roles.ts'
import { data, file, page, type RouteTable } from './route.ts'
import { choice } from './words.ts'
import { exportBody, SHEET_ERRORS, XLSX } from './spreadsheet.ts'

/** What an expert answered to the invitation. */
export const REPLY_LABELS = {
  accepted: { 'zh-CN': '参加', en: 'Attending' },
  declined: { 'zh-CN': '不参加', en: 'Not attending' },
} as const
export const AttendeeReply = choice(['accepted', 'declined'], REPLY_LABELS)
export type AttendeeReply = z.infer<typeof AttendeeReply>

const PHOTOS_MAX = 20
const ZIP = 'application/zip'

export const Attendee = z
  .object({
    attendeeId: f.id,
    meetingId: f.id,
    meetingName: z.string(),
    projectName: z.string(),
    currentStage: MeetingStage,
    scheduleStartTime: z.string().nullable(),
    scheduleLocation: z.string().nullable(),
    userId: f.id,
    expertId: f.id,
    name: z.string(),
    phone: z.string().meta({ description: 'Masked for sponsors and supervisors' }),
    unit: z.string().nullable(),
    department: z.string().nullable(),
    title: z.string().nullable(),
    auditedTitle: z.string().nullable(),
    titleDiffers: z.boolean(),
    laborForm: LaborForm,
    laborFee: f.decimal,
    ...feeFields,
    vatAndSurcharges: f.decimal.meta({ description: 'Value-added tax and surcharges together' }),
    bankRegion: z.string().nullable(),
    summary: z.string().nullable(),
    onSitePhotos: z.array(f.id),
    onSitePhotoUrls: z.array(z.string()),
    signatureStatus: SignatureStatus,
    sealStatus: SealStatus.nullable().meta({
      description: 'Null if it is unsigned or signed under earlier rules',
    }),
    agreementStep: AgreementStep,
    handsign: z.string().nullable().meta({ description: 'Signed, expiring address of the signature image' }),
    laborProtocol: z
      .string()
      .nullable()
      .meta({ description: 'Text of the agreement once it is drawn up; null in lists' }),
    laborProtocolUrl: z.string().nullable().meta({ description: 'Address of the signed agreement' }),
    supersededCount: z
      .int()
      .meta({ description: 'Number of signed agreements that amendments have replaced' }),
    amendment: z
      .object({
        status: AmendmentStatus,
        payableAmount: f.decimal,
        netAmount: f.decimal,
        reason: z.string(),
        proposedTime: z.string(),
        declineReason: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The latest amendment of the signed fee' }),
    attendance: Attendance.meta({
      description:
        'How the invitation stands: a signature accepts it. Who declined or is expired counts for no cap, budget, sum or check',
    }),
    reply: AttendeeReply.nullable().meta({ description: 'Answer to the invitation; null: none yet' }),
    replyTime: z.string().nullable(),
    replyUntil: z.string().nullable().meta({
      description:
        'Until when the expert may answer: the deadline of the invitation, or the start of the meeting',
    }),
    replyReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the expert does not attend; for those who run the meeting' }),
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeFee', 'withdrawAmendment', 'remove', 'sign', 'reply'),
  })
  .meta({ id: 'Attendee' })
export type Attendee = z.infer<typeof Attendee>

/** One attendee, with what an expert wants to know about the meeting. */
export const AttendeeDetail = Attendee.extend({
  invitation: z
    .object({
      title: z.string().nullable(),
      content: z.string().nullable(),
      scheduleEndTime: z.string().nullable(),
      agenda: z.string().nullable(),
      contactName: z.string().nullable(),
      contactPhone: z.string().nullable(),
    })
    .meta({ description: 'The invitation and what is known about the meeting' }),
}).meta({ id: 'AttendeeDetail' })
export type AttendeeDetail = z.infer<typeof AttendeeDetail>

export const ATTENDEE_COLUMNS = [
  'attendeeId',
  'name',
  'unit',
  'payableAmount',
  'scheduleStartTime',
  'signatureStatus',
  'createTime',
] as const
export const AttendeeQuery = f.listQuery(
  {
    meetingId: f.queryId.optional(),
    meetingName: f.searchText.optional(),
    isUpcoming: f.queryFlag
      .optional()
      .meta({ description: 'Whether the meeting is open and is today, later or not scheduled yet' }),
    name: f.searchText.optional(),
    phone: f.searchText.optional(),
    unit: f.searchText.optional(),
    department: f.searchText.optional(),
    title: f.searchText.optional(),
    laborFee: f.amount.optional(),
    laborForm: LaborForm.optional(),
    signatureStatus: SignatureStatus.optional(),
    toSign: f.queryFlag.optional().meta({
      description: 'Whether the agreement, or a change of its fee, waits for the signature of the expert',
    }),
    reply: AttendeeReply.optional(),
  },
  ATTENDEE_COLUMNS,
)
export type AttendeeQuery = z.output<typeof AttendeeQuery>

const profile = {
  unit: f.optionalText(f.NAME_MAX),
  department: f.optionalText(f.DEPARTMENT_MAX),
  title: f.optionalText(f.NAME_MAX),
  bankRegion: f.optionalText(f.NAME_MAX),
  summary: f.optionalText(f.NOTE_MAX),
  onSitePhotos: z.array(f.id).max(PHOTOS_MAX).optional(),
}

export const AttendeeCreate = z.strictObject({
  meetingId: f.id,
  phone: f.phone,
  name: f.text(f.NAME_MAX).optional().meta({ description: 'Required if the phone has no account yet' }),
  laborForm: LaborForm.default('lecture'),
  laborFee: f.amount.default('0.00'),
  ...profile,
})
export type AttendeeCreate = z.output<typeof AttendeeCreate>

export const AttendeeUpdate = z.strictObject({
  attendeeId: f.id,
  version: f.version,
  name: f.text(f.NAME_MAX).optional(),
  laborForm: LaborForm.optional(),
  laborFee: f.amount.optional(),
  reason: f
    .text(f.LINE_MAX)
    .optional()
    .meta({ description: 'Why the fee of a signed agreement changes; required in that case' }),
  ...profile,
})
export type AttendeeUpdate = z.output<typeof AttendeeUpdate>

export const AttendeeReplying = z.strictObject({
  attendeeId: f.id,
  reply: AttendeeReply,
  reason: f.optionalText(f.LINE_MAX),
})
export type AttendeeReplying = z.output<typeof AttendeeReplying>

/** Sums of the fees of a meeting, as the caller may see them in the list. */
export const AttendeeSummary = z
  .object({
    meetingId: f.id,
    attendeeCount: z.int().min(0),
    signedCount: z.int().min(0).meta({ description: 'Without those to whom another fee is proposed' }),
    toSignCount: z.int().min(0).meta({ description: 'Experts who can sign now and have not' }),
    payableAmount: f.decimal.meta({ description: 'Sum of all fees before tax' }),
    signedAmount: f.decimal.meta({ description: 'Sum of the fees of signed agreements' }),
    netAmount: f.decimal.meta({ description: 'Sum of what is paid out after tax' }),
    laborBudget: f.decimal.nullable().meta({ description: 'Fee budget of the meeting; null: none is set' }),
  })
  .meta({ id: 'AttendeeSummary' })
export type AttendeeSummary = z.infer<typeof AttendeeSummary>

export const REMINDER_OUTCOMES = {
  reminded: { 'zh-CN': '已提醒', en: 'Reminded' },
  recent: { 'zh-CN': '近期已提醒', en: 'Reminded recently' },
  notDue: { 'zh-CN': '无需提醒', en: 'Nothing to sign' },
} as const
export const ReminderOutcome = choice(['reminded', 'recent', 'notDue'], REMINDER_OUTCOMES)

/** An expert hears about one agreement at most once in so many hours. */
export const REMINDED_AGAIN_HOURS = 12

export const Reminder = z.object({ attendeeId: f.id, outcome: ReminderOutcome }).meta({ id: 'Reminder' })
export type Reminder = z.infer<typeof Reminder>

/** Experts that are read from one sheet. More are added in several goes. */
export const ATTENDEE_ROWS_MAX = 200
/** Rows of titles and remarks around them. */
export const SHEET_TITLES_MAX = 20
/** Columns of such a sheet that are answered. */
export const SHEET_COLUMNS_MAX = 30

export const SheetRow = z
  .object({
    rowNumber: z.int().min(1).meta({ description: 'Row number as the spreadsheet shows it' }),
    cells: z.array(z.string().max(f.LINE_MAX)).max(SHEET_COLUMNS_MAX).meta({
      description: 'Texts of the cells, at most so many characters of each; empty for an empty cell',
    }),
  })
  .meta({ id: 'SheetRow' })
export type SheetRow = z.infer<typeof SheetRow>

const tag = 'Meeting attendees'

export const attendeeRoutes = {
  list: {
    method: 'GET',
    path: '/business/meetingAttendee/list',
    access: [...MEETING_READERS, 'doctor'],
    tag,
    summary: 'List attendees within reach of the caller; experts see their own',
    query: AttendeeQuery,
    answer: page(Attendee),
  },
  export: {
    method: 'POST',
    path: '/business/meetingAttendee/export',
    access: MEETING_READERS,
    tag,
    summary: 'Export attendees with their fees as an XLSX file, with the filters of the list',
    body: exportBody(AttendeeQuery),
    answer: file(XLSX),
  },
  summary: {
    method: 'GET',
    path: '/business/meetingAttendee/summary',
    access: MEETING_READERS,
    tag,
    summary: 'Sums of the fees of a meeting beside its fee budget',
    query: z.strictObject({ meetingId: f.queryId }),
    answer: data(AttendeeSummary),
    errors: ['NOT_FOUND'],
  },
  agreements: {
    method: 'GET',
    path: '/business/meetingAttendee/agreements',
    access: ['admin', 'manager', 'leader', 'executor', 'meetingExecutor'],
    tag,
    summary: 'Download the signed agreements of these attendees as a ZIP file; unsigned ones are left out',
    query: z.strictObject({ attendeeIds: f.queryIds }),
    answer: file(ZIP),
    errors: ['NOT_FOUND', 'AGREEMENT_UNSIGNED'],
  },
  readSheet: {
    method: 'POST',
    path: '/business/meetingAttendee/sheet',
    access: MEETING_RUNNERS,
    tag,
    summary: `Read an XLSX or CSV file of at most ${ATTENDEE_ROWS_MAX} experts as text, to be checked and then added one by one; nothing is saved`,
    upload: true,
    keyless: 'computed',
    answer: data(z.array(SheetRow)),
    errors: SHEET_ERRORS,
  },
  remind: {
    method: 'POST',
    path: '/business/meetingAttendee/remind',
    target: ['attendeeIds'],
    access: MEETING_RUNNERS,
    tag,
    summary: `Notify experts again, also by SMS, of agreements that they can sign, each at most once in ${REMINDED_AGAIN_HOURS} hours; answers what became of each`,
    body: z.strictObject({ attendeeIds: f.idBody.pipe(z.array(f.id).min(1)) }),
    answer: data(z.array(Reminder)),
    errors: ['NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/business/meetingAttendee/{attendeeId}',
    access: [...MEETING_READERS, 'doctor'],
    tag,
    summary: 'Read one attendee',
    params: z.object({ attendeeId: f.queryId }),
    answer: data(AttendeeDetail),
  },
  create: {
    method: 'POST',
    path: '/business/meetingAttendee',
    target: ['meetingId', 'attendeeId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Add an expert to a meeting by phone; creates an account if there is none',
    body: AttendeeCreate,
    answer: data(Attendee),
    errors: [
      'NOT_FOUND',
      'EXECUTOR_NOT_CHOSEN',
      'ATTENDEE_EXISTS',
      'EXPERT_ARCHIVED',
      'EXPERT_DISABLED',
      'EXPERT_REJECTED',
      'PHONE_NOT_EXPERT',
      'MEETING_CLOSED',
      ...INVITING_LIMITS,
      'FEE_RULE_MISSING',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
      'GLYPH_MISSING',
    ],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/meetingAttendee',
    target: ['attendeeId'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Change an attendee; another fee after signing is an amendment, which the expert signs or declines',
    body: AttendeeUpdate,
    answer: data(Attendee),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'AGREEMENT_SIGNED',
      'AGREEMENT_PAID',
      'AMENDMENT_REASON_MISSING',
      'AMENDMENT_FEE_MISSING',
      'MEETING_CLOSED',
      ...INVITING_LIMITS,
      'FEE_RULE_MISSING',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
    ],
  },
  reply: {
    method: 'PUT',
    path: '/business/meetingAttendee/reply',
    target: ['attendeeId'],
    access: ['doctor'],
    tag,
    summary:
      'Accept or decline an invitation until its deadline; the executor is told, and declining needs an unsigned agreement',
    body: AttendeeReplying,
    answer: data(AttendeeDetail),
    errors: [
      ...ROOM_ERRORS,
      'NOT_FOUND',
      'REPLY_REASON_MISSING',
      'REPLY_CLOSED',
      'AGREEMENT_SIGNED',
      'MEETING_CLOSED',
    ],
  },
  withdrawAmendment: {
    method: 'DELETE',
    path: '/business/meetingAttendee/{attendeeId}/amendment',
    target: ['attendeeId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Take back an amendment that the expert has not decided on',
    params: z.object({ attendeeId: f.queryId }),
    answer: data(Attendee),
    errors: ['NOT_FOUND', 'MEETING_CLOSED'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/meetingAttendee/{attendeeId}',
    target: ['attendeeId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Remove attendees who have never signed',
    params: z.object({ attendeeId: f.pathIds }),
    answer: data(z.null()),
    errors: ['AGREEMENT_SIGNED', 'AGREEMENT_PAID', 'MEETING_CLOSED'],
  },
} as const satisfies RouteTable
