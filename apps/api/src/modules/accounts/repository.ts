import type { Account, AccountQuery } from '@consilium/contract/accounts/accounts.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql, type ExpressionBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { compiledOnce } from '@consilium/lists/compiled-once.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { nameSkeleton } from '../../infra/db/name-skeleton.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Person, Portfolio } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'

const VIEW_COLUMNS = [
  'user_id as userId',
  'user_name as userName',
  accountName('sys_user.user_id').as('name'),
  'phone',
  'role_type as roleType',
  'status',
  'parent_user_id as parentUserId',
  accountName<string | null>('sys_user.parent_user_id').as('parentName'),
  'must_change_password as mustChangePassword',
  'archived_time as archivedTime',
  'create_time as createTime',
  'version',
] as const

export type AccountRow = Omit<Account, 'abilities'>

/**
 * Active accounts, for logging in. A sub-account of a disabled main account counts as disabled, whatever its own
 * status.
 */
const credentials = (db: Db) =>
  db
    .selectFrom('sys_user as u')
    .innerJoin('sys_user as main', 'main.user_id', 'u.main_user_id')
    .select([
      'u.user_id as userId',
      'u.user_name as userName',
      'u.role_type as roleType',
      'u.password_hash as passwordHash',
      'u.must_change_password as mustChangePassword',
      'u.phone',
    ])
    .select(sql<'0' | '1'>`greatest(u.status, main.status)`.as('status'))
    .where('u.is_machine', '=', false)
    .where('u.archived_time', 'is', null)
    .where('main.archived_time', 'is', null)

export interface Credentials {
  userId: number
  userName: string
  roleType: RoleType
  passwordHash: string
  status: '0' | '1'
  mustChangePassword: boolean
  phone: string | null
}

const SORTING = {
  columns: {
    userId: 'user_id',
    userName: 'user_name',
    roleType: 'role_type',
    status: 'status',
    createTime: 'create_time',
  },
  key: 'user_id',
  neverNull: ['user_name', 'role_type', 'status', 'create_time'],
} as const

export type AccountFilters = Omit<AccountQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, query: AccountFilters) {
  let rows = db.selectFrom('sys_user').select(VIEW_COLUMNS)
  if (query.userId) rows = rows.where('user_id', '=', query.userId)
  if (query.parentUserId) rows = rows.where('parent_user_id', '=', query.parentUserId)
  if (query.userName) rows = rows.where('user_name', 'ilike', containing(query.userName))
  if (query.name) rows = rows.where(accountName('sys_user.user_id'), 'ilike', containing(query.name))
  if (query.phone) rows = rows.where('phone', 'like', containing(query.phone))
  if (query.roleType) rows = rows.where('role_type', '=', query.roleType)
  if (query.status) rows = rows.where('status', '=', query.status)
  rows = rows.where('archived_time', query.archived ? 'is not' : 'is', null)
  return rows.where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listAccounts = (db: Db, query: AccountQuery): Promise<Page<AccountRow>> =>
  selectPage(db, filtered(db, query), query, SORTING)

export const batchOfAccounts = (
  db: Db,
  query: AccountFilters,
  after: Cursor | null,
): Promise<Batch<AccountRow>> => selectBatch(db, filtered(db, query), query, SORTING, after)

export const findAccount = (db: Db, userId: number): Promise<AccountRow | undefined> =>
  db.selectFrom('sys_user').select(VIEW_COLUMNS).where('user_id', '=', userId).executeTakeFirst()

export const findAccounts = (db: Db, userIds: readonly number[]): Promise<AccountRow[]> =>
  db
    .selectFrom('sys_user')
    .select(VIEW_COLUMNS)
    .where('user_id', 'in', [...userIds, 0])
    .execute()

/** The active account with a phone. */
export const findByPhone = (db: Db, phone: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('sys_user')
    .select(VIEW_COLUMNS)
    .where('phone', '=', phone)
    .where('archived_time', 'is', null)
    .executeTakeFirst()

export const credentialsByName = (db: Db, userName: string): Promise<Credentials | undefined> =>
  credentials(db)
    .where((eb) => eb(eb.fn<string>('lower', ['u.user_name']), '=', userName.toLowerCase()))
    .executeTakeFirst()

export const credentialsByPhone = (db: Db, phone: string): Promise<Credentials | undefined> =>
  credentials(db).where('u.phone', '=', phone).executeTakeFirst()

export const credentialsById = (db: Db, userId: number): Promise<Credentials | undefined> =>
  credentials(db).where('u.user_id', '=', userId).executeTakeFirst()

export interface NewAccount {
  userName: string
  /** For staff only; other accounts show the name of their person or expert. */
  displayName: string | null
  passwordHash: string
  phone: string | null
  roleType: RoleType
  parentUserId: number | null
  status: '0' | '1'
  mustChangePassword: boolean
}

/** The unique indexes decide who gets a name or a phone when two requests race. */
function refuseTaken(error: unknown): never {
  const constraint = uniqueViolation(error)
  if (constraint === 'sys_user_name_unique') throw refuseField('USER_NAME_TAKEN', 'userName')
  if (constraint === 'sys_user_skeleton_unique') throw refuseField('USER_NAME_ALIKE', 'userName')
  if (constraint === 'sys_user_phone_unique') throw refuseField('PHONE_TAKEN', 'phone')
  throw error
}

const columnsOf = (account: NewAccount) => ({
  user_name: account.userName,
  display_name: account.displayName,
  name_skeleton: nameSkeleton(account.userName),
  password_hash: account.passwordHash,
  phone: account.phone,
  role_type: account.roleType,
  parent_user_id: account.parentUserId,
  status: account.status,
  must_change_password: account.mustChangePassword,
})

const insertion = (db: Db, account: NewAccount) =>
  db.insertInto('sys_user').values(columnsOf(account)).returning('user_id')

export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  const row = await insertion(db, account).executeTakeFirstOrThrow().catch(refuseTaken)
  return row.user_id
}

/**
 * Returns null if the phone, or a name equal to the phone, already has an account. A concurrent insert is waited for
 * on either index, and the transaction stays usable.
 */
export async function insertAccountIfAbsent(db: Db, account: NewAccount): Promise<number | null> {
  const row = await insertion(db, account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch(refuseTaken)
  return row?.user_id ?? null
}

/**
 * Inserts the accounts whose name and phone are free and returns their ids by phone. Inserts in order of phone, so
 * that concurrent calls do not deadlock.
 */
export async function insertFreeAccounts(
  db: Db,
  accounts: readonly NewAccount[],
): Promise<Map<string, number>> {
  const ordered = accounts.toSorted((a, b) => Number(a.phone) - Number(b.phone))
  const rows = await db
    .insertInto('sys_user')
    .values(ordered.map(columnsOf))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'phone'])
    .execute()
  return new Map(rows.map(({ phone, user_id: userId }) => [phone ?? '', userId]))
}

