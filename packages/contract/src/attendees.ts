import { z } from 'zod'
import { AgreementStep, feeFields, SignatureStatus } from './agreements.ts'
import * as f from './fields.ts'
import { LaborForm } from './labor-forms.ts'
import { MeetingStage } from './meetings.ts'
import { MEETING_READERS, MEETING_RUNNERS } from './roles.ts'
import { data, file, page, type RouteTable } from './route.ts'
import { exportBody, XLSX } from './spreadsheet.ts'

const PHOTOS_MAX = 20

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
    laborForm: LaborForm,
    laborFee: f.decimal,
    ...feeFields,
    vatAndSurcharges: f.decimal.meta({ description: 'Value-added tax and surcharges together' }),
    bankRegion: z.string().nullable(),
    summary: z.string().nullable(),
    onSitePhotos: z.array(f.id),
    onSitePhotoUrls: z.array(z.string()),
    signatureStatus: SignatureStatus,
    agreementStep: AgreementStep,
    handsign: z.string().nullable().meta({ description: 'Signed, expiring address of the signature image' }),
    laborProtocol: z
      .string()
      .nullable()
      .meta({ description: 'Text of the agreement once it is drawn up; null in lists' }),
    laborProtocolUrl: z.string().nullable().meta({ description: 'Address of the signed agreement' }),
    supersededCount: z.int().meta({ description: 'Number of signatures invalidated by fee changes' }),
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeFee', 'remove', 'sign'),
  })
  .meta({ id: 'Attendee' })
export type Attendee = z.infer<typeof Attendee>

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
    ...f.createTimeRange,
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
  ...profile,
})
export type AttendeeUpdate = z.output<typeof AttendeeUpdate>

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
  get: {
    method: 'GET',
    path: '/business/meetingAttendee/{attendeeId}',
    access: [...MEETING_READERS, 'doctor'],
    tag,
    summary: 'Read one attendee',
    params: z.object({ attendeeId: f.queryId }),
    answer: data(Attendee),
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
      'Change an attendee; a changed fee invalidates the signature, and the expert is notified to sign again',
    body: AttendeeUpdate,
    answer: data(Attendee),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'AGREEMENT_SIGNED',
      'MEETING_CLOSED',
      'FEE_RULE_MISSING',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
    ],
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
    errors: ['AGREEMENT_SIGNED', 'MEETING_CLOSED'],
  },
} as const satisfies RouteTable
