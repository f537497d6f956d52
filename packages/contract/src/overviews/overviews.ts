import { z } from 'zod'
import * as f from '../fields.ts'
import { MEETING_CHECKS } from '../gates/gates.ts'
import { MeetingStage } from '../meetings/meetings.ts'
import { MEETING_READERS } from '../accounts/roles.ts'
import { data, type RouteTable } from '../route.ts'
import { said } from '../words.ts'

/** What may wait for somebody. */
export const NEED_KINDS = [
  'experts',
  'plans',
  'supportIntents',
  'executionIntents',
  'publicitySupport',
  'publicityExecution',
  'waivers',
  'budgetChanges',
  'stages',
  'signatures',
  'materials',
  'reviews',
  'invoices',
  'supervisions',
] as const
export type NeedKind = (typeof NEED_KINDS)[number]
const NeedKindOf = z.enum(NEED_KINDS, said('没有这类待办', 'There is no such task'))

/** Rows that a home shows of one kind; the rest is behind a link. */
export const NEED_ROWS_MAX = 5
/** To this number the waiting records of one kind are counted. */
export const NEEDS_COUNTED_MAX = 100
/** Open meetings in which a home looks for what waits. */
export const OPEN_MEETINGS_MAX = 1000
/** Of these, the latest whose money a home adds up. */
export const MONEY_MEETINGS_MAX = 200
/** Meetings that a home names as the next ones. */
export const NEXT_MEETINGS_MAX = 5
/** Days ahead in which a supervision waits for its record. */
export const SUPERVISION_DAYS = 14
/** Meetings that the page of a project shows. */
export const PROJECT_MEETINGS_MAX = 8
/** Meetings of a project that its page counts and adds up. */
export const PROJECT_COUNTED_MAX = 1000
/** Events of one time line; earlier ones are not shown. */
export const TIMELINE_MAX = 50

export const NeedRow = z
  .object({
    id: f.id.meta({
      description: 'Id of the record that waits: of a meeting, an expert, a waiver and so on',
    }),
    meetingId: f.id.nullable(),
    projectId: f.id.nullable(),
    title: z.string().meta({ description: 'Name of the record' }),
    hint: z.string().nullable().meta({ description: 'What tells it apart: unit, project, place or reason' }),
    quantity: z.int().nullable().meta({ description: 'How many of it wait, such as unsigned agreements' }),
    stage: MeetingStage.nullable().meta({ description: 'Stage of the meeting' }),
    dueTime: z
      .string()
      .nullable()
      .meta({ description: 'By when it should be done; null if there is no day' }),
    sinceTime: z.string().meta({ description: 'Since when it waits' }),
  })
  .meta({ id: 'NeedRow' })
export type NeedRow = z.infer<typeof NeedRow>

export const Need = z
  .object({
    kind: z.enum(NEED_KINDS),
    count: z.int(),
    isExact: z.boolean().meta({ description: 'Whether there are no more than `count`' }),
    rows: z.array(NeedRow).meta({ description: `The most urgent ones, at most ${NEED_ROWS_MAX}` }),
  })
  .meta({ id: 'Need' })
export type Need = z.infer<typeof Need>

const fees = {
  laborBudget: f.decimal.nullable().meta({ description: 'Fee budget; null: none is set' }),
  committed: f.decimal.meta({ description: 'Sum of the fees before tax' }),
  signed: f.decimal.meta({ description: 'Sum of the fees of signed agreements' }),
}

export const MeetingGlance = z
  .object({
    meetingId: f.id,
    meetingName: z.string(),
    currentStage: MeetingStage,
    scheduleStartTime: z.string().nullable(),
    scheduleLocation: z.string().nullable(),
    attendeeCount: z.int(),
    signedCount: z.int(),
    ...fees,
  })
  .meta({ id: 'MeetingGlance' })
export type MeetingGlance = z.infer<typeof MeetingGlance>

const RunningMoney = z
  .object({
    meetings: z.int().meta({ description: 'Meetings that are added up: approved and not closed' }),
    isExact: z.boolean().meta({ description: 'Whether these are all; else the latest' }),
    ...fees,
  })
  .meta({ id: 'RunningMoney' })
export type RunningMoney = z.infer<typeof RunningMoney>

const Earnings = z
  .object({
    year: z.int(),
    agreed: f.decimal.meta({ description: 'Net fees of the meetings of the year' }),
    signed: f.decimal.meta({ description: 'Of these, signed' }),
    paid: f.decimal.meta({ description: 'Of these, paid' }),
    outstanding: f.decimal.meta({
      description: 'Of what was paid, still to be paid after reversals; negative: to be given back',
    }),
  })
  .meta({ id: 'Earnings' })
export type Earnings = z.infer<typeof Earnings>

export const Home = z
  .object({
    needs: z.array(Need).meta({ description: 'What waits for the caller, by kind; kinds of its role only' }),
    nextMeetings: z
      .array(MeetingGlance)
      .meta({ description: 'The next meetings within reach, the earliest first' }),
    money: RunningMoney.nullable().meta({ description: 'Null for experts' }),
    earnings: Earnings.nullable().meta({ description: 'For experts only' }),
  })
  .meta({ id: 'Home', description: 'What waits for the caller, its next meetings and their money' })
