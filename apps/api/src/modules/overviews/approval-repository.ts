import type { NeedKind, NeedRow } from '@consilium/contract/overviews/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import { waitsForSignature } from '../../domain/signing.ts'
import { ENGAGEMENT } from '../agreements/service.ts'
import { isInPortfolio, organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { expertFacts } from '../experts/service.ts'
import { projectFacts } from '../projects/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { decisionFacts } from '../decisions/service.ts'

/** The columns of each record that waits for a decision, in the order of the queries below. */
export interface FoundNeed extends NeedRow {
  kind: NeedKind
  /** How many there are, as far as they are counted. */
  count: number
}

const row = (parts: {
  id: RawBuilder<unknown>
  title: RawBuilder<unknown>
  hint: RawBuilder<unknown>
  since: RawBuilder<unknown>
  meetingId?: RawBuilder<unknown>
  projectId?: RawBuilder<unknown>
  due?: RawBuilder<unknown>
}) => sql`select ${parts.id} as id, ${parts.meetingId ?? sql`null::bigint`} as "meetingId",
  ${parts.projectId ?? sql`null::bigint`} as "projectId", ${parts.title}::text as title,
  ${parts.hint}::text as hint, null::int as quantity, null::text as stage,
  ${parts.due ?? sql`null::timestamptz`} as "dueTime", ${parts.since} as "sinceTime"`

const intents = (actor: Actor, table: string, title: RawBuilder<unknown>, joins: RawBuilder<unknown>) =>
  sql`${row({
    id: sql`i.intent_id`,
    title,
    hint: sql`p.project_name`,
    projectId: sql`i.project_id`,
    since: sql`i.create_time`,
  })} from ${sql.table(table)} i join ${projectFacts('p')} using (project_id) ${joins} where i.status = 'pending'
    and ${withinReach(actor, 'project', 'i.project_id')}`

/** A limited manager decides on offers of its own sponsors. */
const offeredTo = ({ isLimited, userId }: Actor) =>
  isLimited ? sql`and ${isInPortfolio(userId, 'i.org_id')}` : sql``

/** Submissions that somebody must decide, each along an index of what is pending. */
const SUBMISSIONS: Partial<Record<NeedKind, (actor: Actor) => RawBuilder<unknown>>> = {
  experts: () => sql`${row({
    id: sql`e.expert_id`,
    title: sql`e.name`,
    hint: sql`nullif(concat_ws(' · ', e.unit, e.department), '')`,
    since: sql`e.create_time`,
  })} from ${expertFacts('e')} join ${accountFacts('u')} using (user_id)
    where e.audit_status = 'pending' and u.archived_time is null`,

  plans: (actor) =>
    sql`${row({
      id: sql`l.plan_id`,
      title: sql`l.plan_name`,
      hint: accountName('l.submitter_id'),
      projectId: sql`l.project_id`,
      since: sql`l.create_time`,
    })} from project_plan l where l.audit_status = 'pending' and ${withinReach(actor, 'project', 'l.project_id')}`,

  supportIntents: (actor) =>
    intents(
      actor,
      'support_intent',
      sql`o.org_name`,
      sql`join ${organizationFacts('o')} on o.org_id = i.org_id ${offeredTo(actor)}`,
    ),
  executionIntents: (actor) =>
    intents(
      actor,
      'execution_intent',
      sql`e.name`,
      sql`join ${expertFacts('e')} on e.expert_id = i.expert_id`,
    ),
  publicitySupport: (actor) =>
    intents(actor, 'publicity_support_intent', sql`concat_ws(' · ', i.org_name, i.name)`, sql``),
  publicityExecution: (actor) =>
    intents(actor, 'publicity_execution_intent', sql`concat_ws(' · ', i.name, i.hospital)`, sql``),

  // Nobody decides the own request.
  waivers: (actor) => sql`${row({
    id: sql`w.waiver_id`,
    title: sql`m.meeting_name`,
    hint: sql`d.reason`,
    meetingId: sql`w.meeting_id`,
    due: sql`m.schedule_start_time`,
    since: sql`w.create_time`,
  })} from meeting_waiver w join ${meetingFacts('m')} using (meeting_id) join ${decisionFacts('d')} using (decision_id)
    where d.state = 'pending' and d.asked_by <> ${actor.userId}
      and ${withinReach(actor, 'meeting', 'w.meeting_id')}`,

  budgetChanges: (actor) => sql`${row({
    id: sql`c.change_id`,
    title: sql`p.project_name`,
    hint: sql`d.reason`,
    projectId: sql`c.project_id`,
    since: sql`c.create_time`,
  })} from budget_change c join ${projectFacts('p')} using (project_id) join ${decisionFacts('d')} using (decision_id)
    where d.state = 'pending' and d.asked_by is distinct from ${actor.userId}
      and ${withinReach(actor, 'project', 'p.project_id')}`,
}

/** The query of what waits of one kind; undefined for tasks at meetings. */
export const submissionsOf = (actor: Actor, kind: NeedKind): RawBuilder<unknown> | undefined =>
  SUBMISSIONS[kind]?.(actor)

/** The agreements that an expert has to sign. */
export const ownSignatures = ({ userId }: Actor, now: string): RawBuilder<unknown> => sql`
  select t.attendee_id as id, m.meeting_id as "meetingId", m.project_id as "projectId",
      m.meeting_name::text as title, m.schedule_location::text as hint, null::int as quantity,
      m.current_stage::text as stage, m.schedule_start_time as "dueTime", t.create_time as "sinceTime"
    from ${ENGAGEMENT}
    where t.user_id = ${userId} and ${waitsForSignature(now)}`
