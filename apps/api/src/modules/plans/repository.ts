import type { Page } from '@consilium/contract/envelope.ts'
import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { ProjectPlan, ProjectPlanQuery } from '@consilium/contract/plans/plans.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { withinReach } from '../../domain/reach.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { unknownRecord } from '../../infra/refusal.ts'
import { decidedForNamesOf, decisionFacts } from '../decisions/service.ts'
import { PLAN_AUDIT } from './audit-kind.ts'
import { projectFacts } from '../projects/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { attendeeFacts } from '../agreements/service.ts'

/** A stored plan. If its design is a file of this service, the address has no signature. */
export type PlanRow = Omit<ProjectPlan, 'abilities'>

/** The project given by id, or else the one that now has the plan's project number. */
export const projectOfPlan = sql<number>`coalesce(l.project_id,
  (select numbered.project_id from ${projectFacts('numbered')} where numbered.project_no = l.project_no))`
const projectNo = sql<string | null>`coalesce(p.project_no, l.project_no)`

const views = (db: Db) =>
  db
    .selectFrom('project_plan as l')
    .leftJoin(projectFacts('p'), (join) => join.on('p.project_id', '=', projectOfPlan))
    .select([
      'l.plan_id as planId',
      'l.plan_name as planName',
      'l.plan_direction as planDirection',
      'l.plan_category as planCategory',
      'l.project_form as projectForm',
      'l.design_file_url as designFileUrl',
      'l.is_settled as isSettled',
      'p.project_id as projectId',
      projectNo.as('projectNo'),
      'p.project_name as projectName',
      'l.submitter_id as submitterId',
      accountName('l.submitter_id').as('submitterName'),
      'l.audit_status as auditStatus',
      'l.audit_opinion as auditOpinion',
      'l.audit_by as auditBy',
      accountName('l.audit_by').$castTo<string | null>().as('auditByName'),
      decidedForNamesOf(PLAN_AUDIT, 'l.plan_id', 'l.audit_by').as('auditForNames'),
      'l.audit_time as auditTime',
      'l.remark',
      'l.create_time as createTime',
      'l.version',
    ])

/** An expert reaches the plans it submitted, a lead the plans of its projects. */
const reached = (db: Db, actor: Actor) =>
  views(db).where(
    actor.roleType === 'doctor'
      ? sql<boolean>`l.submitter_id = ${actor.userId}`
      : withinReach(actor, 'project', 'p.project_id'),
  )

export type PlanFilters = Omit<ProjectPlanQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, actor: Actor, query: PlanFilters) {
  let rows = reached(db, actor)
  if (query.planName) rows = rows.where(nameContains('l', 'plan_name', query.planName))
  if (query.planDirection) rows = rows.where('l.plan_direction', 'ilike', containing(query.planDirection))
  if (query.planCategory) rows = rows.where('l.plan_category', 'ilike', containing(query.planCategory))
  if (query.projectForm) rows = rows.where('l.project_form', 'ilike', containing(query.projectForm))
  if (query.projectId) rows = rows.where('p.project_id', '=', query.projectId)
  if (query.projectNo) rows = rows.where(projectNo, 'ilike', containing(query.projectNo))
  if (query.projectName) rows = rows.where(nameContains('p', 'project_name', query.projectName))
  if (query.isSettled !== undefined) rows = rows.where('l.is_settled', '=', query.isSettled)
  if (query.auditStatus) rows = rows.where('l.audit_status', '=', query.auditStatus)
  if (query.submitterId) rows = rows.where('l.submitter_id', '=', query.submitterId)
  if (query.auditOpinion) rows = rows.where('l.audit_opinion', 'ilike', containing(query.auditOpinion))
  if (query.auditBy) rows = rows.where('l.audit_by', '=', query.auditBy)
  const audited = { from: query['params[beginAuditTime]'], to: query['params[endAuditTime]'] }
  rows = rows.where(inTimeRange('l.audit_time', audited.from, audited.to))
  if (query.submitterName)
    rows = rows.where(accountName('l.submitter_id'), 'ilike', containing(query.submitterName))
  return rows.where(inTimeRange('l.create_time', query['params[beginTime]'], query['params[endTime]']))
}

const SORTING = {
  columns: {
    planId: 'l.plan_id',
    planName: 'l.plan_name',
    planDirection: 'l.plan_direction',
    planCategory: 'l.plan_category',
    projectForm: 'l.project_form',
    isSettled: 'l.is_settled',
    auditStatus: 'l.audit_status',
    auditTime: 'l.audit_time',
    createTime: 'l.create_time',
  },
  key: 'l.plan_id',
} as const

export const listPlans = (db: Db, actor: Actor, query: ProjectPlanQuery): Promise<Page<PlanRow>> =>
  selectPage(db, filtered(db, actor, query), query, SORTING)

export const batchOfPlans = (
  db: Db,
  actor: Actor,
  query: PlanFilters,
  after: Cursor | null,
): Promise<Batch<PlanRow>> => selectBatch(db, filtered(db, actor, query), query, SORTING, after)

