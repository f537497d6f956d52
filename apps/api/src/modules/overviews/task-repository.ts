import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { SUPERVISION_DAYS, type NeedKind } from '@consilium/contract/overviews/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { waitsForSignature } from '../../domain/signing.ts'
import { agreementFacts, attendeeFacts } from '../agreements/service.ts'
import { invoiceFacts, isAccepted } from '../invoices/service.ts'
import { meetingFacts } from '../meetings/service.ts'

/** Meetings in which tasks are looked for, and the stages that wait for the caller. */
export interface TaskScope {
  ids: readonly number[]
  stages: readonly MeetingStage[]
  kinds: readonly NeedKind[]
  /** `yyyy-MM-dd HH:mm:ss` */
  now: string
}

const unsigned = (now: string) => sql`(
  select count(*)::int from ${attendeeFacts('t')} join ${agreementFacts('a')} using (attendee_id)
    where t.meeting_id = m.meeting_id and ${waitsForSignature(now)})`
const MISSING = sql`(
  select 2 - count(distinct material_type)::int from meeting_material
    where meeting_id = m.meeting_id and material_type in ('signIn', 'photo'))`
const DIFFERENT = sql`(
  select count(*)::int from ${invoiceFacts('i')} where i.meeting_id = m.meeting_id and not ${isAccepted('i')})`
const isIn = (table: string) =>
  sql`exists (select from ${sql.table(table)} r where r.meeting_id = m.meeting_id)`

/** When the meeting came to its stage; of meetings older than the history, when it was created. */
const SINCE = sql`coalesce((
  select create_time from meeting_stage_change c where c.meeting_id = m.meeting_id
    order by change_id desc limit 1), m.create_time)`

/** Before the meeting its beginning is the due time; afterwards there is none. */
const DUE = sql`case when m.current_stage in ('inSession', 'materials', 'settlement') then null
  else m.schedule_start_time end`

/** Meetings that wait for their next step, each as the kind that says what is missing. */
const steps = (stages: readonly MeetingStage[], now: string): RawBuilder<unknown> => sql`
  select case
      when m.current_stage in ('agreements', 'ready') and ${unsigned(now)} > 0 then 'signatures'
      when m.current_stage = 'materials' and ${MISSING} > 0 then 'materials'
      when m.current_stage = 'settlement' and not ${isIn('meeting_audit_log')} then 'reviews'
      else 'stages' end as kind,
    case m.current_stage when 'materials' then ${MISSING}
      when 'agreements' then ${unsigned(now)} when 'ready' then ${unsigned(now)} end as quantity,
    ${DUE} as due, m.*
  from open m where m.current_stage = any(${stages}::text[])`

const reviews = sql`
  select 'reviews' as kind, null::int as quantity, ${DUE} as due, m.* from open m
    where m.current_stage = 'settlement' and not ${isIn('meeting_audit_log')}`

const invoices = sql`
  select 'invoices' as kind, ${DIFFERENT} as quantity, null::timestamptz as due, m.* from open m
    where ${DIFFERENT} > 0`

const supervisions = (today: string) => sql`
  select 'supervisions' as kind, null::int as quantity, m.supervision_time as due, m.* from open m
    where m.supervision_time < ${today}::date + ${SUPERVISION_DAYS}::int and m.current_stage <> 'draft'
      and not ${isIn('meeting_supervisor_record')}`

/** Selects the tasks at meetings, as rows of needs with their kind. */
export function tasksAt({ ids, stages, kinds, now }: TaskScope): RawBuilder<unknown> {
  const parts = [
    ...(stages.length > 0 ? [steps(stages, now)] : []),
    ...(stages.length === 0 && kinds.includes('reviews') ? [reviews] : []),
    ...(kinds.includes('invoices') ? [invoices] : []),
    ...(kinds.includes('supervisions') ? [supervisions(now.slice(0, 10))] : []),
  ]
  return sql`
    with open as (select * from ${meetingFacts('m')} where m.meeting_id = any(${[...ids]}::bigint[])),
    found as (${sql.join(parts, sql` union all `)})
    select m.kind, m.meeting_id as id, m.meeting_id as "meetingId", m.project_id as "projectId",
        m.meeting_name::text as title,
        nullif(concat_ws(' · ', m.schedule_location, m.org_name), '')::text as hint,
        nullif(m.quantity, 0) as quantity, m.current_stage::text as stage, m.due as "dueTime",
        ${SINCE} as "sinceTime"
      from found m where m.kind = any(${[...kinds]}::text[])`
}
