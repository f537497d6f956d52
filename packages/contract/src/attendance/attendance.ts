import { z } from 'zod'
import * as f from '../fields.ts'
import { MEETING_READERS, MEETING_RUNNERS } from '../accounts/roles.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { XLSX } from '../spreadsheet.ts'
import { MarkKind, Presence, PresenceReview } from './presence.ts'
import { ENTRIES_MAX } from './sign-in-paths.ts'
import { latitude, longitude, SignatureMode } from './sign-in.ts'

/** Screens of one meeting that show codes at the same time. */
export const SCREENS_MAX = 10
/** People on a sheet as PDF; the Excel file has no such limit. */
export const SHEET_PEOPLE_MAX = 500
const DEGREES_TEXT_MAX = 24

export const PresenceQuery = f.listQuery(
  {
    meetingId: f.queryId,
    name: f.searchText.optional(),
    review: PresenceReview.optional(),
  },
  ['attendeeId', 'name', 'createTime'],
)
export type PresenceQuery = z.output<typeof PresenceQuery>

/** Degrees as a number, or as text from a form; empty for none. */
const degrees = (most: number, words: string) =>
  z
    .union([z.number(), z.string().max(DEGREES_TEXT_MAX)])
    .nullable()
    .transform((given) => (given === null || given === '' ? null : Number(given)))
    .refine((value) => value === null || Math.abs(value) <= most, words)
const NO_LATITUDE = said('请输入-90至90之间的纬度', 'Enter a latitude from -90 to 90')
const NO_LONGITUDE = said('请输入-180至180之间的经度', 'Enter a longitude from -180 to 180')
const NOT_A_PAIR = said('请同时填写纬度和经度', 'Enter both latitude and longitude')

export const SignInSetting = z
  .object({
    meetingId: f.id,
    signature: SignatureMode.meta({ description: 'Whether people draw a signature' }),
    latitude: latitude.nullable(),
    longitude: longitude.nullable(),
    version: f.version,
  })
  .meta({ id: 'SignInSetting' })
export type SignInSetting = z.infer<typeof SignInSetting>

export const SignInSettingUpdate = z
  .strictObject({
    meetingId: f.id,
    version: f.version,
    signature: SignatureMode.meta({ description: 'Whether people draw a signature' }),
    latitude: degrees(90, NO_LATITUDE),
    longitude: degrees(180, NO_LONGITUDE),
  })
  .refine((place) => (place.latitude === null) === (place.longitude === null), {
    error: NOT_A_PAIR,
    path: ['longitude'],
  })
export type SignInSettingUpdate = z.output<typeof SignInSettingUpdate>

export const DoorScreen = z
  .object({
    screenId: f.id,
    meetingId: f.id,
    createUserName: z.string().nullable(),
    createTime: z.string(),
    endsTime: z.string(),
  })
  .meta({ id: 'DoorScreen' })
export type DoorScreen = z.infer<typeof DoorScreen>

export const OpenedScreen = DoorScreen.extend({
  url: z.string().meta({ description: 'Address to open on a tablet; it is shown only once' }),
}).meta({ id: 'OpenedDoorScreen' })
export type OpenedScreen = z.infer<typeof OpenedScreen>

const OfflineEntry = z.strictObject({
  entryKey: z.uuid().meta({
    description: 'Made by the device; an entry that is sent again adds nothing',
    example: '0b6b7a52-6f0c-4a52-9d1c-3c1f5a1f7d10',
  }),
  kind: MarkKind,
  phone: f.phone,
  name: f.visibleName.optional().meta({ description: 'Required if the phone has no account yet' }),
  time: f.time.meta({ description: 'By the clock of the device' }),
})
export const AttendanceEntries = z.strictObject({
  meetingId: f.id,
  deviceTime: f.time.meta({ description: 'What the clock of the device shows as this is sent' }),
  entries: z.array(OfflineEntry).min(1).max(ENTRIES_MAX),
})
export type AttendanceEntries = z.output<typeof AttendanceEntries>

export const ENTRY_OUTCOME_LABELS = {
  added: { 'zh-CN': '已登记', en: 'Recorded' },
  already: { 'zh-CN': '已有记录', en: 'Recorded before' },
  refused: { 'zh-CN': '未登记', en: 'Not recorded' },
} as const
export const EntryOutcome = choice(['added', 'already', 'refused'], ENTRY_OUTCOME_LABELS)

export const EntryResult = z
  .object({
    entryKey: z.string(),
    outcome: EntryOutcome.meta({ description: 'What became of it' }),
    attendeeId: f.id.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not recorded, in the language of the caller' }),
  })
  .meta({ id: 'AttendanceEntryResult' })
export type EntryResult = z.infer<typeof EntryResult>

export const HandMark = z.strictObject({
  attendeeId: f.id,
  kind: MarkKind,
  markTime: f.time,
  reason: f.text(f.LINE_MAX),
  photoFileId: f.id.meta({ description: 'A photo that shows the person there' }),
  replaces: f.id
    .optional()
    .meta({ description: 'The mark of the same attendee that this one corrects; it is kept' }),
})
export type HandMark = z.output<typeof HandMark>

export const PresenceDecision = z.strictObject({
  attendeeId: f.id,
  review: choice(['accepted', 'rejected'], {
    accepted: { 'zh-CN': '已认可', en: 'Accepted' },
    rejected: { 'zh-CN': '不认可', en: 'Rejected' },
  }),
  reason: f.text(f.NOTE_MAX),
})
export type PresenceDecision = z.output<typeof PresenceDecision>

