import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'
import { accountFacts } from '../accounts/service.ts'

const EXPERT = part
  .selectFrom('expert')
  .select([
    'expert_id',
    'user_id',
    'name',
    'unit',
    'department',
    'title',
    'audit_status',
    'audited_name',
    'audited_title',
    'create_time',
  ])
  // By these nameContains finds a name.
  .select([
    sql<string[]>`name_grams`.as('name_grams'),
    sql<string[]>`name_initials`.as('name_initials'),
    sql<string[]>`unit_initials`.as('unit_initials'),
  ])

/** An expert: the account, name, unit and title of the profile, and what the last audit approved of them. */
export const expertFacts = <A extends string>(alias: A) => EXPERT.as(alias)

const PAYEE = part
  .selectFrom('expert')
  .select([
    'expert_id',
    'user_id',
    'name',
    'audit_status',
    'audited_name',
    'tax_residence',
    'id_type',
    'id_card_cipher',
    'nationality_cipher',
    'sex_cipher',
    'birth_date_cipher',
    'bank_account_cipher',
    'bank_name',
    'bank_branch',
    'bank_region',
    'account_waits',
    'account_from',
  ])

/** An expert as somebody who is paid: the names, who that is to the tax authority, and the account; numbers are sealed. */
export const payeeFacts = <A extends string>(alias: A) => PAYEE.as(alias)

/** The expert of an account, given by its id or its phone. */
export async function expertOf(
  db: Db,
  account: { userId: number } | { phone: string },
): Promise<{ expertId: number; userId: number } | undefined> {
  const rows = db.selectFrom('expert as e').select(['e.expert_id as expertId', 'e.user_id as userId'])
  return 'userId' in account
    ? rows.where('e.user_id', '=', account.userId).executeTakeFirst()
    : rows
        .innerJoin(accountFacts('u'), 'u.user_id', 'e.user_id')
        .where('u.phone', '=', account.phone)
        .executeTakeFirst()
}

/** Lets changes of these experts wait until the transaction ends. They are locked in the order of their ids. */
export async function shareLockExperts(trx: Db, expertIds: readonly number[]): Promise<void> {
  await trx
    .selectFrom('expert')
    .select('expert_id')
    .where('expert_id', 'in', [...expertIds])
    .orderBy('expert_id')
    .forShare()
    .execute()
}
