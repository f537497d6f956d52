import type { EventFields } from '@consilium/contract/events/event.ts'
import type { meetingEvents } from '@consilium/contract/events/meetings.ts'
import type { EventKind } from '@consilium/contract/overviews/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { decidedForUserIds } from '../../modules/decisions/service.ts'
import type { Told } from '../../modules/timelines/service.ts'

/** What a time line tells of one record, or of the steps of one meeting, as it is stored now. */
export const projectCreated = (projectId: number): Told => ({
  kind: 'projectCreated',
  id: sql`p.project_id`,
  entry: { time: sql`p.create_time`, by: sql`p.create_user_id`, projectId: sql`p.project_id` },
  rest: sql`from project p where p.project_id = ${projectId}`,
})

export const meetingCreated = (meetingId: number): Told => ({
  kind: 'meetingCreated',
  id: sql`m.meeting_id`,
  entry: {
    time: sql`m.create_time`,
    by: sql`m.create_user_id`,
    projectId: sql`m.project_id`,
    meetingId: sql`m.meeting_id`,
  },
  rest: sql`from meeting m where m.meeting_id = ${meetingId}`,
})

/**
 * Only the changes that the event tells of: one that follows may be stored by now, and has an event of its own, which comes
 * after what happened in between.
 */
export const stageChanges = (
  meetingId: number,
  { from, to }: EventFields<typeof meetingEvents.stageChanged>,
): Told => ({
  kind: 'stageChanged',
  id: sql`c.change_id`,
  entry: {
    time: sql`c.create_time`,
    by: sql`c.user_id`,
    projectId: sql`c.project_id`,
    meetingId: sql`c.meeting_id`,
    from: sql`c.from_stage`,
    to: sql`c.to_stage`,
    reason: sql`c.reason`,
    forUserIds: decidedForUserIds,
  },
  rest: sql`from meeting_stage_change c left join decision d using (decision_id) 
    where c.meeting_id = ${meetingId} and c.from_stage = ${from} and c.to_stage = ${to} order by c.change_id`,
})

export const invited = (attendeeId: number): Told => ({
  kind: 'invited',
  id: sql`t.attendee_id`,
  entry: { time: sql`t.create_time`, meetingId: sql`t.meeting_id`, subject: sql`t.name` },
  rest: sql`from meeting_attendee t where t.attendee_id = ${attendeeId}`,
})

export const signed = (attendeeId: number): Told => ({
  kind: 'signed',
  id: sql`t.attendee_id`,
  entry: { time: sql`a.signed_time`, meetingId: sql`t.meeting_id`, subject: sql`t.name` },
  rest: sql`from meeting_attendee t join labor_agreement a using (attendee_id)
    where t.attendee_id = ${attendeeId} and a.signed_time is not null`,
})

/** A record of a meeting, told by one of its columns. */
export const recordAdded =
  (kind: EventKind, table: string, subject: string) =>
  (recordId: number): Told => ({
    kind,
    id: sql`r.record_id`,
    entry: {
      time: sql`r.create_time`,
      by: sql`r.create_user_id`,
      meetingId: sql`r.meeting_id`,
      subject: sql.ref(`r.${subject}`),
    },
    rest: sql`from ${sql.table(table)} r where r.record_id = ${recordId}`,
  })

const intent = (kind: EventKind, subject: RawBuilder<unknown>, rest: RawBuilder<unknown>): Told => ({
  kind,
  id: sql`i.intent_id`,
  entry: { time: sql`i.create_time`, projectId: sql`i.project_id`, subject },
  rest,
})

export const supportOffered = (intentId: number): Told =>
  intent(
    'supportOffered',
    sql`o.org_name`,
    sql`from support_intent i join organization o using (org_id) where i.intent_id = ${intentId}`,
  )

export const signedUp = (intentId: number): Told =>
  intent(
    'signedUp',
    sql`e.name`,
    sql`from execution_intent i join expert e using (expert_id) where i.intent_id = ${intentId}`,
  )

const WAIVER = { meetingId: sql`r.meeting_id`, check: sql`r.check_id` }
const BUDGET = { projectId: sql`r.project_id`, subject: sql`r.category` }
const ASKED = { time: sql`r.create_time`, by: sql`d.asked_by`, reason: sql`d.reason` }
const DECIDED = {
  time: sql`d.decided_time`,
  by: sql`d.decided_by`,
  outcome: sql`d.state`,
  reason: sql`d.opinion`,
  forUserIds: decidedForUserIds,
}
const waiver = (waiverId: number) => ({
  id: sql`r.waiver_id`,
  rest: sql`from meeting_waiver r join decision d using (decision_id) where r.waiver_id = ${waiverId}`,
})
const budget = (changeId: number) => ({
  id: sql`r.change_id`,
  rest: sql`from budget_change r join decision d using (decision_id) where r.change_id = ${changeId}`,
})

export const waiverAsked = (id: number): Told => ({
  ...waiver(id),
  kind: 'waiverAsked',
  entry: { ...WAIVER, ...ASKED },
})
export const waiverDecided = (id: number): Told => ({
  ...waiver(id),
  kind: 'waiverDecided',
  entry: { ...WAIVER, ...DECIDED },
})
export const budgetAsked = (id: number): Told => ({
  ...budget(id),
  kind: 'budgetAsked',
  entry: { ...BUDGET, ...ASKED },
})
export const budgetDecided = (id: number): Told => ({
  ...budget(id),
  kind: 'budgetDecided',
  entry: { ...BUDGET, ...DECIDED },
})
