import {
  ALLOCATIONS_MAX,
  type AllocationSet,
  type BudgetChange,
  type BudgetChangeAsk,
  type BudgetChangeQuery,
  type BudgetLineCreate,
  type ProjectMoney,
} from '@consilium/contract/budgets/budgets.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { asksAccount, type Viewer } from '../approvals/service.ts'
import {
  askedByName,
  decidedByName,
  decidedForNames,
  DECISION_COLUMNS,
  DECISION_WORDS,
  decisionFacts,
} from '../decisions/service.ts'
import { ENGAGEMENT, proposedAmount } from '../agreements/service.ts'
import { projectFacts } from '../projects/service.ts'
import { meetingFacts, placesOf } from '../meetings/service.ts'

/** A category of a project or meeting as the tables have it; `planned` is null without a line. */
export interface Spending {
  category: ExpenseCategory
  planned: string | null
  allocated: string
  committed: string
  actual: string
}

/** Fees that are agreed, or that an amendment proposes if it is more, and not paid, and fees that are paid, each attendee who counts once. */
const feesAt = (now: string) => sql`
  select 'labor'::text as category, m.project_id, m.meeting_id,
      case when p.entry_id is not null then 0 else greatest(a.payable_amount, ${proposedAmount('t.attendee_id')}) end as committed,
      coalesce(p.payable_amount, 0) as actual
    from ${ENGAGEMENT}
      left join labor_payment_entry p on p.attendee_id = t.attendee_id and p.is_live
    where ${countsAt(now)}`

/** Invoices that are accepted: read without doubt or reviewed, and used nowhere else. */
const INVOICES = sql`
  select coalesce(i.expense_category, 'other'), m.project_id, m.meeting_id, 0, coalesce(i.total_amount, 0)
    from ${meetingFacts('m')} join meeting_invoice i using (meeting_id)
    where not i.needs_review and not exists (select 1 from invoice_duplicate d where d.record_id = i.record_id)`

function byOwner(rows: readonly { owner: number; spending: Spending }[]): Map<number, Spending[]> {
  const groups = Map.groupBy(rows, ({ owner }) => owner)
  return new Map([...groups].map(([owner, group]) => [owner, group.map(({ spending }) => spending)]))
}

/** What projects planned and spent, by category, in one snapshot. */
export async function spendingOfProjects(
  db: Db,
  projectIds: readonly number[],
  now: string,
): Promise<Map<number, Spending[]>> {
  const asked = sql`any(${[...projectIds]}::bigint[])`
  const { rows } = await sql<Spending & { projectId: number }>`
    with spent as (select * from (${feesAt(now)} union all ${INVOICES}) all_spent where project_id = ${asked}),
    by_category as (
      select project_id, category, sum(committed)::numeric(14, 2) as committed, sum(actual)::numeric(14, 2) as actual
        from spent group by 1, 2
    ),
    allotted as (
      select m.project_id, b.category, sum(b.amount)::numeric(14, 2) as allocated
        from budget_allocation b join ${meetingFacts('m')} using (meeting_id) where m.project_id = ${asked} group by 1, 2
    )
    select project_id as "projectId", category, l.amount as planned, coalesce(g.allocated, 0)::numeric(14, 2) as allocated,
        coalesce(s.committed, 0)::numeric(14, 2) as committed, coalesce(s.actual, 0)::numeric(14, 2) as actual
      from (select * from budget_line where project_id = ${asked}) l
        full join by_category s using (project_id, category) full join allotted g using (project_id, category)
      order by category`.execute(db)
  return byOwner(rows.map(({ projectId, ...spending }) => ({ owner: projectId, spending })))
}

export const spendingOf = async (db: Db, projectId: number, now: string): Promise<Spending[]> =>
  (await spendingOfProjects(db, [projectId], now)).get(projectId) ?? []

/** What each meeting spends of what was allocated to it. */
export async function spendingAt(
  db: Db,
  meetingIds: readonly number[],
  now: string,
): Promise<Map<number, Spending[]>> {
  const asked = sql`any(${[...meetingIds]}::bigint[])`
  const { rows } = await sql<Spending & { meetingId: number }>`
    select meeting_id as "meetingId", b.category, b.amount as planned, b.amount as allocated,
        coalesce(sum(s.committed), 0)::numeric(14, 2) as committed,
        coalesce(sum(s.actual), 0)::numeric(14, 2) as actual
      from budget_allocation b left join (
        select * from (${feesAt(now)} union all ${INVOICES}) all_spent where meeting_id = ${asked}) s
          using (meeting_id, category)
      where b.meeting_id = ${asked} group by 1, b.category, b.amount`.execute(db)
  return byOwner(rows.map(({ meetingId, ...spending }) => ({ owner: meetingId, spending })))
}

/** The project of each meeting. */
export const projectsOf = async (db: Db, meetingIds: readonly number[]): Promise<Map<number, number>> =>
  new Map((await placesOf(db, meetingIds)).map(({ meetingId, projectId }) => [meetingId, projectId]))

export const projectIdOf = async (db: Db, meetingId: number): Promise<number | undefined> =>
  (await projectsOf(db, [meetingId])).get(meetingId)

/** Locks the line that a meeting spends, as `lockLine` does, and returns its project. */
export async function lockLineOf(
  db: Db,
  meetingId: number,
  category: ExpenseCategory,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('budget_line')
    .select('project_id')
    .where('project_id', '=', (eb) =>
      eb.selectFrom(meetingFacts('m')).select('m.project_id').where('m.meeting_id', '=', meetingId),
    )
    .where('category', '=', category)
    .forUpdate()
    .executeTakeFirst()
  return row?.project_id
}

