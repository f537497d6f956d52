import { z } from 'zod'
import { SignatureStatus } from '../agreements/agreements.ts'
import * as f from '../fields.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { INVITING_LIMITS, ROOM_ERRORS } from '../caps/limit-errors.ts'
import { MEETING_READERS, MEETING_RUNNERS } from '../accounts/roles.ts'
import { AttendeeReply, attendeeRecord } from './attendee-record.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { exportBody, SHEET_ERRORS, XLSX } from '../spreadsheet.ts'

export { AttendeeReply, REPLY_LABELS } from './attendee-record.ts'

const ZIP = 'application/zip'

export const Attendee = z
  .object({
    ...attendeeRecord.read,
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
  attendeeRecord.ordered,
)
export type AttendeeQuery = z.output<typeof AttendeeQuery>

export const AttendeeCreate = z.strictObject(attendeeRecord.create)
export type AttendeeCreate = z.output<typeof AttendeeCreate>

export const AttendeeUpdate = z.strictObject({
  attendeeId: f.id,
  version: f.version,
  ...attendeeRecord.update,
  reason: f
    .text(f.LINE_MAX)
    .optional()
    .meta({ description: 'Why the fee of a signed agreement changes; required in that case' }),
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

/** Most experts that one sheet may have. A longer list is divided into several sheets. */
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

/** What is known of a phone before its expert is added. */
export const KnownPhone = z
  .object({
    phone: f.phone,
    hasAccount: z
      .boolean()
      .meta({ description: 'False: adding this phone opens an account for a new expert' }),
    isAttendee: z.boolean().meta({ description: 'Whether its expert is on the list of this meeting' }),
  })
  .meta({ id: 'KnownPhone' })
export type KnownPhone = z.infer<typeof KnownPhone>

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
  known: {
    method: 'POST',
    path: '/business/meetingAttendee/known',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Say of phones whether they have accounts and are on the list of a meeting; nothing is saved',
    body: z.strictObject({
      meetingId: f.id,
      phones: z.array(f.phone).min(1).max(ATTENDEE_ROWS_MAX).meta({ description: 'Phones to ask about' }),
    }),
    keyless: 'computed',
    answer: data(z.array(KnownPhone)),
    errors: ['NOT_FOUND'],
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
    caller: 'person',
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
