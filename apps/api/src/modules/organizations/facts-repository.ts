import { sql, type RawBuilder } from 'kysely'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { Sponsor } from '../../domain/rule-owners.ts'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'
import { accountFacts } from '../accounts/service.ts'

const ORGANIZATION = part
  .selectFrom('organization')
  .select([
    'org_id',
    'org_type',
    'org_name',
    'main_user_id',
    'credit_code',
    'registered_address',
    'legal_representative',
  ])
  // By these nameContains finds a name.
  .select([
    sql<string[]>`name_grams`.as('name_grams'),
    sql<string[]>`org_name_initials`.as('org_name_initials'),
  ])

/** An organization: its type and name, its main account, and how the register knows it. */
export const organizationFacts = <A extends string>(alias: A) => ORGANIZATION.as(alias)

const COLLEAGUE = part
  .selectFrom(accountFacts('account'))
  .select(['account.user_id', 'account.main_user_id', 'account.role_type'])
  .select([
    sql<number>`coalesce((select works.org_id from organization works
      where works.main_user_id = account.main_user_id), 0)`.as('org_key'),
    sql<boolean>`(account.is_active and not account.is_machine and not exists (
      select from ${accountFacts('main')} where main.user_id = account.main_user_id and not main.is_active))`.as(
      'can_log_in',
    ),
  ])

/**
 * A person's account with the organization that it works for, `org_key`, 0 being the platform. One of an organization can log in
 * only while its main account can.
 */
export const colleagueFacts = <A extends string>(alias: A) => COLLEAGUE.as(alias)

/** SQL expression: whether the account is a manager that is limited to some sponsors. */
export const isLimitedManager = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from manager_portfolio limited where limited.user_id = ${userId})`

/** SQL expression: whether the sponsor is one of those that the manager is limited to. */
export const isInPortfolio = (userId: number, orgId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from manager_portfolio held
    where held.user_id = ${userId} and held.org_id = ${sql.ref(orgId)})`

/** SQL expression: whether the payer expects invoices on a day. Later settings precede earlier ones that begin on a later day than they do. */
export const expectsInvoices = (orgId: string, day: string): RawBuilder<boolean> => sql<boolean>`coalesce((
  select setting.invoice_expected from organization_tax_setting setting
    where setting.org_id = ${sql.ref(orgId)} and setting.valid_from <= ${sql.ref(day)}
    order by setting.version desc limit 1), true)`

export const findSponsor = (db: Db, orgId: number): Promise<Sponsor> =>
  db
    .selectFrom('organization')
    .select(['org_id as orgId', 'org_name as orgName', 'main_user_id as mainUserId'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()

export interface KnownOrganization {
  orgId: number
  orgType: OrgType
  orgName: string
  mainUserId: number
}

/** The organizations with these ids, or with these main accounts. */
export async function organizationsOf(
  db: Db,
  by: { orgIds: readonly number[] } | { mainUserIds: readonly number[] },
): Promise<KnownOrganization[]> {
  const [column, ids] =
    'orgIds' in by ? (['org_id', by.orgIds] as const) : (['main_user_id', by.mainUserIds] as const)
  if (ids.length === 0) return []
  return db
    .selectFrom('organization')
    .select(['org_id as orgId', 'org_type as orgType', 'org_name as orgName', 'main_user_id as mainUserId'])
    .where(column, 'in', [...new Set(ids)])
    .execute()
}

/**
 * Locks an organization until the transaction ends: what belongs to it is counted and added under this lock. Returns its type;
 * undefined if there is none.
 */
export async function lockOrganization(trx: Db, orgId: number): Promise<OrgType | undefined> {
  const row = await trx
    .selectFrom('organization')
    .select('org_type as orgType')
    .where('org_id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.orgType
}
