import type { Page } from '@consilium/contract/envelope.ts'
import type { GatePolicy, GatePolicyCreate, GatePolicyQuery } from '@consilium/contract/gate-routes.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'

export type PolicyInForce = Pick<GatePolicy, 'policyId' | 'validFrom' | 'rules'>

/** The version that applies on a day: the latest whose first day has come, and of one first day the newest. */
const inForceOn = (today: string) => sql<number>`(
  select f.policy_id from gate_policy f where f.valid_from <= ${today}::date
    order by f.valid_from desc, f.policy_id desc limit 1)`

export const policyOn = (db: Db, today: string): Promise<PolicyInForce> =>
  db
    .selectFrom('gate_policy')
    .select(['policy_id as policyId', 'valid_from as validFrom', 'rules'])
    .where('policy_id', '=', inForceOn(today))
    .executeTakeFirstOrThrow()

const views = (db: Db, today: string) =>
  db
    .selectFrom('gate_policy as p')
    .select((eb) => [
      'p.policy_id as policyId',
      'p.valid_from as validFrom',
      'p.note',
      'p.rules',
      'p.create_user_id as createUserId',
      accountName('p.create_user_id').$castTo<string | null>().as('createUserName'),
      'p.create_time as createTime',
      eb('p.policy_id', '=', inForceOn(today)).$castTo<boolean>().as('isInForce'),
    ])

const SORTING = {
  columns: { policyId: 'p.policy_id', validFrom: 'p.valid_from' },
  key: 'p.policy_id',
} as const

export const listPolicies = (db: Db, today: string, query: GatePolicyQuery): Promise<Page<GatePolicy>> =>
  selectPage(
    db,
    views(db, today).where(
      inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']),
    ),
    query,
    SORTING,
  )

export const findPolicy = (db: Db, today: string, policyId: number): Promise<GatePolicy> =>
  views(db, today).where('p.policy_id', '=', policyId).executeTakeFirstOrThrow()

export async function insertPolicy(db: Db, userId: number | null, policy: GatePolicyCreate): Promise<number> {
  const row = await db
    .insertInto('gate_policy')
    .values({
      valid_from: policy.validFrom,
      note: policy.note ?? null,
      rules: JSON.stringify(policy.rules),
      create_user_id: userId,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  return row.policy_id
}
