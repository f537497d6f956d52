import {
  EXECUTORS,
  EXPERTS_FROM,
  LEADERS,
  MANAGER,
  projectNameOf,
  SMALL,
  SPONSORS,
  SUBACCOUNTS,
} from './population.ts'

/** Who asks. */
export const ROLES = {
  manager: MANAGER,
  'sponsor of all': SPONSORS.first,
  'its supervisor': SUBACCOUNTS.sponsor,
  'executor of a tenth': EXECUTORS.first,
  'its sub-account': SUBACCOUNTS.executor,
  'executor of 159': SMALL.userId,
  lead: LEADERS.first,
  expert: EXPERTS_FROM,
} as const
export type Role = keyof typeof ROLES

export interface Case {
  list: 'meeting' | 'meetingAttendee' | 'project' | 'expert' | 'overview'
  what: string
  query: Record<string, string>
}

const PAGE = { pageSize: '20' }
/** The deepest page that a number leads to. */
const DEEPEST = '500'
const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** The cursor of a row in the order of the keys, which no page need be read for. */
const cursorAt = (key: number, isAsc: 'asc' | 'desc') =>
  Buffer.from(JSON.stringify([` ${isAsc}`, String(key)])).toString('base64url')

const SORTS = {
  meeting: [
    'meetingName',
    'projectName',
    'currentStage',
    'supervisionTime',
    'scheduleStartTime',
    'createTime',
  ],
  meetingAttendee: ['name', 'unit', 'payableAmount', 'scheduleStartTime', 'signatureStatus', 'createTime'],
  project: ['projectNo', 'projectName', 'startTime', 'managerScore', 'createTime'],
  expert: ['name', 'unit', 'auditStatus', 'createTime'],
} as const

const span = (name: string, from: number, to: number) => ({
  [`params[begin${name}]`]: dayOf(from),
  [`params[end${name}]`]: dayOf(to),
})

const FILTERS: Record<keyof typeof SORTS, Record<string, Record<string, string>>> = {
  meeting: {
    'one project': { projectId: '7' },
    'stage, many': { currentStage: 'closed' },
    'stage, few': { currentStage: 'ready' },
    'two characters, many': { meetingName: '肺癌' },
    'one character': { meetingName: '肺' },
    'a whole name': { meetingName: projectNameOf(33) },
    'no such name': { meetingName: '火星' },
    'executing organization': { orgName: '3007' },
    'supervised in a week': span('SupervisionTime', 7, 0),
    'created in a week': span('Time', 7, 0),
    'created in a year': span('Time', 400, 35),
  },
  meetingAttendee: {
    'one meeting': { meetingId: '77' },
    'name, two characters': { name: '王伟' },
    'name, one character': { name: '王' },
    'no such name': { name: '火星' },
    unit: { unit: '协和' },
    'unit, few': { unit: '肿瘤医院第3院' },
    department: { department: '心内' },
    title: { title: '主治' },
    fee: { laborFee: '8000' },
    'no such fee': { laborFee: '17' },
    'form, many': { laborForm: 'lecture' },
    'form, none': { laborForm: 'review' },
    signed: { signatureStatus: 'signed' },
    unsigned: { signatureStatus: 'unsigned' },
    'to sign': { toSign: 'true' },
    'to sign, oldest': { toSign: 'true', isAsc: 'asc' },
    'to sign, by time': { toSign: 'true', orderByColumn: 'scheduleStartTime', isAsc: 'asc' },
    'nothing to sign': { toSign: 'false' },
    'to sign, earliest added': { toSign: 'true', orderByColumn: 'createTime', isAsc: 'asc' },
    'to sign, by fee': { toSign: 'true', orderByColumn: 'payableAmount' },
    'signed, of one meeting': { meetingId: '77', signatureStatus: 'signed' },
    'to sign, of one meeting': { meetingId: '77', toSign: 'true' },
    'signed, of one name': { name: '王伟', signatureStatus: 'signed' },
    'to sign, upcoming': { toSign: 'true', isUpcoming: 'true' },
    upcoming: { isUpcoming: 'true' },
    past: { isUpcoming: 'false' },
    'meeting name': { meetingName: '肺癌' },
    'phone, whole': { phone: `1${String(EXPERTS_FROM + 77).padStart(10, '0')}` },
    'phone, last four': { phone: '0077' },
    'created in a week': span('Time', 7, 0),
    'created in a year': span('Time', 400, 35),
  },
  project: { 'two characters': { projectName: '肺癌' }, number: { projectNo: 'B33' } },
  expert: { name: { name: '王伟' }, unit: { unit: '协和' }, phone: { phone: '0077' } },
}

const keysOf = { meeting: 1, meetingAttendee: 10, project: 1 / 15, expert: 1 / 5 } as const

/** Every list: first page, deep pages, each order, each filter. */
export function casesOf(meetings: number): Case[] {
  const of = (list: keyof typeof SORTS): Case[] => {
    const middle = Math.floor((meetings * keysOf[list]) / 2) + (list === 'expert' ? EXPERTS_FROM : 0)
    return [
      { list, what: 'first page', query: PAGE },
      { list, what: 'first page, oldest', query: { ...PAGE, isAsc: 'asc' } },
      { list, what: `page ${DEEPEST}`, query: { ...PAGE, pageNum: DEEPEST } },
      { list, what: 'after the middle', query: { ...PAGE, after: cursorAt(middle, 'desc') } },
      { list, what: 'before the middle', query: { ...PAGE, before: cursorAt(middle, 'desc') } },
      ...SORTS[list].flatMap((orderByColumn) =>
        ['asc', 'desc'].map((isAsc) => ({
          list,
          what: `by ${orderByColumn} ${isAsc}`,
          query: { ...PAGE, orderByColumn, isAsc },
        })),
      ),
      ...Object.entries(FILTERS[list]).map(([what, filter]) => ({
        list,
        what: `filter: ${what}`,
        query: { ...PAGE, ...filter },
      })),
    ]
  }
  const lists = (Object.keys(SORTS) as (keyof typeof SORTS)[]).flatMap(of)
  return [...lists, { list: 'overview', what: 'home page', query: {} }]
}

const PATHS: Record<Case['list'], string> = {
  meeting: '/business/meeting/list',
  meetingAttendee: '/business/meetingAttendee/list',
  project: '/business/project/list',
  expert: '/business/expert/list',
  overview: '/business/meeting/overview',
}
export const addressOf = ({ list, query }: Case) => `${PATHS[list]}?${new URLSearchParams(query).toString()}`

/** An expert has a list of its own attendances only; experts themselves are for the staff. */
export function isAsked(role: Role, { list, query }: Case): boolean {
  if (list === 'expert' || query['orderByColumn'] === 'managerScore') return role === 'manager'
  return role !== 'expert' || list === 'meetingAttendee'
}