/** Locks a line until the transaction ends; what commits money against it waits. Undefined if there is none. */
export async function lockLine(
  db: Db,
  projectId: number,
  category: ExpenseCategory,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('budget_line')
    .select('amount')
    .where('project_id', '=', projectId)
    .where('category', '=', category)
    .forUpdate()
    .executeTakeFirst()
  return row?.amount
}

/** The first key refuses a second line of a category, also of two requests at once. */
export async function insertLine(db: Db, userId: number, line: BudgetLineCreate): Promise<void> {
  await db
    .insertInto('budget_line')
    .values({
      project_id: line.projectId,
      category: line.category,
      amount: line.amount,
      create_user_id: userId,
    })
    .execute()
    .catch((error: unknown) => {
      if (uniqueViolation(error) !== undefined) throw refuseField('BUDGET_LINE_EXISTS', 'category')
      throw foreignKeyViolation(error) === undefined ? error : new Refusal('NOT_FOUND')
    })
}

export async function setLine(db: Db, { projectId, category, amount }: BudgetLineCreate): Promise<void> {
  await db
    .updateTable('budget_line')
    .set({ amount })
    .where('project_id', '=', projectId)
    .where('category', '=', category)
    .execute()
}

export async function setAllocation(db: Db, { meetingId, category, amount }: AllocationSet): Promise<void> {
  if (amount === null) {
    await db
      .deleteFrom('budget_allocation')
      .where('meeting_id', '=', meetingId)
      .where('category', '=', category)
      .execute()
    return
  }
  await db
    .insertInto('budget_allocation')
    .values({ meeting_id: meetingId, category, amount })
    .onConflict((conflict) => conflict.columns(['meeting_id', 'category']).doUpdateSet({ amount }))
    .execute()
}

export const allocationsOf = (db: Db, projectId: number): Promise<ProjectMoney['allocations']> =>
  db
    .selectFrom('budget_allocation as b')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'b.meeting_id')
    .select(['b.meeting_id as meetingId', 'm.meeting_name as meetingName', 'b.category', 'b.amount'])
    .where('m.project_id', '=', projectId)
    .orderBy('b.meeting_id', 'desc')
    .orderBy('b.category')
    .limit(ALLOCATIONS_MAX)
    .execute()

const changes = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('budget_change as c')
    .innerJoin(decisionFacts('d'), 'd.decision_id', 'c.decision_id')
    .select([
      'c.change_id as changeId',
      'c.project_id as projectId',
      'c.category',
      'c.amount_before as amountBefore',
      'c.amount',
      'c.decision_id as decisionId',
      'c.create_time as createTime',
      sql<string>`d.reason`.as('reason'),
      sql<BudgetChange['status']>`d.state`.as('status'),
      'd.asked_by as askedBy',
      ...DECISION_COLUMNS,
      ...DECISION_WORDS,
      askedByName,
      decidedByName,
      decidedForNames,
      asksAccount(viewer).as('isAsked'),
    ])

export type ChangeRow = Omit<BudgetChange, 'abilities'> & {
  decisionId: number
  /** Whether the open step asks the caller. */
  isAsked: boolean
}

const reached = (db: Db, actor: Actor, now: string) =>
  changes(db, { userId: actor.userId, now }).where(withinReach(actor, 'project', 'c.project_id'))

const SORTING = { columns: { changeId: 'c.change_id' }, key: 'c.change_id' } as const

export const listChanges = (
  db: Db,
  actor: Actor,
  query: BudgetChangeQuery,
  now: string,
): Promise<Page<ChangeRow>> =>
  selectPage(
    db,
    reached(db, actor, now)
      .where('c.project_id', '=', query.projectId)
      .where(inTimeRange('c.create_time', query['params[beginTime]'], query['params[endTime]'])),
    query,
    SORTING,
  )

export const findChange = (
  db: Db,
  actor: Actor,
  changeId: number,
  now: string,
): Promise<ChangeRow | undefined> =>
  reached(db, actor, now).where('c.change_id', '=', changeId).executeTakeFirst()

export const changeOfDecision = (db: Db, decisionId: number, now: string): Promise<ChangeRow> =>
  changes(db, { userId: null, now }).where('c.decision_id', '=', decisionId).executeTakeFirstOrThrow()

/** The names of the projects that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('budget_change as c')
    .innerJoin(projectFacts('p'), 'p.project_id', 'c.project_id')
    .select(['c.decision_id as decisionId', 'p.project_name as title'])
    .where('c.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}

export async function insertChange(
  db: Db,
  change: Omit<BudgetChangeAsk, 'reason'> & { amountBefore: string; decisionId: number },
): Promise<number> {
  const row = await db
    .insertInto('budget_change')
    .values({
      project_id: change.projectId,
      category: change.category,
      amount_before: change.amountBefore,
      amount: change.amount,
      decision_id: change.decisionId,
    })
    .returning('change_id')
    .executeTakeFirstOrThrow()
  return row.change_id
}

/** The line that a request asks for. */
export async function lineAsked(
  db: Db,
  decisionId: number,
): Promise<BudgetLineCreate & { askedBy: number | null }> {
  const { rows } = await sql<BudgetLineCreate & { askedBy: number | null }>`
    select record_id as "projectId", part as category, amount, asked_by as "askedBy"
      from ${decisionFacts('d')} where decision_id = ${decisionId}`.execute(db)
  const [line] = rows
  if (!line) throw new Refusal('NOT_FOUND')
  return line
}

/** The names of the projects whose lines are asked for. */
export async function projectTitlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin(projectFacts('p'), 'p.project_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'p.project_name as title'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}
