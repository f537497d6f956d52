import { TODO_MAX, type Approval, type ApprovalQuery } from '@consilium/contract/approvals/approvals.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { mayKnowProject } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { decidedForNames, decisionFacts, voteFacts } from '../decisions/service.ts'
import type { Identity } from './people-repository.ts'
import { PLACES_APART } from './stepping.ts'
import { projectFacts } from '../projects/service.ts'

export type ApprovalRow = Omit<Approval, 'title'> & { name: string }

const STEP_COUNT = sql<number>`(select count(distinct round(c.place / ${PLACES_APART}::numeric))::int
  from decision_step c where c.decision_id = d.decision_id)`

const views = (db: Db, now: string) =>
  db
    .selectFrom(decisionFacts('d'))
    .leftJoin('decision_step as s', (join) =>
      join.onRef('s.decision_id', '=', 'd.decision_id').on('s.state', '=', 'open'),
    )
    .leftJoin(projectFacts('p'), 'p.project_id', 'd.project_id')
    .select([
      'd.decision_id as decisionId',
      'd.kind as name',
      sql<Approval['kind']>`d.approval_kind`.as('kind'),
      'd.record_id as recordId',
      'd.project_id as projectId',
      'p.project_name as projectName',
      'd.amount',
      'd.category',
      'd.reason',
      'd.state as status',
      sql<boolean>`d.sent_back_time is not null`.as('isSentBack'),
      's.step_id as stepId',
      sql<number>`coalesce(round(s.place / ${PLACES_APART}::numeric)::int, 0)`.as('stepNumber'),
      STEP_COUNT.as('stepCount'),
      's.due_time as dueTime',
      sql<boolean>`coalesce(s.due_time < ${now}, false)`.as('isOverdue'),
      'd.asked_by as askedBy',
      accountName<string | null>('d.asked_by').as('askedByName'),
      'd.asked_time as askedTime',
      accountName<string | null>('d.decided_by').as('decidedByName'),
      decidedForNames,
      'd.decided_time as decidedTime',
      'd.version',
    ])
    .where('d.approval_kind', 'is not', null)

const SORTING = { columns: { decisionId: 'd.decision_id' }, key: 'd.decision_id' } as const

const DECIDES = sql`v.verdict in ('approved', 'refused', 'sentBack')`

/** The newest requests whose open step asks an account in one way and still waits for it. */
const askedIn = (userId: number, { userId: identity }: Identity, condition: RawBuilder<unknown>) => sql`
  (select a.decision_id from decision_seat a join ${decisionFacts('x')} on x.decision_id = a.decision_id
    where ${condition} and x.state = 'pending' and x.asked_by is distinct from ${userId}
      and ${mayKnowProject(sql`${userId}::bigint`, sql`x.project_id`)}
      and x.asked_by is distinct from ${identity}
      and not x.barred_user_ids && array[${userId}, ${identity}]::bigint[]
      and not exists (select from ${voteFacts('v')} where v.decision_id = x.decision_id and v.round = x.round
        and ((v.user_id = ${userId} and ${DECIDES})
          or (v.step_id = a.step_id and v.verdict <> 'added' and v.for_user_ids @> array[${identity}]::bigint[])))
    order by a.decision_id desc limit ${TODO_MAX})`

/** What the caller may decide now, as far as it is looked at: the newest of each way to be asked. */
export async function todoIds(db: Db, userId: number, identities: readonly Identity[]): Promise<number[]> {
  const arms = identities.flatMap((identity) => [
    askedIn(userId, identity, sql`a.user_id = ${identity.userId}`),
    askedIn(userId, identity, sql`a.role = ${identity.role} and a.org_key = ${identity.orgKey}`),
    askedIn(
      userId,
      identity,
      sql`a.lead_project_id in (select l.project_id from ${projectFacts('l')} where l.lead_user_id = ${identity.userId})`,
    ),
  ])
  if (arms.length === 0) return []
  const { rows } = await sql<{ decision_id: number }>`
    select decision_id from (${sql.join(arms, sql` union `)}) found order by decision_id desc limit ${TODO_MAX}`.execute(
    db,
  )
  return rows.map((row) => row.decision_id)
}

/** A page of what is to do (`ids`), of what the caller has decided, or of what it has asked for. */
export function listApprovals(
  db: Db,
  { userId, isLimited }: Actor,
  now: string,
  query: ApprovalQuery,
  ids: readonly number[],
): Promise<Page<ApprovalRow>> {
  let rows = views(db, now).where(
    inTimeRange('d.asked_time', query['params[beginTime]'], query['params[endTime]']),
  )
  if (isLimited) rows = rows.where(mayKnowProject(sql`${userId}::bigint`, sql`d.project_id`))
  if (query.kind) rows = rows.where('d.approval_kind', '=', query.kind)
  if (query.tab === 'todo') rows = rows.where(sql<boolean>`d.decision_id = any(${[...ids]}::bigint[])`)
  if (query.tab === 'asked') rows = rows.where('d.asked_by', '=', userId)
  if (query.tab === 'done')
    rows = rows.where(sql<boolean>`d.decision_id in (
      select v.decision_id from ${voteFacts('v')} where v.user_id = ${userId} and ${DECIDES})`)
  return selectPage(db, rows, query, SORTING)
}

export const findApproval = (db: Db, decisionId: number, now: string): Promise<ApprovalRow | undefined> =>
  views(db, now).where('d.decision_id', '=', decisionId).executeTakeFirst()

/** Whether the portfolio of a manager, if it has one, lets it know of the request. */
export async function isKnownTo(db: Db, userId: number, decisionId: number): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select ${mayKnowProject(sql`${userId}::bigint`, sql`d.project_id`)} as known
      from ${decisionFacts('d')} where d.decision_id = ${decisionId}`.execute(db)
  return rows[0]?.known ?? false
}
