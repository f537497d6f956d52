import { z } from 'zod'
import * as f from '../fields.ts'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import { data, page, type RouteTable } from '../route.ts'
import { SHEET_ERRORS } from '../spreadsheet.ts'
import { choice } from '../words.ts'

/** The export of a conference tool: its size and its rows. */
export const CONFERENCE_MAX_BYTES = 10 * 1024 * 1024
export const CONFERENCE_ROWS_MAX = 5000
/** Rows of titles and remarks above the row with the titles of the columns. */
export const CONFERENCE_TITLES_WITHIN = 20
/** Titles that are answered. */
export const CONFERENCE_COLUMNS_MAX = 50
/** People that one row is taken for. */
export const CONFERENCE_PEOPLE_MAX = 5

/** What is read of each row. */
export const CONFERENCE_COLUMN_LABELS = {
  nickname: { 'zh-CN': '昵称', en: 'Nickname' },
  firstIn: { 'zh-CN': '入会时间', en: 'Joined' },
  lastOut: { 'zh-CN': '退会时间', en: 'Left' },
  duration: { 'zh-CN': '参会时长', en: 'Duration' },
  role: { 'zh-CN': '身份', en: 'Role' },
} as const
export type ConferenceColumn = keyof typeof CONFERENCE_COLUMN_LABELS

/** The titles of 腾讯会议, which are looked for first. Blanks, brackets and their width do not matter. */
export const TENCENT_TITLES: Readonly<Record<ConferenceColumn, string>> = {
  nickname: '用户昵称（入会昵称）',
  firstIn: '首次入会时间',
  lastOut: '最后退会时间',
  duration: '累计参会时长',
  role: '身份',
}

export const CONFERENCE_STATE_LABELS = {
  matched: { 'zh-CN': '已计入', en: 'Counted' },
  review: { 'zh-CN': '待确认是谁', en: 'Who is it?' },
  unknown: { 'zh-CN': '不在参会名单', en: 'Not an attendee' },
  dismissed: { 'zh-CN': '不计入', en: 'Not counted' },
} as const
export const CONFERENCE_STATES = ['matched', 'review', 'unknown', 'dismissed'] as const
export const ConferenceState = choice(CONFERENCE_STATES, CONFERENCE_STATE_LABELS)
export type ConferenceState = z.infer<typeof ConferenceState>

export const CONFERENCE_OUTCOME_LABELS = {
  ...CONFERENCE_STATE_LABELS,
  already: { 'zh-CN': '此前已导入', en: 'Imported before' },
  refused: { 'zh-CN': '未导入', en: 'Not imported' },
} as const
export const CONFERENCE_OUTCOMES = ['matched', 'review', 'unknown', 'already', 'refused'] as const
const ConferenceOutcome = choice(CONFERENCE_OUTCOMES, CONFERENCE_OUTCOME_LABELS)

const nickname = z
  .string()
  .meta({ description: 'As the conference tool shows it', example: '王堃（北京医院）' })

export const ConferenceRow = z
  .object({
    rowId: f.id,
    meetingId: f.id,
    rowNumber: z.int().meta({ description: 'Row of the file' }),
    nickname,
    role: z
      .string()
      .nullable()
      .meta({ description: 'Role in the conference; null if the file does not say' }),
    firstIn: z.string(),
    lastOut: z.string(),
    minutes: z.int().nullable().meta({
      description: 'Whole minutes that the tool counted; null if the file does not say',
    }),
    state: ConferenceState,
    attendees: z
      .array(z.object({ attendeeId: f.id, name: z.string() }))
      .meta({ description: 'Whom it is counted for' }),
    abilities: f.abilities('settle'),
  })
  .meta({ id: 'ConferenceRow' })
export type ConferenceRow = z.infer<typeof ConferenceRow>

export const ConferenceRowQuery = f.listQuery({ meetingId: f.queryId, state: ConferenceState.optional() }, [
  'rowId',
  'firstIn',
  'nickname',
  'createTime',
])
export type ConferenceRowQuery = z.output<typeof ConferenceRowQuery>

export const ConferenceResult = z
  .object({
    rowNumber: z.int().meta({ description: 'Row of the file' }),
    nickname,
    outcome: ConferenceOutcome.meta({ description: 'What became of it' }),
    name: z.string().nullable().meta({ description: 'The attendee whom it is counted for' }),
    reason: z.string().nullable().meta({
      description: 'Why it was not imported, in the language of the caller',
    }),
  })
  .meta({ id: 'ConferenceResult' })
export type ConferenceResult = z.infer<typeof ConferenceResult>

const title = z.string().trim().min(1).max(f.NAME_MAX).optional()
const TITLES = {
  nickname: title.meta({ description: 'Title of the column with names; that of 腾讯会议 by default' }),
  firstIn: title.meta({ description: 'Title of the column with the time of joining' }),
  lastOut: title.meta({ description: 'Title of the column with the time of leaving' }),
  duration: title.meta({ description: 'Title of the column with the time spent there' }),
  role: title.meta({ description: 'Title of the column with roles' }),
}
export const ConferenceImport = z.strictObject({ meetingId: f.queryId, ...TITLES })
export type ConferenceImport = z.output<typeof ConferenceImport>

export const ConferenceSettlement = z.strictObject({
  rowId: f.id,
  attendeeIds: z
    .array(f.id)
    .max(CONFERENCE_PEOPLE_MAX)
    .meta({ description: 'Attendees of the meeting who were there; none if it is not counted' }),
})
export type ConferenceSettlement = z.output<typeof ConferenceSettlement>

const tag = 'Attendance'

/** The attendance export of a conference tool. */
export const conferenceRoutes = {
  titles: {
    method: 'POST',
    path: '/business/attendance/conference/titles',
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Read the titles of an export of a conference tool, to say which column is which; nothing is saved',
    upload: true,
    keyless: 'computed',
    answer: data(z.array(z.string())),
    errors: SHEET_ERRORS,
  },
  import: {
    method: 'POST',
    path: '/business/attendance/conference',
    access: MEETING_RUNNERS,
    tag,
    summary: `Import the attendance export of a conference tool (XLSX or CSV in UTF-8 or GBK, at most ${CONFERENCE_ROWS_MAX} rows); answers what became of each row, and the same row twice adds nothing`,
    query: ConferenceImport,
    upload: true,
    keyless: 'each',
    answer: data(z.array(ConferenceResult)),
    errors: [
      ...SHEET_ERRORS,
      'NOT_FOUND',
      'MEETING_CLOSED',
      'SIGN_IN_TIME_MISSING',
      'CONFERENCE_TITLES_MISSING',
    ],
  },
  rows: {
    method: 'GET',
    path: '/business/attendance/conference/list',
    access: MEETING_RUNNERS,
    tag,
    summary: 'List what was imported from a conference tool for a meeting',
    query: ConferenceRowQuery,
    answer: page(ConferenceRow),
    errors: ['NOT_FOUND'],
  },
  settle: {
    method: 'PUT',
    path: '/business/attendance/conference',
    target: ['rowId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Say who an imported row is, or that it is not counted',
    body: ConferenceSettlement,
    answer: data(ConferenceRow),
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'CONFERENCE_ROW_SETTLED'],
  },
} as const satisfies RouteTable
