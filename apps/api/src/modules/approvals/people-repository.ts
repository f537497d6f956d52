import { PEOPLE_MAX } from '@consilium/contract/approvals/approvals.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { mayKnowProject } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { containing } from '../../infra/db/lists/select-page.ts'
import type { Candidate } from './stepping.ts'
import { colleagueFacts, organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { projectFacts } from '../projects/service.ts'
import { decisionFacts } from '../decisions/service.ts'

/** People of one step who are looked at. */
const CANDIDATES_MAX = 1000

/** Whether the account `u` may know the project of the decision: a manager that is limited to other sponsors is not asked. */
const mayDecideOf = (decision: string): RawBuilder<boolean> =>
  sql<boolean>`(u.role_type <> 'manager' or ${mayKnowProject(sql`u.user_id`, sql.ref(`${decision}.project_id`))})`

/** Whether the step `s` asks the account `u`. */
export const isSeated = (stepId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from decision_seat s join decision_step st using (step_id) join ${decisionFacts('k')} on k.decision_id = st.decision_id
    where s.step_id = ${stepId} and ${mayDecideOf('k')} and (
    s.user_id = u.user_id
    or (s.role = u.role_type and s.org_key = u.org_key)
    or s.lead_project_id in (select p.project_id from ${projectFacts('p')} where p.lead_user_id = u.user_id)))`

/** Who looks at a request, and when: at that time others may be away. */
export interface Viewer {
  userId: number | null
  now: string
}

/** SQL expression: whether the open step of the decision `d` asks an account, or somebody in whose place it decides. */
export const asksAccount = ({ userId, now }: Viewer): RawBuilder<boolean> => sql<boolean>`exists (
  select from decision_step open join ${colleagueFacts('u')} on u.user_id = any(array[${userId}]::bigint[] || array(
      select a.user_id from absence a where a.delegate_user_id = ${userId}::bigint and ${now} between a.from_time and a.to_time))
    where open.decision_id = d.decision_id and open.state = 'open' and ${isSeated(sql`open.step_id`)})`

/** Of the records of a kind whose requests have an open step, whether it asks an account. */
export async function askedAmong(
  db: Db,
  { name, recordIds }: { name: string; recordIds: readonly number[] },
  viewer: Viewer,
): Promise<Map<number, boolean>> {
  if (recordIds.length === 0) return new Map()
  const { rows } = await sql<{ recordId: number; isAsked: boolean }>`
    select d.record_id as "recordId", ${asksAccount(viewer)} and d.asked_by is distinct from ${viewer.userId} as "isAsked"
      from ${decisionFacts('d')} where d.kind = ${name} and d.record_id = any(${[...recordIds]}::bigint[])
        and d.state = 'pending' and d.approval_kind is not null`.execute(db)
  return new Map(rows.map(({ recordId, isAsked }) => [recordId, isAsked]))
}

/** Who is away at a time, with who decides meanwhile if that person is there. */
const delegateOf = (now: string) => sql`left join lateral (
  select a.absence_id, case when u.active and not exists (
        select from absence x where x.user_id = a.delegate_user_id and ${now} between x.from_time and x.to_time)
      then a.delegate_user_id end as delegate
    from absence a join lateral (
      select u.can_log_in as active from ${colleagueFacts('u')} where u.user_id = a.delegate_user_id) u on true
    where a.user_id = c.user_id and ${now} between a.from_time and a.to_time limit 1) away on true`

/** As the index of the platform's people says it, who are few among all accounts. */
const IS_STAFF = sql`x.role_type in ('admin', 'manager', 'leader')`

/** Everybody whom the open step asks and who can log in. */
export async function candidatesOf(db: Db, stepId: number, now: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select c.user_id as "userId", away.absence_id is not null as "isAbsent", away.delegate as "delegateUserId"
      from (
        select u.user_id from ${colleagueFacts('u')} join decision_step st on st.step_id = ${stepId}
            join ${decisionFacts('k')} on k.decision_id = st.decision_id
          where u.can_log_in and ${mayDecideOf('k')} and u.user_id in (
          select x.user_id from decision_seat s join ${accountFacts('x')} on x.user_id = s.user_id where s.step_id = ${stepId}
          union select x.user_id from decision_seat s join ${accountFacts('x')} on x.role_type = s.role and ${IS_STAFF}
            where s.step_id = ${stepId} and s.org_key = 0
          union select x.user_id from decision_seat s join ${organizationFacts('o')} on o.org_id = s.org_key
              join ${accountFacts('x')} on x.main_user_id = o.main_user_id and x.role_type = s.role
            where s.step_id = ${stepId}
          union select p.lead_user_id from decision_seat s join ${projectFacts('p')} on p.project_id = s.lead_project_id
            where s.step_id = ${stepId})
        order by u.user_id limit ${CANDIDATES_MAX}) c ${delegateOf(now)}`.execute(db)
  return rows
}

