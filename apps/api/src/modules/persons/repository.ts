import type {
  OrgType,
  Person,
  PersonKindQuery,
  PersonQuery,
  PersonRole,
} from '@consilium/contract/persons/persons.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { NotNull } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { PeopleScope } from './policy.ts'
import { accountFacts } from '../accounts/service.ts'

const VIEW_COLUMNS = [
  'p.person_id as personId',
  'p.name',
  'u.phone',
  'c.phone as pendingPhone',
  'u.user_name as userName',
  'p.department',
  'p.position',
  'p.role',
  'p.unit_type as unitType',
  'p.user_id as userId',
  'p.org_id as orgId',
  'o.org_name as orgName',
  'p.bank_region as bankRegion',
  'u.status',
  'u.archived_time as archivedTime',
  'p.create_time as createTime',
  'p.version',
] as const

export type PersonRow = Omit<Person, 'abilities'>

const SORTING = {
  columns: {
    personId: 'p.person_id',
    name: 'p.name',
    department: 'p.department',
    position: 'p.position',
    role: 'p.role',
    status: 'u.status',
    createTime: 'p.create_time',
  },
  key: 'p.person_id',
} as const

function selectPeople(db: Db, scope: PeopleScope) {
  let rows = db
    .selectFrom('person as p')
    .innerJoin(accountFacts('u'), 'u.user_id', 'p.user_id')
    .innerJoin('organization as o', 'o.org_id', 'p.org_id')
    .leftJoin('phone_change as c', 'c.user_id', 'p.user_id')
    .select(VIEW_COLUMNS)
    .$narrowType<{ phone: NotNull }>()
  if (scope.unitType) rows = rows.where('p.unit_type', '=', scope.unitType)
  if (scope.mainUserIds !== undefined) rows = rows.where('u.main_user_id', 'in', scope.mainUserIds)
  if (scope.parentUserId !== undefined) rows = rows.where('u.parent_user_id', '=', scope.parentUserId)
  return rows
}

type Filters = Omit<PersonQuery | PersonKindQuery, 'unitType' | 'pageNum' | 'pageSize'>

