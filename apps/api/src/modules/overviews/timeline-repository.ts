import { TIMELINE_MAX, type EventKind, type TimelineEvent } from '@consilium/contract/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'

/** One more than is shown tells whether there were earlier ones. */
const LIMIT = TIMELINE_MAX + 1

interface Columns {
  time: RawBuilder<unknown>
  by?: RawBuilder<unknown>
  meetingId?: RawBuilder<unknown>
  subject?: RawBuilder<unknown>
  from?: RawBuilder<unknown>
  to?: RawBuilder<unknown>
  check?: RawBuilder<unknown>
  outcome?: RawBuilder<unknown>
  reason?: RawBuilder<unknown>
}

const NONE = sql`null`

/** The latest records of one kind as events; `rank` orders what happened in the same transaction. */
const events = (kind: EventKind, rank: number, columns: Columns, rest: RawBuilder<unknown>) => sql`(
  select ${sql.lit(kind)}::text as kind, ${sql.lit(rank)}::int as rank, ${columns.time} as time,
      ${columns.by ?? NONE}::bigint as by, ${columns.meetingId ?? NONE}::bigint as meeting_id,
      ${columns.subject ?? NONE}::text as subject, ${columns.from ?? NONE}::text as from_stage,
      ${columns.to ?? NONE}::text as to_stage, ${columns.check ?? NONE}::text as check_id,
      ${columns.outcome ?? NONE}::text as outcome, ${columns.reason ?? NONE}::text as reason
    ${rest} order by time desc limit ${LIMIT})`

export interface Events {
  events: TimelineEvent[]
  hasEarlier: boolean
}

/** Joins the kinds, and keeps the latest, the newest last. */
async function latestOf(db: Db, parts: readonly RawBuilder<unknown>[]): Promise<Events> {
  const { rows } = await sql<TimelineEvent>`
    select kind, time, ${accountName('latest.by')} as "userName", meeting_id as "meetingId", subject,
        from_stage as "fromStage", to_stage as "toStage", check_id as "check", outcome, reason
      from (select * from (${sql.join(parts, sql` union all `)}) happened
        order by time desc, rank desc limit ${LIMIT}) latest
      order by latest.time, latest.rank`.execute(db)
  return { events: rows.slice(-TIMELINE_MAX), hasEarlier: rows.length > TIMELINE_MAX }
}

const stageChanges = (rest: RawBuilder<unknown>, subject: RawBuilder<unknown> = NONE) =>
  events(
    'stageChanged',
    3,
    {
      time: sql`c.create_time`,
      by: sql`c.user_id`,
      meetingId: sql`c.meeting_id`,
      subject,
      from: sql`c.from_stage`,
      to: sql`c.to_stage`,
      reason: sql`c.reason`,
    },
    rest,
  )

const record = (kind: EventKind, table: string, subject: RawBuilder<unknown>, meetingId: number) =>
  events(
    kind,
    2,
    { time: sql`r.create_time`, by: sql`r.create_user_id`, meetingId: sql`r.meeting_id`, subject },
    sql`from ${sql.table(table)} r where r.meeting_id = ${meetingId}`,
  )

/** What was asked for and what was decided on it, of a table `d` whose rows are both. */
const decisions = (
  kinds: { asked: EventKind; decided: EventKind },
  table: string,
  columns: Omit<Columns, 'time'>,
  within: RawBuilder<unknown>,
) => [
  events(
    kinds.asked,
    2,
    { ...columns, time: sql`d.create_time`, by: sql`d.asked_by`, reason: sql`d.reason` },
    sql`from ${sql.table(table)} d where ${within}`,
  ),
  events(
    kinds.decided,
    2,
    {
      ...columns,
      time: sql`d.decided_time`,
      by: sql`d.decided_by`,
      outcome: sql`d.status`,
      reason: sql`d.opinion`,
    },
    sql`from ${sql.table(table)} d where ${within} and d.status <> 'pending'`,
  ),
]