const REVIEWERS = ['admin', 'manager', 'supervisor', 'compliance'] as const
const PDF = 'application/pdf'
const ZIP = 'application/zip'
const tag = 'Attendance'
const OfMeeting = z.object({ meetingId: f.queryId })

export const attendanceRoutes = {
  ofMeeting: {
    method: 'GET',
    path: '/business/attendance/ofMeeting',
    access: MEETING_READERS,
    tag,
    summary: 'Who was at a meeting and how long, each with its marks',
    query: PresenceQuery,
    answer: page(Presence),
    errors: ['NOT_FOUND'],
  },
  sheet: {
    method: 'GET',
    path: '/business/attendance/sheet',
    access: MEETING_READERS,
    logged: true,
    tag,
    summary: 'Who was at a meeting as an XLSX file',
    query: z.strictObject({ meetingId: f.queryId }),
    answer: file(XLSX),
    errors: ['NOT_FOUND'],
  },
  sheetPdf: {
    method: 'GET',
    path: '/business/attendance/sheet/pdf',
    access: MEETING_RUNNERS,
    logged: true,
    tag,
    summary: `The sign-in sheet as a signed PDF of at most ${SHEET_PEOPLE_MAX} people, with signatures, reviews and a code for verifying it`,
    query: z.strictObject({ meetingId: f.queryId }),
    answer: file(PDF),
    errors: ['NOT_FOUND', 'PRESENCE_SHEET_LONG'],
  },
  certificate: {
    method: 'GET',
    path: '/business/attendance/certificate/{attendeeId}',
    target: ['attendeeId'],
    access: [...MEETING_RUNNERS, 'doctor'],
    logged: true,
    tag,
    summary: 'A certificate of attendance as a signed PDF with a code for verifying it',
    params: z.object({ attendeeId: f.queryId }),
    answer: file(PDF),
    errors: ['PRESENCE_UNPROVEN'],
  },
  certificates: {
    method: 'GET',
    path: '/business/attendance/certificates',
    access: MEETING_RUNNERS,
    logged: true,
    tag,
    summary: 'The certificates of all who were at a meeting as a ZIP file',
    query: z.strictObject({ meetingId: f.queryId }),
    answer: file(ZIP),
    errors: ['NOT_FOUND', 'PRESENCE_UNPROVEN'],
  },
  setting: {
    method: 'GET',
    path: '/business/attendance/setting/{meetingId}',
    access: MEETING_READERS,
    tag,
    summary: 'How signing in works at a meeting',
    params: OfMeeting,
    answer: data(SignInSetting),
  },
  changeSetting: {
    method: 'PUT',
    path: '/business/attendance/setting',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Set whether people draw a signature, and the place from which metres are counted',
    body: SignInSettingUpdate,
    answer: data(SignInSetting),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'MEETING_CLOSED'],
  },
  screens: {
    method: 'GET',
    path: '/business/attendance/screens/{meetingId}',
    access: MEETING_RUNNERS,
    tag,
    summary: 'Screens of a meeting that show codes now',
    params: OfMeeting,
    answer: data(z.array(DoorScreen)),
    errors: ['NOT_FOUND'],
  },
  openScreen: {
    method: 'POST',
    path: '/business/attendance/screen',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    keyless: 'secret',
    tag,
    summary: 'Make an address that shows the code at the door without a login, until sign-in ends',
    body: z.strictObject({ meetingId: f.id }),
    answer: data(OpenedScreen),
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'SIGN_IN_TIME_MISSING', 'NOT_IN_WINDOW', 'SCREENS_MANY'],
  },
  endScreen: {
    method: 'DELETE',
    path: '/business/attendance/screen/{screenId}',
    target: ['screenId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'End a screen; its address and its codes are good for nothing from then on',
    params: z.object({ screenId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
  sendEntries: {
    method: 'POST',
    path: '/business/attendance/entries',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    keyless: 'each',
    tag,
    summary: `Record at most ${ENTRIES_MAX} sign-ins that a device kept without a network; answers what became of each`,
    body: AttendanceEntries,
    answer: data(z.array(EntryResult)),
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'SIGN_IN_TIME_MISSING'],
  },
  recordByHand: {
    method: 'POST',
    path: '/business/attendance/hand',
    target: ['attendeeId'],
    access: MEETING_RUNNERS,
    caller: 'person',
    tag,
    summary: 'Enter a sign-in by hand with a reason and a photo, or correct one; somebody else confirms it',
    body: HandMark,
    answer: data(Presence),
    errors: [
      'NOT_FOUND',
      'MEETING_CLOSED',
      'SIGN_IN_TIME_MISSING',
      'NOT_IN_WINDOW',
      'MARK_TIME_AHEAD',
      'MARK_REPLACED',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
    ],
    creates: true,
  },
  review: {
    method: 'PUT',
    path: '/business/attendance/review',
    target: ['attendeeId'],
    access: REVIEWERS,
    caller: 'person',
    tag,
    summary: 'Accept or reject, with a reason, the presence of somebody whose sign-in has something odd',
    body: PresenceDecision,
    answer: data(Presence),
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'PRESENCE_NOT_OPEN', 'PRESENCE_OWN_ENTRY'],
  },
} as const satisfies RouteTable