function filtered(db: Db, scope: PeopleScope, query: Filters) {
  let rows = selectPeople(db, scope)
  if (query.personId) rows = rows.where('p.person_id', '=', query.personId)
  if (query.userId) rows = rows.where('p.user_id', '=', query.userId)
  if (query.position) rows = rows.where('p.position', 'ilike', containing(query.position))
  if (query.name) rows = rows.where(nameContains('p', 'name', query.name))
  if (query.phone) rows = rows.where('u.phone', 'like', containing(query.phone))
  if (query.department) rows = rows.where('p.department', 'ilike', containing(query.department))
  if (query.role) rows = rows.where('p.role', '=', query.role)
  if (query.status) rows = rows.where('u.status', '=', query.status)
  rows = rows.where('u.archived_time', query.archived ? 'is not' : 'is', null)
  if (query.orgId) rows = rows.where('p.org_id', '=', query.orgId)
  return rows.where(inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listPersons = (
  db: Db,
  scope: PeopleScope,
  query: Omit<PersonQuery | PersonKindQuery, 'unitType'>,
): Promise<Page<PersonRow>> => selectPage(db, filtered(db, scope, query), query, SORTING)

export const batchOfPersons = (
  db: Db,
  scope: PeopleScope,
  query: Filters,
  after: Cursor | null,
): Promise<Batch<PersonRow>> => selectBatch(db, filtered(db, scope, query), query, SORTING, after)

export const findPersons = (db: Db, scope: PeopleScope, personIds: readonly number[]): Promise<PersonRow[]> =>
  selectPeople(db, scope).where('p.person_id', 'in', personIds).execute()

export const findPersonOfUser = (db: Db, userId: number): Promise<PersonRow | undefined> =>
  selectPeople(db, {}).where('p.user_id', '=', userId).executeTakeFirst()

const units = (db: Db, orgId: number) =>
  db
    .selectFrom('organization as o')
    .innerJoin(accountFacts('main'), 'main.user_id', 'o.main_user_id')
    .select(['o.org_type as orgType', 'o.main_user_id as mainUserId', 'main.status'])
    .select('main.archived_time as archivedTime')
    .where('o.org_id', '=', orgId)

export const findUnit = (db: Db, orgId: number) => units(db, orgId).executeTakeFirst()

/**
 * Locks the organization that people are to join, so that it is not deleted or disabled before the transaction ends.
 */
export async function lockUnit(db: Db, orgId: number) {
  const unit = await units(db, orgId).forKeyShare('o').forShare('main').executeTakeFirst()
  if (!unit) throw new Refusal('NOT_FOUND')
  if (unit.status === '1' || unit.archivedTime !== null) throw new Refusal('ORGANIZATION_DISABLED')
  return unit
}

/** The account that has a phone, with its person if it has one. */
export interface PhoneHolder {
  phone: string
  name: string | null
  orgId: number | null
}

export const holdersOfPhones = async (db: Db, phones: readonly string[]): Promise<PhoneHolder[]> =>
  phones.length === 0
    ? []
    : db
        .selectFrom(accountFacts('u'))
        .leftJoin('person as p', 'p.user_id', 'u.user_id')
        .select(['u.phone', 'p.name', 'p.org_id as orgId'])
        .where('u.phone', 'in', phones)
        .where((eb) => eb.or([eb('u.archived_time', 'is', null), eb('u.role_type', '=', 'doctor')]))
        .$narrowType<{ phone: NotNull }>()
        .execute()

export interface NewPerson {
  userId: number
  orgId: number
  unitType: OrgType
  role: PersonRole
  name: string
  department: string | null
  position: string | null
  bankRegion: string | null
}

const columnsOf = (person: NewPerson) => ({
  user_id: person.userId,
  org_id: person.orgId,
  unit_type: person.unitType,
  role: person.role,
  name: person.name,
  department: person.department,
  position: person.position,
  bank_region: person.bankRegion,
})

export async function insertPerson(db: Db, person: NewPerson): Promise<number> {
  const row = await db
    .insertInto('person')
    .values(columnsOf(person))
    .returning('person_id')
    .executeTakeFirstOrThrow()
  return row.person_id
}

export async function insertPersons(db: Db, people: readonly NewPerson[]): Promise<void> {
  if (people.length > 0) await db.insertInto('person').values(people.map(columnsOf)).execute()
}

export interface PersonChange {
  name?: string | undefined
  department?: string | null | undefined
  position?: string | null | undefined
  bankRegion?: string | null | undefined
}

/** Updates a person. Returns false if the version is stale. */
export async function updatePerson(
  db: Db,
  personId: number,
  change: PersonChange,
  version: number,
): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((eb) => ({
      name: change.name,
      department: change.department,
      position: change.position,
      bank_region: change.bankRegion,
      version: eb('version', '+', 1),
    }))
    .where('person_id', '=', personId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Changes a person's role. Returns false if the role is no longer the one that was read. */
export async function setRole(
  db: Db,
  personId: number,
  change: { from: PersonRole; to: PersonRole },
): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((eb) => ({ role: change.to, version: eb('version', '+', 1) }))
    .where('person_id', '=', personId)
    .where('role', '=', change.from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function renameAdmin(db: Db, orgId: number, name: string): Promise<void> {
  await db
    .updateTable('person')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('role', '=', 'admin')
    .execute()
}

/** Deletes people and returns the ids of their accounts. */
export async function deletePersons(db: Db, personIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('person')
    .where('person_id', 'in', personIds)
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

export async function deletePersonsOfOrganization(db: Db, orgId: number): Promise<number[]> {
  const rows = await db.deleteFrom('person').where('org_id', '=', orgId).returning('user_id').execute()
  return rows.map((row) => row.user_id)
}
