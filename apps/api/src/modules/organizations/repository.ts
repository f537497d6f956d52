import type { Page } from '@consilium/contract/envelope.ts'
import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import type { Organization, OrganizationQuery } from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { NotNull } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { OrganizationScope } from './policy.ts'
import { accountFacts } from '../accounts/service.ts'

const VIEW_COLUMNS = [
  'o.org_id as orgId',
  'o.org_type as orgType',
  'o.org_name as orgName',
  'o.business_nature as businessNature',
  'o.credit_code as creditCode',
  'o.legal_representative as legalRepresentative',
  'o.registered_address as registeredAddress',
  'o.main_user_id as mainUserId',
  'u.user_name as mainUserName',
  'u.phone as mainPhone',
  'o.surcharge_rate as surchargeRate',
  'u.status',
  'u.archived_time as archivedTime',
  'o.create_time as createTime',
  'o.version',
] as const

export type OrganizationRow = Omit<Organization, 'abilities'>

const SORTING = {
  columns: { orgId: 'o.org_id', orgName: 'o.org_name', orgType: 'o.org_type', createTime: 'o.create_time' },
  key: 'o.org_id',
} as const

const withMainAccount = (db: Db) =>
  db.selectFrom('organization as o').innerJoin(accountFacts('u'), 'u.user_id', 'o.main_user_id')

function selectOrganizations(db: Db, scope: OrganizationScope) {
  const rows = withMainAccount(db).select(VIEW_COLUMNS).$narrowType<{ mainPhone: NotNull }>()
  return scope.mainUserIds === undefined ? rows : rows.where('o.main_user_id', 'in', scope.mainUserIds)
}

export type OrganizationFilters = Omit<OrganizationQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, scope: OrganizationScope, query: OrganizationFilters) {
  let rows = selectOrganizations(db, scope)
  if (query.orgName) rows = rows.where(nameContains('o', 'org_name', query.orgName))
  if (query.orgType) rows = rows.where('o.org_type', '=', query.orgType)
  if (query.businessNature) rows = rows.where('o.business_nature', 'ilike', containing(query.businessNature))
  if (query.status) rows = rows.where('u.status', '=', query.status)
  rows = rows.where('u.archived_time', query.archived ? 'is not' : 'is', null)
  return rows.where(inTimeRange('o.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listOrganizations = (
  db: Db,
  scope: OrganizationScope,
  query: OrganizationQuery,
): Promise<Page<OrganizationRow>> => selectPage(db, filtered(db, scope, query), query, SORTING)

export const batchOfOrganizations = (
  db: Db,
  scope: OrganizationScope,
  query: OrganizationFilters,
  after: Cursor | null,
): Promise<Batch<OrganizationRow>> => selectBatch(db, filtered(db, scope, query), query, SORTING, after)

export const findOrganization = (
  db: Db,
  scope: OrganizationScope,
  orgId: number,
): Promise<OrganizationRow | undefined> =>
  selectOrganizations(db, scope).where('o.org_id', '=', orgId).executeTakeFirst()

export const findOfMainUser = (db: Db, mainUserId: number): Promise<OrganizationRow | undefined> =>
  selectOrganizations(db, { mainUserIds: [mainUserId] }).executeTakeFirst()

/** Options of one kind: the first few by name whose main account is active. */
export async function selectOptions(
  db: Db,
  orgType: OrgType,
  { keyword, mainUserIds }: OrganizationScope & { keyword: string | undefined },
): Promise<{ label: string; value: number }[]> {
  let rows = withMainAccount(db)
    .select(['o.org_name as label', 'o.main_user_id as value'])
    .where('o.org_type', '=', orgType)
    .where('u.status', '=', '0')
    .where('u.archived_time', 'is', null)
  if (mainUserIds) rows = rows.where('o.main_user_id', 'in', mainUserIds)
  if (keyword) rows = rows.where(nameContains('o', 'org_name', keyword))
  return rows.orderBy('o.org_name').orderBy('o.main_user_id').limit(OPTIONS_MAX).execute()
}

/**
 * Returns the accounts that are active main accounts of the kind, and locks them so that none is disabled before the
 * transaction ends.
 */
export const activeMainAccounts = (
  db: Db,
  orgType: OrgType,
  userIds: readonly number[],
): Promise<{ userId: number; orgName: string }[]> =>
  withMainAccount(db)
    .select(['o.main_user_id as userId', 'o.org_name as orgName'])
    .where('o.org_type', '=', orgType)
    .where('u.status', '=', '0')
    .where('u.archived_time', 'is', null)
    .where('o.main_user_id', 'in', [...userIds, 0])
    .forShare('u')
    .execute()

/** The unique constraint decides who gets a name when two requests race. */
function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) === 'organization_name_unique') throw refuseField('ORG_NAME_TAKEN', 'orgName')
  throw error
}

export interface NewOrganization {
  orgType: OrgType
  orgName: string
  businessNature: string | null
  creditCode: string | null
  legalRepresentative: string | null
  registeredAddress: string | null
  mainUserId: number
  surchargeRate: string | null
}

export async function insertOrganization(db: Db, organization: NewOrganization): Promise<number> {
  const row = await db
    .insertInto('organization')
    .values({
      org_type: organization.orgType,
      org_name: organization.orgName,
      business_nature: organization.businessNature,
      credit_code: organization.creditCode,
      legal_representative: organization.legalRepresentative,
      registered_address: organization.registeredAddress,
      main_user_id: organization.mainUserId,
      surcharge_rate: organization.surchargeRate,
    })
    .returning('org_id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  return row.org_id
}

export interface OrganizationChange {
  orgName?: string | undefined
  businessNature?: string | null | undefined
  creditCode?: string | null | undefined
  legalRepresentative?: string | null | undefined
  registeredAddress?: string | null | undefined
  surchargeRate?: string | null | undefined
}

/** Updates an organization. Returns false if the version is stale. */
export async function updateOrganization(
  db: Db,
  orgId: number,
  change: OrganizationChange,
  version: number,
): Promise<boolean> {
  const result = await db
    .updateTable('organization')
    .set((eb) => ({
      org_name: change.orgName,
      business_nature: change.businessNature,
      credit_code: change.creditCode,
      legal_representative: change.legalRepresentative,
      registered_address: change.registeredAddress,
      surcharge_rate: change.surchargeRate,
      version: eb('version', '+', 1),
    }))
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(refuseTaken)
  return result.numUpdatedRows > 0n
}

/** Locks the organizations to delete, so that nobody joins them meanwhile, and returns the ids that exist. */
export async function lockOrganizations(db: Db, orgIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('organization')
    .select('org_id')
    .where('org_id', 'in', orgIds)
    .orderBy('org_id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.org_id)
}

export async function deleteOrganization(db: Db, orgId: number): Promise<void> {
  try {
    await db.deleteFrom('organization').where('org_id', '=', orgId).execute()
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
    throw error
  }
}