export const findPlan = (db: Db, actor: Actor, planId: number): Promise<PlanRow | undefined> =>
  reached(db, actor).where('l.plan_id', '=', planId).executeTakeFirst()

/** A plan, whoever reaches it. */
export const planById = (db: Db, planId: number): Promise<PlanRow | undefined> =>
  views(db).where('l.plan_id', '=', planId).executeTakeFirst()

export async function lockPlan(db: Db, planId: number): Promise<void> {
  await db.selectFrom('project_plan').select('plan_id').where('plan_id', '=', planId).forUpdate().execute()
}

/** The names of the plans that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin('project_plan as l', 'l.plan_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'l.plan_name as title'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}

/** Locks the plans within the caller's reach until the transaction ends. */
export const lockPlans = (db: Db, actor: Actor, planIds: readonly number[]): Promise<PlanRow[]> =>
  reached(db, actor).where('l.plan_id', 'in', planIds).orderBy('l.plan_id').forUpdate('l').execute()

/**
 * Finds the project that the caller names by id or number. Managers may name any project, an expert one that is
 * published or whose meetings it attends. A project number is open to all and reveals only the project's name.
 */
export async function nameableProject(
  db: Db,
  actor: Actor,
  by: { projectId: number } | { projectNo: string },
): Promise<number | undefined> {
  let projects = db.selectFrom(projectFacts('p')).select('p.project_id')
  projects =
    'projectId' in by
      ? projects.where('p.project_id', '=', by.projectId)
      : projects.where('p.project_no', '=', by.projectNo)
  if (actor.isLimited) projects = projects.where(withinReach(actor, 'project', 'p.project_id'))
  else if (!reachesAll(actor))
    projects = projects.where((eb) =>
      eb.or([
        eb('p.is_published', '=', true),
        eb.exists(
          eb
            .selectFrom(meetingFacts('m'))
            .innerJoin(attendeeFacts('t'), 't.meeting_id', 'm.meeting_id')
            .select('m.meeting_id')
            .whereRef('m.project_id', '=', 'p.project_id')
            .where('t.user_id', '=', actor.userId),
        ),
      ]),
    )
  return (await projects.executeTakeFirst())?.project_id
}

/** Undefined fields keep their stored values, or their defaults in a new plan. */
export interface PlanContent {
  planName?: string | undefined
  planDirection?: string | null | undefined
  planCategory?: string | null | undefined
  projectForm?: string | null | undefined
  designFileUrl?: string | null | undefined
  isSettled?: boolean | undefined
  projectId?: number | null | undefined
  projectNo?: string | null | undefined
  submitterId?: number | undefined
  remark?: string | null | undefined
}

const columnsOf = (plan: PlanContent) => ({
  plan_direction: plan.planDirection,
  plan_category: plan.planCategory,
  project_form: plan.projectForm,
  design_file_url: plan.designFileUrl,
  is_settled: plan.isSettled,
  project_id: plan.projectId,
  project_no: plan.projectNo,
  remark: plan.remark,
})

/** Turns a violated constraint into a refusal that names the field. */
function refuseBroken(error: unknown): never {
  const reference = foreignKeyViolation(error)
  if (reference === 'project_plan_project_id_fkey') throw unknownRecord('projectId')
  if (reference === 'project_plan_submitter_id_fkey') throw unknownRecord('submitterId')
  throw error
}

export type NewPlan = PlanContent & { planName: string; submitterId: number }

export async function insertPlan(db: Db, plan: NewPlan): Promise<number> {
  const row = await db
    .insertInto('project_plan')
    .values({ ...columnsOf(plan), plan_name: plan.planName, submitter_id: plan.submitterId })
    .returning('plan_id')
    .executeTakeFirstOrThrow()
    .catch(refuseBroken)
  return row.plan_id
}

const UNDECIDED = { audit_status: 'pending', audit_opinion: null, audit_by: null, audit_time: null } as const

export interface PlanChange extends PlanContent {
  /** Returns the plan to audit. */
  isSubmittedAgain: boolean
}

/** Returns false if the version is stale. */
export async function updatePlan(
  db: Db,
  { planId, version }: { planId: number; version: number },
  change: PlanChange,
): Promise<boolean> {
  const result = await db
    .updateTable('project_plan')
    .set((eb) => ({
      ...columnsOf(change),
      ...(change.isSubmittedAgain ? UNDECIDED : {}),
      plan_name: change.planName,
      submitter_id: change.submitterId,
      version: eb('version', '+', 1),
    }))
    .where('plan_id', '=', planId)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(refuseBroken)
  return result.numUpdatedRows > 0n
}

export interface Decision {
  auditStatus: AuditStatus
  auditOpinion: string | null
  auditBy: number
}

export async function decide(db: Db, planId: number, decision: Decision): Promise<void> {
  await db
    .updateTable('project_plan')
    .set((eb) => ({
      audit_status: decision.auditStatus,
      audit_opinion: decision.auditOpinion,
      audit_by: decision.auditBy,
      audit_time: sql<string>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('plan_id', '=', planId)
    .execute()
}

export async function deletePlans(db: Db, planIds: readonly number[]): Promise<void> {
  await db.deleteFrom('project_plan').where('plan_id', 'in', planIds).execute()
}
