import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { mayKnowProject } from '../../domain/reach.ts'
import { isAmended, waitsForSignature } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Watch } from './repository.ts'
import { amendmentFacts, ATTENDANCE, attendeeFacts, ENGAGEMENT } from '../agreements/service.ts'
import { decisionFacts } from '../decisions/service.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { projectFacts } from '../projects/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { awaitsFiling } from '../payments/service.ts'
import { invoiceFacts } from '../invoices/service.ts'

/** Whom a reminder is for and what it says; none: what it waited for has come. */
export interface Told {
  userId: number
  kind: MessageKind
  params: Record<string, string>
  link: { resource: string; id: number } | null
}

/** Approvers who are reminded of one meeting. */
const APPROVERS_MAX = 100
/** An invitation is reminded of at its deadline, so a little later as well. */
const DEADLINE_PAST = sql`interval '1 hour'`

type Row = Pick<Told, 'userId' | 'kind' | 'params'> & { resource: string | null; id: number | null }

const QUERIES: Readonly<Record<Watch['kind'], (watch: Watch, now: string) => RawBuilder<Row>>> = {
  agreement: ({ recordId }, now) => sql<Row>`
    select t.user_id as "userId", case when x.amendment_id is null then 'agreementReady' else 'amendmentProposed' end as kind,
        case when x.amendment_id is null
          then jsonb_build_object('meetingName', m.meeting_name, 'amount', a.payable_amount::text)
          else jsonb_build_object('meetingName', m.meeting_name, 'from', a.payable_amount::text,
            'to', x.payable_amount::text, 'reason', d.reason) end as params,
        'meetingAttendee' as resource, t.attendee_id as id
      from ${ENGAGEMENT} left join ${amendmentFacts('x')} on x.attendee_id = a.attendee_id
        left join ${decisionFacts('d')} on d.decision_id = x.decision_id
      where t.attendee_id = ${recordId} and (${waitsForSignature(now)} or (${isAmended('a')} and ${countsAt(now)}))
      limit 1`,
  invitation: ({ recordId }, now) => sql<Row>`
    select t.user_id as "userId", 'meetingInvitation' as kind,
        jsonb_build_object('meetingName', m.meeting_name, 'projectName', m.project_name,
          'time', coalesce(m.schedule_start_time::text, ''), 'place', coalesce(m.schedule_location, '')) as params,
        'meetingAttendee' as resource, t.attendee_id as id
      from ${ENGAGEMENT}
      where t.attendee_id = ${recordId} and t.reply is null and m.current_stage <> 'closed'
        and a.signature_status <> 'signed' and m.invitation_deadline + ${DEADLINE_PAST} > ${now}
        and (m.schedule_start_time is null or m.schedule_start_time > ${now})`,
  review: ({ recordId }) => sql<Row>`
    select u.user_id as "userId", 'reviewWaits' as kind,
        jsonb_build_object('meetingName', m.meeting_name) as params, 'meeting' as resource, m.meeting_id as id
      from ${meetingFacts('m')} join ${projectFacts('p')} using (project_id) join ${accountFacts('u')} on u.is_active
        and not u.is_machine and (u.role_type <> 'manager' or ${mayKnowProject(sql`u.user_id`, sql`p.project_id`)})
        and (u.role_type = 'manager' or u.user_id = p.lead_user_id
          or (u.role_type = 'admin'
            and not exists (select from ${accountFacts('x')} where x.role_type = 'manager' and x.is_active
              and ${mayKnowProject(sql`x.user_id`, sql`p.project_id`)})))
      where m.meeting_id = ${recordId} and m.current_stage = 'draft'
      order by u.user_id limit ${APPROVERS_MAX}`,
  invoice: ({ recordId }) => sql<Row>`
    select coalesce(m.exec_user_id, m.create_user_id) as "userId", 'invoiceDoubtful' as kind,
        jsonb_build_object('meetingName', m.meeting_name, 'invoiceNumber', coalesce(r.invoice_number, '')) as params,
        'meeting' as resource, m.meeting_id as id
      from ${invoiceFacts('r')} join ${meetingFacts('m')} using (meeting_id) where r.record_id = ${recordId} and r.needs_review`,
  filing: ({ recordId, part }) => sql<Row>`
    select o.main_user_id as "userId", 'filingDue' as kind, jsonb_build_object('month', ${part}::text) as params,
        null as resource, null::bigint as id
      from ${organizationFacts('o')} where o.org_id = ${recordId}
        and ${awaitsFiling('o.org_id', part)}`,
}

export async function toldOf(db: Db, watch: Watch, now: string): Promise<Told[]> {
  const { rows } = await QUERIES[watch.kind](watch, now).execute(db)
  return rows.map(({ resource, id, ...told }) => ({
    ...told,
    link: resource !== null && id !== null ? { resource, id } : null,
  }))
}

/** The deadline of an expert's invitation; null: it has none. */
export async function deadlineOf(db: Db, attendeeId: number): Promise<string | null> {
  const { rows } = await sql<{ deadline: string | null }>`
    select m.invitation_deadline as deadline from ${ATTENDANCE}
      where t.attendee_id = ${attendeeId} and m.invitation_deadline >= t.create_time`.execute(db)
  return rows[0]?.deadline ?? null
}

/** What is watched of one meeting. */
export async function watchesOfMeeting(
  db: Db,
  meetingId: number,
  max: number,
): Promise<(Watch & { time: string | null })[]> {
  const { rows } = await sql<Watch & { time: string | null }>`
    select w.watch_id as "watchId", w.kind, w.record_id as "recordId", w.part, w.anchor_time as anchor,
        w.next_number as number, w.next_time as time
      from reminder_watch w where
        (w.kind in ('agreement', 'invitation')
          and w.record_id in (select t.attendee_id from ${attendeeFacts('t')} where t.meeting_id = ${meetingId}))
        or (w.kind = 'review' and w.record_id = ${meetingId})
        or (w.kind = 'invoice' and w.record_id in (select i.record_id from ${invoiceFacts('i')} where i.meeting_id = ${meetingId}))
      order by w.next_time nulls last, w.watch_id limit ${max}`.execute(db)
  return rows
}
