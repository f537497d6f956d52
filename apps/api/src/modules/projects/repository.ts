import { STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { DimensionFields } from '@consilium/contract/dimensions/carried-dimensions.ts'
import type {
  Project,
  ProjectCreate,
  ProjectQuery,
  ProjectUpdate,
} from '@consilium/contract/projects/projects.ts'
import { projectRecord } from '@consilium/contract/projects/project-record.ts'
import { sql, type Updateable } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { checkViolation, foreignKeyViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { projectWays, reachKind, reachOf, withinReach } from '../../domain/reach.ts'
import { reachedRows } from '../../infra/db/lists/reached-rows.ts'
import { matching, type Filter } from '@consilium/lists/large-list.ts'
import { selectLargePage, type RowsOf } from '../../infra/db/lists/list-planner.ts'
import { nameContains, plain } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing } from '../../infra/db/lists/select-page.ts'
import { atTime, inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Actor } from '../../domain/actor.ts'
import { carriedByProject, filtersBy, type CarriedRow } from '../dimensions/service.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'

const columns = declaredColumns<'project'>()

export type ProjectRow = Omit<Project, 'abilities' | keyof DimensionFields> & {
  /** Of all sponsors. */
  carried: CarriedRow[]
}

const ASSIGNMENTS = {
  sponsor: { table: 'project_sponsor', account: 'sponsor_admin_user_id' },
  executor: { table: 'biz_project_assign', account: 'exec_user_id' },
} as const
type Kind = keyof typeof ASSIGNMENTS

const assigned = (kind: Kind) => {
  const { table, account } = ASSIGNMENTS[kind]
  return { table: sql.table(table), account: sql.ref(`a.${account}`) }
}

const assignedUserIds = (kind: Kind) => {
  const { table, account } = assigned(kind)
  return sql<number[]>`array(select ${account} from ${table} a where a.project_id = p.project_id order by 1)`
}

const assignedNames = (kind: Kind) => {
  const { table, account } = assigned(kind)
  return sql<string>`coalesce((
    select string_agg(org.org_name, '、' order by ${account})
      from ${table} a join ${organizationFacts('org')} on org.main_user_id = ${account}
      where a.project_id = p.project_id
  ), '')`
}

const assignedToAny = (kind: Kind, userIds: readonly number[]) => {
  const { table, account } = assigned(kind)
  return sql<boolean>`exists (
    select 1 from ${table} a where a.project_id = p.project_id and ${account} = any(${[...userIds]}::bigint[])
  )`
}

const executorNamed = (part: string) => sql<boolean>`exists (
  select 1 from biz_project_assign a join ${organizationFacts('org')} on org.main_user_id = a.exec_user_id
    where a.project_id = p.project_id and org.org_name ilike ${containing(part)}
)`

const accountNamed = (reference: 'p.create_user_id' | 'p.lead_user_id', part: string) =>
  sql<boolean>`${accountName(reference)} ilike ${containing(part)}`

const views = (db: Db) =>
  db
    .selectFrom('project as p')
    .leftJoin(organizationFacts('o'), 'o.org_id', 'p.org_id')
    .select([
      ...columns.select('p', projectRecord.stored),
      'o.org_name as orgName',
      'o.org_type as orgType',
      accountName('p.create_user_id').as('createUserName'),
      accountName('p.lead_user_id').$castTo<string | null>().as('leadUserName'),
      assignedUserIds('sponsor').as('sponsorAdminUserIds'),
      assignedNames('sponsor').as('sponsorOrgName'),
      assignedUserIds('executor').as('execAdminUserIds'),
      assignedNames('executor').as('execOrgNames'),
      carriedByProject.as('carried'),
    ])

type ProjectFilters = Omit<ProjectQuery, 'pageNum' | 'pageSize'>

const reached = (db: Db, actor: Actor) => views(db).where(withinReach(actor, 'project', 'p.project_id'))

const numberContains = (part: string): Filter => plain(sql`p.project_no ilike ${containing(part)}`)
const ofAccount = (reference: string, userId: number): Filter => plain(sql`${sql.ref(reference)} = ${userId}`)

/** A project without an organization matches no filter on one. */
function organizationFilters(query: ProjectFilters): Filter[] {
  const filters: Filter[] = []
  if (query.orgId) filters.push(plain(sql`p.org_id = ${query.orgId}`))
  if (query.orgName) filters.push(plain(nameContains('o', 'org_name', query.orgName)))
  if (query.orgType) filters.push(plain(sql`o.org_type = ${query.orgType}`))
  if (query.sponsorAdminUserIds) filters.push(plain(assignedToAny('sponsor', query.sponsorAdminUserIds)))
  if (query.execAdminUserIds) filters.push(plain(assignedToAny('executor', query.execAdminUserIds)))
  if (query.execOrgName) filters.push(plain(executorNamed(query.execOrgName)))
  return filters
}

function timeFilters(query: ProjectFilters): Filter[] {
  const filters: Filter[] = []
  if (query.startTime) filters.push(plain(atTime('p.start_time', query.startTime)))
  if (query.endTime) filters.push(plain(atTime('p.end_time', query.endTime)))
  const [from, to] = [query['params[beginStartTime]'], query['params[endStartTime]']]
  if (from ?? to) filters.push(plain(inTimeRange('p.start_time', from, to)))
  const [first, last] = [query['params[beginTime]'], query['params[endTime]']]
  if (first ?? last) filters.push(plain(inTimeRange('p.create_time', first, last)))
  return filters
}

function filtersOf(actor: Actor, query: ProjectFilters): Filter[] {
  const filters = [
    ...organizationFilters(query),
    ...timeFilters(query),
    ...filtersBy(actor, 'project', query),
  ]
  if (query.projectId) filters.push(plain(sql`p.project_id = ${query.projectId}`))
  if (query.projectNo) filters.push(numberContains(query.projectNo))
  if (query.projectName) filters.push(plain(nameContains('p', 'project_name', query.projectName)))
  if (query.isBidProject !== undefined) filters.push(plain(sql`p.is_bid_project = ${query.isBidProject}`))
  if (query.isPublished !== undefined) filters.push(plain(sql`p.is_published = ${query.isPublished}`))
  if (query.createUserId) filters.push(ofAccount('p.create_user_id', query.createUserId))
  if (query.createUserName) filters.push(plain(accountNamed('p.create_user_id', query.createUserName)))
  if (query.leadUserName) filters.push(plain(accountNamed('p.lead_user_id', query.leadUserName)))
  if (query.leadUserId) filters.push(ofAccount('p.lead_user_id', query.leadUserId))
  // The database compares as numeric: 4.5 finds 4.50, and no binary fraction is involved.
  if (query.managerScore) filters.push(plain(sql`p.manager_score = ${query.managerScore}`))
  return filters
}

const SORTING = {
  columns: {
    ...columns.order('p', projectRecord.ordered),
    createTime: 'p.create_time',
  },
  key: 'p.project_id',
  neverNull: ['p.project_no', 'p.project_name', 'p.create_time'],
} as const

const CANDIDATES = sql`project p`
const WITH_ORGANIZATION = sql`project p left join ${organizationFacts('o')} on o.org_id = p.org_id`

const rowsOfPage = reachedRows(SORTING.key, reached, reachKind)

export function listProjects(db: Db, actor: Actor, paging: ProjectQuery): Promise<Page<ProjectRow>> {
  const from = paging.orgName || paging.orgType ? WITH_ORGANIZATION : CANDIDATES
  const reach = reachOf(actor, projectWays)
  const rows: RowsOf<ProjectRow> = (keys, order) => rowsOfPage(db, actor, keys, order)
  return selectLargePage(
    db,
    { name: 'project', from, fromReached: from, filters: filtersOf(actor, paging), reach },
    { paging, sorting: SORTING },
    rows,
  )
}

export function batchOfProjects(
  db: Db,
  actor: Actor,
  query: ProjectFilters,
  after: Cursor | null,
): Promise<Batch<ProjectRow>> {
  const filtered = matching(reached(db, actor), filtersOf(actor, query))
  return selectBatch(db, filtered, query, SORTING, after)
}

export const findProject = (db: Db, actor: Actor, projectId: number): Promise<ProjectRow | undefined> =>
  reached(db, actor).where('p.project_id', '=', projectId).executeTakeFirst()

/** Turns a violated constraint into a refusal that names the field. */
function refuseBroken(error: unknown): never {
  if (uniqueViolation(error) === 'project_no_unique') throw refuseField('PROJECT_NO_TAKEN', 'projectNo')
  if (checkViolation(error) === 'project_period') throw refuseField('PERIOD_REVERSED', 'endTime')
  const reference = foreignKeyViolation(error)
  if (reference === 'project_org_id_fkey') throw unknownRecord('orgId')
  if (reference === 'project_lead_user_id_fkey') throw refuseField('LEAD_NOT_ELIGIBLE', 'leadUserId')
  throw error
}

/** Retries with the next generated number when a user has already taken that one. A given number is not retried. */
export async function insertProject(db: Db, createUserId: number, project: ProjectCreate): Promise<number> {
  for (;;) {
    const row = await db
      .insertInto('project')
      .values({ ...columns.values(projectRecord.created, project), create_user_id: createUserId })
      .onConflict((conflict) => conflict.column('project_no').doNothing())
      .returning('project_id')
      .executeTakeFirst()
      .catch(refuseBroken)
    if (row) return row.project_id
    if (project.projectNo !== undefined) throw refuseField('PROJECT_NO_TAKEN', 'projectNo')
  }
}

/** Changes a project and increments its version. Returns false if the project is missing or the version is stale. */
async function change(
  db: Db,
  projectId: number,
  changed: Updateable<Tables['project']>,
  version?: number,
): Promise<boolean> {
  let update = db
    .updateTable('project')
    .set((eb) => ({ ...changed, version: eb('version', '+', 1) }))
    .where('project_id', '=', projectId)
  if (version !== undefined) update = update.where('version', '=', version)
  const result = await update.executeTakeFirst().catch(refuseBroken)
  return result.numUpdatedRows > 0n
}

export const updateProject = (db: Db, { projectId, version, ...project }: ProjectUpdate): Promise<boolean> =>
  change(db, projectId, columns.values(projectRecord.updated, project), version)

/** Lets no change of the project in until the transaction ends. Returns false if the project is missing. */
export async function holdProject(db: Db, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Increments the version, which locks the row until the transaction ends. Returns false if the project is missing. */
export const touchProject = (db: Db, projectId: number): Promise<boolean> => change(db, projectId, {})

export const setLead = (db: Db, projectId: number, leadUserId: number | null): Promise<boolean> =>
  change(db, projectId, { lead_user_id: leadUserId })

export const setScore = (db: Db, projectId: number, managerScore: string | null): Promise<boolean> =>
  change(db, projectId, { manager_score: managerScore })

/**
 * Deletes the projects within the caller's reach and returns their number. Throws RECORD_IN_USE if one has meetings.
 */
export async function deleteProjects(db: Db, actor: Actor, projectIds: readonly number[]): Promise<number> {
  const result = await db
    .deleteFrom('project as p')
    .where('p.project_id', 'in', projectIds)
    .where(withinReach(actor, 'project', 'p.project_id'))
    .executeTakeFirst()
    .catch((error: unknown): never => {
      throw foreignKeyViolation(error) === undefined ? error : new Refusal('RECORD_IN_USE')
    })
  return Number(result.numDeletedRows)
}

/** Accounts that may lead a project and whose name contains `keyword`, ordered by name. */
export async function leadOptions(db: Db, keyword: string | undefined, limit: number) {
  const label = accountName('u.user_id')
  let rows = db
    .selectFrom(accountFacts('u'))
    .select(['u.user_id as value', label.as('label')])
    .where('u.status', '=', '0')
    .where('u.archived_time', 'is', null)
    .where('u.role_type', 'in', STAFF_ROLES)
  if (keyword) rows = rows.where(label, 'ilike', containing(keyword))
  return rows.orderBy(label).orderBy('u.user_id').limit(limit).execute()
}