export interface Identity {
  userId: number
  role: RoleType
  orgKey: number
}

/** The account itself, and the absent ones in whose place it decides now. Of those no further ones: there are no chains. */
export async function identitiesOf(db: Db, userId: number, now: string): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select u.user_id as "userId", u.role_type as role, u.org_key as "orgKey"
      from ${colleagueFacts('u')} where u.can_log_in and u.user_id = any(array[${userId}]::bigint[] || array(
        select a.user_id from absence a
          where a.delegate_user_id = ${userId} and ${now} between a.from_time and a.to_time))
      order by u.user_id <> ${userId}, u.user_id`.execute(db)
  return rows
}

/** Which of these accounts a step asks. */
export async function seatedAmong(db: Db, stepId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from ${colleagueFacts('u')}
      where u.user_id = any(${[...userIds]}::bigint[]) and ${isSeated(sql`${stepId}`)}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/**
 * Whether a step of a request has asked any of these accounts since its round began, whatever became of it: who was asked is told
 * how it ended.
 */
export async function wasAsked(db: Db, decisionId: number, userIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from ${decisionFacts('k')} join decision_step s using (decision_id) join ${colleagueFacts('u')} on u.user_id = any(${[...userIds]}::bigint[])
      where k.decision_id = ${decisionId} and s.opened_time is not null and ${mayDecideOf('k')} and (
        u.user_id = any(s.persons)
        or u.user_id = any(s.escalate_to[1:s.reminders - 1])
        or (u.role_type = any(s.roles) and coalesce(s.owner_org_id, 0) = u.org_key)
        or (s.asks_lead and u.user_id = (select p.lead_user_id from ${projectFacts('p')} where p.project_id = k.project_id)))
      limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a step that nobody of its own was left for asks an account as one of the platform's people. */
export async function isLastResort(db: Db, stepId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from decision_seat s join decision_step st using (step_id) join ${colleagueFacts('u')} on u.user_id = ${userId}
      where s.step_id = ${stepId} and st.is_fallback and s.org_key = 0 and s.role = u.role_type
        and not (st.owner_org_id is null and u.role_type = any(st.roles))
      limit 1`.execute(db)
  return rows.length > 0
}

export interface Colleague {
  userId: number
  role: RoleType
  orgKey: number
  isMain: boolean
}

/** An account that can log in, with its organization. */
export async function colleagueOf(db: Db, userId: number): Promise<Colleague | undefined> {
  const { rows } = await sql<Colleague>`
    select u.user_id as "userId", u.role_type as role, u.org_key as "orgKey",
        u.user_id = u.main_user_id and u.role_type in ('admin', 'sponsor', 'executor') as "isMain"
      from ${colleagueFacts('u')} where u.user_id = ${userId} and u.role_type <> 'doctor' and u.can_log_in`.execute(
    db,
  )
  return rows[0]
}

/** Which of the accounts are active people of an organization (0: of the platform). */
export async function activeAmong(
  db: Db,
  userIds: readonly number[],
  orgKey: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from ${colleagueFacts('u')}
      where u.user_id = any(${[...userIds]}::bigint[]) and u.role_type <> 'doctor' and u.can_log_in
        and u.org_key = ${orgKey}`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}

/** Whether anybody of an organization has one of the roles. */
export async function hasAnybody(db: Db, roles: readonly RoleType[], orgKey: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${colleagueFacts('u')} where u.role_type = any(${[...roles]}::text[]) and u.can_log_in
      and ${isOfOrganization(orgKey)} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether an account `u` belongs to an organization, 0 being the platform, by an index. */
const isOfOrganization = (orgKey: number): RawBuilder<boolean> =>
  orgKey === 0
    ? sql<boolean>`u.role_type in ('admin', 'manager', 'leader')`
    : sql<boolean>`u.main_user_id = (select o.main_user_id from ${organizationFacts('o')} where o.org_id = ${orgKey})`

export async function peopleOf(
  db: Db,
  orgKey: number,
  keyword: string | undefined,
): Promise<{ value: number; label: string }[]> {
  const name = accountName('u.user_id')
  const { rows } = await sql<{ value: number; label: string }>`
    select u.user_id as value, ${name} as label from ${colleagueFacts('u')}
      where u.role_type <> 'doctor' and u.can_log_in and ${isOfOrganization(orgKey)}
        and (${keyword ?? null}::text is null or ${name} ilike ${containing(keyword ?? '')})
      order by u.user_id limit ${PEOPLE_MAX}`.execute(db)
  return rows
}

/** The main account of an organization if it can log in. */
export async function mainAccountOf(db: Db, orgId: number): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from ${organizationFacts('o')} join ${colleagueFacts('u')} on u.user_id = o.main_user_id
      where o.org_id = ${orgId} and u.can_log_in`.execute(db)
  return rows[0]?.userId
}