export interface AccountChange {
  userName?: string | undefined
  name?: string | undefined
  roleType?: RoleType | undefined
}

/** Updates an account. Returns false if a version is given and is stale. */
export async function updateAccount(
  db: Db,
  userId: number,
  change: AccountChange,
  version?: number,
): Promise<boolean> {
  let update = db
    .updateTable('sys_user')
    .set((eb) => ({
      user_name: change.userName,
      display_name: change.name,
      name_skeleton: change.userName === undefined ? undefined : nameSkeleton(change.userName),
      role_type: change.roleType,
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
  if (version !== undefined) update = update.where('version', '=', version)
  const result = await update.executeTakeFirst().catch(refuseTaken)
  return result.numUpdatedRows > 0n
}

/** Changes the phone, and also a user name that equals it, so that the old phone can be used by another account. */
export async function changePhone(db: Db, userId: number, phone: string): Promise<void> {
  await db
    .updateTable('sys_user')
    .set((eb) => ({
      user_name: eb
        .case()
        .when('user_name', '=', eb.ref('phone'))
        .then(phone)
        .else(eb.ref('user_name'))
        .end(),
      name_skeleton: eb
        .case()
        .when('user_name', '=', eb.ref('phone'))
        .then(nameSkeleton(phone))
        .else(eb.ref('name_skeleton'))
        .end(),
      phone,
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .execute()
    .catch(refuseTaken)
}

export async function setStatus(db: Db, userId: number, status: '0' | '1'): Promise<void> {
  await db
    .updateTable('sys_user')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Archives accounts and their sub-accounts with one timestamp, by which a restore finds them again. An account that
 * was archived before keeps its own timestamp.
 */
export async function archiveAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  await db
    .updateTable('sys_user')
    .set((eb) => ({ archived_time: sql<string>`now()`, version: eb('version', '+', 1) }))
    .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('main_user_id', 'in', userIds)]))
    .where('archived_time', 'is', null)
    .execute()
}

/** Restores archived accounts and the sub-accounts that were archived at the same moment. */
export async function restoreAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  const archivedWith = (eb: ExpressionBuilder<Tables, 'sys_user'>) =>
    eb.exists(
      eb
        .selectFrom('sys_user as main')
        .select('main.user_id')
        .whereRef('main.user_id', '=', 'sys_user.main_user_id')
        .whereRef('main.archived_time', '=', 'sys_user.archived_time')
        .where('main.user_id', 'in', userIds),
    )
  await db
    .updateTable('sys_user')
    .set((eb) => ({ archived_time: null, version: eb('version', '+', 1) }))
    .where('archived_time', 'is not', null)
    .where((eb) => eb.or([eb('user_id', 'in', userIds), archivedWith(eb)]))
    .execute()
    .catch(refuseTaken)
}

export async function setPassword(
  db: Db,
  userId: number,
  passwordHash: string,
  mustChangePassword: boolean,
): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ password_hash: passwordHash, must_change_password: mustChangePassword })
    .where('user_id', '=', userId)
    .execute()
}

