import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'
import { accountName } from '../../domain/account-name.ts'

const ACCOUNT = part
  .selectFrom('sys_user')
  .select([
    'user_id',
    'user_name',
    'display_name',
    'main_user_id',
    'parent_user_id',
    'role_type',
    'phone',
    'status',
    'archived_time',
    'is_machine',
    'version',
  ])
  .select(sql<boolean>`(status = '0' and archived_time is null)`.as('is_active'))

/** An account: its names and phone, its role, the main account it belongs to, and whether it is active. */
export const accountFacts = <A extends string>(alias: A) => ACCOUNT.as(alias)

/** The phone of an account; null without one. */
export async function phoneOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('sys_user').select('phone').where('user_id', '=', userId).executeTakeFirst()
  return row?.phone ?? null
}

/** The active administrators, in the order in which they were created. */
export async function administrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('sys_user')
    .select('user_id as userId')
    .where('role_type', '=', 'admin')
    .where('status', '=', '0')
    .where('archived_time', 'is', null)
    .where('is_machine', '=', false)
    .orderBy('user_id')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Locks an account until the transaction ends: what belongs to it is counted and added under this lock. */
export async function lockAccount(trx: Db, userId: number): Promise<void> {
  await trx.selectFrom('sys_user').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

/** The names of accounts, each that of its person or expert, or else its own. */
export async function accountNamesOf(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sys_user as u')
    .select(['u.user_id as userId', accountName('u.user_id').as('name')])
    .where('u.user_id', '=', sql<number>`any(${[...new Set(userIds)]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ userId, name }) => [userId, name]))
}
