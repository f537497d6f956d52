import type { Portfolio } from '@consilium/contract/accounts/portfolios.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'

export interface PortfolioOwner {
  roleType: RoleType
  version: number
}

export const findOwner = (db: Db, userId: number): Promise<PortfolioOwner | undefined> =>
  db
    .selectFrom(accountFacts('u'))
    .select(['u.role_type as roleType', 'u.version'])
    .where('u.user_id', '=', userId)
    .executeTakeFirst()

export const sponsorsOf = (db: Db, userId: number): Promise<Portfolio['sponsors']> =>
  db
    .selectFrom('manager_portfolio as f')
    .innerJoin('organization as o', 'o.org_id', 'f.org_id')
    .select(['o.org_id as orgId', 'o.org_name as orgName', 'o.main_user_id as mainUserId'])
    .where('f.user_id', '=', userId)
    .orderBy('o.org_name')
    .orderBy('o.org_id')
    .execute()

/** The sponsors of these main accounts, locked so that none is deleted meanwhile. */
export async function lockSponsors(db: Db, mainUserIds: readonly number[]): Promise<number[]> {
  if (mainUserIds.length === 0) return []
  const rows = await db
    .selectFrom('organization')
    .select('org_id')
    .where('main_user_id', 'in', mainUserIds)
    .where('org_type', '=', 'sponsor')
    .orderBy('org_id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.org_id)
}

export async function replaceSponsors(db: Db, userId: number, orgIds: readonly number[]): Promise<void> {
  await db.deleteFrom('manager_portfolio').where('user_id', '=', userId).execute()
  if (orgIds.length === 0) return
  await db
    .insertInto('manager_portfolio')
    .values(orgIds.map((orgId) => ({ user_id: userId, org_id: orgId })))
    .execute()
}