const waivers = (meetingId: number) =>
  decisions(
    { asked: 'waiverAsked', decided: 'waiverDecided' },
    'meeting_waiver',
    { meetingId: sql`d.meeting_id`, check: sql`d.check_id` },
    sql`d.meeting_id = ${meetingId}`,
  )

/** What happened to a meeting. */
export const eventsOfMeeting = (db: Db, meetingId: number, withWaivers: boolean): Promise<Events> =>
  latestOf(db, [
    events(
      'meetingCreated',
      0,
      { time: sql`m.create_time`, by: sql`m.create_user_id`, meetingId: sql`m.meeting_id` },
      sql`from meeting m where m.meeting_id = ${meetingId}`,
    ),
    events(
      'invited',
      1,
      { time: sql`t.create_time`, meetingId: sql`t.meeting_id`, subject: sql`t.name` },
      sql`from meeting_attendee t where t.meeting_id = ${meetingId}`,
    ),
    events(
      'signed',
      2,
      { time: sql`a.signed_time`, meetingId: sql`t.meeting_id`, subject: sql`t.name` },
      sql`from meeting_attendee t join labor_agreement a using (attendee_id)
        where t.meeting_id = ${meetingId} and a.signed_time is not null`,
    ),
    stageChanges(sql`from meeting_stage_change c where c.meeting_id = ${meetingId}`),
    record('materialAdded', 'meeting_material', sql`r.title`, meetingId),
    record('invoiceAdded', 'meeting_invoice', sql`r.invoice_number`, meetingId),
    record('supervised', 'meeting_supervisor_record', sql`r.supervisor_name`, meetingId),
    record('reviewed', 'meeting_audit_log', sql`r.audit_item`, meetingId),
    ...(withWaivers ? waivers(meetingId) : []),
  ])

/** Where and when a meeting is, which tells those of one project apart. */
const PLACE = sql`nullif(concat_ws(' · ', m.schedule_location, to_char(m.schedule_start_time, 'YYYY-MM-DD')), '')`

const ofIntents = (kind: EventKind, table: string, subject: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  events(kind, 2, { time: sql`i.create_time`, subject }, sql`from ${sql.table(table)} i ${rest}`)

const budgetChanges = (projectId: number) =>
  decisions(
    { asked: 'budgetAsked', decided: 'budgetDecided' },
    'budget_change',
    { subject: sql`d.category` },
    sql`d.project_id = ${projectId}`,
  )

/** What happened to a project, as far as the caller reaches its meetings. */
export const eventsOfProject = (
  db: Db,
  actor: Actor,
  projectId: number,
  parts: { intents: boolean },
): Promise<Events> =>
  latestOf(db, [
    events(
      'projectCreated',
      0,
      { time: sql`p.create_time`, by: sql`p.create_user_id` },
      sql`from project p where p.project_id = ${projectId}`,
    ),
    events(
      'meetingCreated',
      1,
      { time: sql`m.create_time`, by: sql`m.create_user_id`, meetingId: sql`m.meeting_id`, subject: PLACE },
      sql`from (select * from meeting where project_id = ${projectId} order by meeting_id desc limit ${LIMIT}) m
        where ${withinReach(actor, 'meeting', 'm.meeting_id')}`,
    ),
    stageChanges(
      sql`from (select * from meeting_stage_change where project_id = ${projectId}
          order by change_id desc limit ${LIMIT}) c join meeting m using (meeting_id)
        where ${withinReach(actor, 'meeting', 'm.meeting_id')}`,
      PLACE,
    ),
    ...(parts.intents
      ? [
          ofIntents(
            'supportOffered',
            'support_intent',
            sql`o.org_name`,
            sql`join organization o using (org_id) where i.project_id = ${projectId}`,
          ),
          ofIntents(
            'signedUp',
            'execution_intent',
            sql`e.name`,
            sql`join expert e using (expert_id) where i.project_id = ${projectId}`,
          ),
          ...budgetChanges(projectId),
        ]
      : []),
  ])
