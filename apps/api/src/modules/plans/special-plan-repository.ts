import type { Page } from '@consilium/contract/envelope.ts'
import type {
  SpecialPlan,
  SpecialPlanCreate,
  SpecialPlanQuery,
  SpecialPlanUpdate,
} from '@consilium/contract/plans/special-plans.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { checkViolation, foreignKeyViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { refuseField, unknownRecord } from '../../infra/refusal.ts'
import { organizationFacts } from '../organizations/service.ts'

export type SpecialPlanRow = Omit<SpecialPlan, 'attachmentUrls' | 'abilities'>

const views = (db: Db) =>
  db
    .selectFrom('special_plan as s')
    .leftJoin(organizationFacts('o'), 'o.org_id', 's.org_id')
    .select([
      's.special_plan_id as specialPlanId',
      's.plan_name as planName',
      's.plan_type as planType',
      's.content',
      's.start_time as startTime',
      's.end_time as endTime',
      's.budget',
      's.org_id as orgId',
      'o.org_name as orgName',
      's.attachments',
      's.status',
      's.create_user_id as createUserId',
      accountName('s.create_user_id').as('createUserName'),
      's.create_time as createTime',
      's.version',
    ])

const SORTING = {
  columns: {
    specialPlanId: 's.special_plan_id',
    planName: 's.plan_name',
    planType: 's.plan_type',
    startTime: 's.start_time',
    endTime: 's.end_time',
    budget: 's.budget',
    status: 's.status',
    createTime: 's.create_time',
  },
  key: 's.special_plan_id',
} as const

export type SpecialPlanFilters = Omit<SpecialPlanQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, query: SpecialPlanFilters) {
  let rows = views(db)
  if (query.planName) rows = rows.where(nameContains('s', 'plan_name', query.planName))
  if (query.planType) rows = rows.where('s.plan_type', 'ilike', containing(query.planType))
  if (query.orgId) rows = rows.where('s.org_id', '=', query.orgId)
  if (query.orgName) rows = rows.where(nameContains('o', 'org_name', query.orgName))
  if (query.status) rows = rows.where('s.status', '=', query.status)
  return rows
    .where(inTimeRange('s.start_time', query['params[beginStartTime]'], query['params[endStartTime]']))
    .where(inTimeRange('s.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listSpecialPlans = (db: Db, query: SpecialPlanQuery): Promise<Page<SpecialPlanRow>> =>
  selectPage(db, filtered(db, query), query, SORTING)

export const batchOfSpecialPlans = (
  db: Db,
  query: SpecialPlanFilters,
  after: Cursor | null,
): Promise<Batch<SpecialPlanRow>> => selectBatch(db, filtered(db, query), query, SORTING, after)

export const findSpecialPlan = (db: Db, specialPlanId: number): Promise<SpecialPlanRow | undefined> =>
  views(db).where('s.special_plan_id', '=', specialPlanId).executeTakeFirst()

/** Turns a violated constraint into a refusal that names the field. */
function refuseBroken(error: unknown): never {
  if (checkViolation(error) === 'special_plan_period') throw refuseField('PERIOD_REVERSED', 'endTime')
  if (foreignKeyViolation(error) === 'special_plan_org_id_fkey') throw unknownRecord('orgId')
  throw error
}

const columnsOf = (plan: Omit<SpecialPlanUpdate, 'specialPlanId' | 'version' | 'planName'>) => ({
  plan_type: plan.planType,
  content: plan.content,
  start_time: plan.startTime,
  end_time: plan.endTime,
  budget: plan.budget,
  org_id: plan.orgId,
  attachments: plan.attachments,
})

export async function insertSpecialPlan(
  db: Db,
  createUserId: number,
  { planName, status, ...plan }: SpecialPlanCreate,
): Promise<number> {
  const row = await db
    .insertInto('special_plan')
    .values({ ...columnsOf(plan), plan_name: planName, status, create_user_id: createUserId })
    .returning('special_plan_id')
    .executeTakeFirstOrThrow()
    .catch(refuseBroken)
  return row.special_plan_id
}

/** Returns false if the version is stale. */
export async function updateSpecialPlan(
  db: Db,
  { specialPlanId, version, planName, ...plan }: SpecialPlanUpdate,
): Promise<boolean> {
  const result = await db
    .updateTable('special_plan')
    .set((eb) => ({ ...columnsOf(plan), plan_name: planName, version: eb('version', '+', 1) }))
    .where('special_plan_id', '=', specialPlanId)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(refuseBroken)
  return result.numUpdatedRows > 0n
}

/** Returns false if the plan does not exist. */
export async function setStatus(db: Db, specialPlanId: number, status: '0' | '1'): Promise<boolean> {
  const result = await db
    .updateTable('special_plan')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('special_plan_id', '=', specialPlanId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns the number of deleted plans. */
export async function deleteSpecialPlans(db: Db, specialPlanIds: readonly number[]): Promise<number> {
  const result = await db
    .deleteFrom('special_plan')
    .where('special_plan_id', 'in', specialPlanIds)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