export type Home = z.infer<typeof Home>

export const NeedsBeside = z
  .object({
    previous: NeedRow.nullable(),
    next: NeedRow.nullable(),
    count: z.int().meta({ description: `How many of this kind wait, counted to ${NEEDS_COUNTED_MAX}` }),
    isExact: z.boolean().meta({ description: 'Whether there are no more than `count`' }),
    isWaiting: z.boolean().meta({ description: 'Whether the record itself still waits' }),
  })
  .meta({ id: 'NeedsBeside' })
export type NeedsBeside = z.infer<typeof NeedsBeside>

export const EVENT_KINDS = [
  'projectCreated',
  'meetingCreated',
  'stageChanged',
  'invited',
  'signed',
  'waiverAsked',
  'waiverDecided',
  'materialAdded',
  'invoiceAdded',
  'supervised',
  'reviewed',
  'supportOffered',
  'signedUp',
  'budgetAsked',
  'budgetDecided',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const TimelineEvent = z
  .object({
    kind: z.enum(EVENT_KINDS),
    time: z.string().meta({ description: 'When it happened' }),
    userName: z.string().nullable().meta({ description: 'Who did it; null if nobody is on record' }),
    forNames: z.array(z.string()).meta({ description: 'Absent persons in whose place it was decided' }),
    meetingId: f.id.nullable(),
    subject: z.string().nullable().meta({ description: 'What it was done to: a name, a title, a number' }),
    fromStage: MeetingStage.nullable().meta({ description: 'Stage before a step' }),
    toStage: MeetingStage.nullable().meta({ description: 'Stage after a step' }),
    check: z.enum(MEETING_CHECKS).nullable().meta({ description: 'Check of a waiver' }),
    outcome: z.enum(['approved', 'refused']).nullable().meta({ description: 'Of a decision' }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'TimelineEvent' })
export type TimelineEvent = z.infer<typeof TimelineEvent>

const events = z.array(TimelineEvent).meta({ description: `The latest ${TIMELINE_MAX}, the newest last` })
const hasEarlier = z.boolean().meta({ description: 'Whether there were earlier events' })

export const Timeline = z.object({ events, hasEarlier }).meta({ id: 'Timeline' })
export type Timeline = z.infer<typeof Timeline>

const IntentFigures = z.object({
  pending: z.int().meta({ description: 'How many wait for a decision' }),
  accepted: z.int().meta({ description: 'How many were accepted' }),
})

export const ProjectOverview = z
  .object({
    projectId: f.id,
    stages: z
      .array(z.object({ currentStage: MeetingStage, count: z.int() }))
      .meta({ description: 'All stages in order, with the meetings within reach of the caller' }),
    isExact: z
      .boolean()
      .meta({ description: `False if only the latest ${PROJECT_COUNTED_MAX} meetings are counted` }),
    meetings: z.array(MeetingGlance).meta({
      description: `Open meetings, the next first, then the latest; ${PROJECT_MEETINGS_MAX} at most`,
    }),
    fees: z.object(fees).meta({ description: 'Sums over the counted meetings' }),
    intents: z
      .object({
        support: IntentFigures.meta({ description: 'Of sponsors' }),
        execution: IntentFigures.meta({ description: 'Of organizations that would run meetings' }),
        offered: f.decimal,
      })
      .nullable()
      .meta({ description: 'Support intents and sign-ups; `offered` sums what accepted sponsors offer' }),
    events,
    hasEarlier,
  })
  .meta({ id: 'ProjectOverview' })
export type ProjectOverview = z.infer<typeof ProjectOverview>

const tag = 'Overviews'

export const overviewRoutes = {
  home: {
    method: 'GET',
    path: '/business/home',
    access: 'session',
    tag,
    summary: 'What waits for the caller with due dates, the next meetings, and the money',
    answer: data(Home),
  },
  beside: {
    method: 'GET',
    path: '/business/home/beside',
    access: 'session',
    tag,
    summary: 'The records of one kind that wait before and after a record, for reviewing one after the other',
    query: z.strictObject({ kind: NeedKindOf, id: f.queryId }),
    answer: data(NeedsBeside),
    errors: ['NOT_FOUND'],
  },
  project: {
    method: 'GET',
    path: '/business/project/{projectId}/overview',
    access: MEETING_READERS,
    tag,
    summary: 'Stages, meetings, fees, intents and events of one project, as far as the caller reaches them',
    params: z.object({ projectId: f.queryId }),
    answer: data(ProjectOverview),
  },
  meetingTimeline: {
    method: 'GET',
    path: '/business/meeting/{meetingId}/timeline',
    access: MEETING_READERS,
    tag,
    summary: 'What happened to a meeting',
    params: z.object({ meetingId: f.queryId }),
    answer: data(Timeline),
  },
} as const satisfies RouteTable