type OfAccount = ExpressionBuilder<Tables & { u: Tables['sys_user'] }, 'u'>
const ownTotp = (eb: OfAccount) =>
  eb
    .selectFrom('totp_factor as t')
    .select('t.user_id')
    .whereRef('t.user_id', '=', 'u.user_id')
    .where('t.confirmed_time', 'is not', null)
const ownPasskey = (eb: OfAccount) =>
  eb.selectFrom('passkey as p').select('p.passkey_id').whereRef('p.user_id', '=', 'u.user_id')

export interface FoundPerson extends Omit<Person, 'kind' | 'mustEnrolFactor' | 'isLimited'> {
  lastUsedTime: string
  hasTotp: boolean
  hasPasskey: boolean
}

/** The sponsors to which the account `u` is limited; null for one that is no manager or has no portfolio. */
const PORTFOLIO = sql<Portfolio | null>`case when u.role_type = 'manager' then (
  select jsonb_build_object('orgIds', jsonb_agg(l.org_id), 'mainUserIds', jsonb_agg(l.main_user_id))
    from manager_portfolio f join organization l using (org_id) where f.user_id = u.user_id
    having count(*) > 0) end`

const actorBehind = compiledOnce((db: Db, { tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  db
    .selectFrom('sys_session as s')
    .innerJoin('sys_user as u', 'u.user_id', 's.user_id')
    .innerJoin('sys_user as main', 'main.user_id', 'u.main_user_id')
    .leftJoin('organization as o', 'o.main_user_id', 'u.main_user_id')
    .select((eb) => [
      'u.user_id as userId',
      'u.user_name as userName',
      'u.role_type as roleType',
      'u.main_user_id as mainUserId',
      'o.org_id as orgId',
      'o.org_type as orgType',
      's.session_id as sessionId',
      'u.must_change_password as mustChangePassword',
      's.last_used_time as lastUsedTime',
      PORTFOLIO.as('portfolio'),
      eb.exists(ownTotp(eb)).$castTo<boolean>().as('hasTotp'),
      eb.exists(ownPasskey(eb)).$castTo<boolean>().as('hasPasskey'),
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expire_time', '>', now)
    .where('u.status', '=', '0')
    .where('u.archived_time', 'is', null)
    .where('main.status', '=', '0')
    .where('main.archived_time', 'is', null)
    .where((eb) =>
      eb.or([
        eb('s.second_factor_time', 'is not', null),
        eb.not(eb.or([eb.exists(ownTotp(eb)), eb.exists(ownPasskey(eb))])),
      ]),
    ),
)

/**
 * The account behind a live session, if it and its main account are active. A session without a proven second factor
 * is ignored once the account has one, even if both were created concurrently.
 */
export async function findActor(db: Db, tokenHash: Buffer, now: string): Promise<FoundPerson | undefined> {
  const [found] = await actorBehind(db, { tokenHash, now })
  return found
}

/** Whether anybody has ever logged in to the account. */
export async function wasUsed(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sys_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('last_login_time', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Names related to an account, which its password must not contain: of its person or expert and of its organization.
 */
export async function namesAround(db: Db, userId: number): Promise<(string | null)[]> {
  const row = await db
    .selectFrom('sys_user as u')
    .leftJoin('person as p', 'p.user_id', 'u.user_id')
    .leftJoin('expert as e', 'e.user_id', 'u.user_id')
    .leftJoin('organization as o', 'o.main_user_id', 'u.main_user_id')
    .select(['p.name as personName', 'e.name as expertName', 'o.org_name as orgName'])
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  return row ? [row.personName, row.expertName, row.orgName] : []
}
