import type { CapPolicy, CapPolicyCreate, CapPolicyQuery } from '@consilium/contract/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'

export type CapsInForce = Pick<CapPolicy, 'overlaps' | 'caps' | 'tiers'>

/** The version that applies on a day: the latest whose first day has come, and of one first day the newest. */
const inForceOn = (today: string) => sql<number>`(
  select f.policy_id from cap_policy f where f.valid_from <= ${today}::date
    order by f.valid_from desc, f.policy_id desc limit 1)`

export const capsOn = (db: Db, today: string): Promise<CapsInForce> =>
  db
    .selectFrom('cap_policy')
    .select(['overlap_mode as overlaps', 'caps', 'tiers'])
    .where('policy_id', '=', inForceOn(today))
    .executeTakeFirstOrThrow()

const views = (db: Db, today: string) =>
  db
    .selectFrom('cap_policy as p')
    .select((eb) => [
      'p.policy_id as policyId',
      'p.valid_from as validFrom',
      'p.note',
      'p.overlap_mode as overlaps',
      'p.caps',
      'p.tiers',
      'p.create_user_id as createUserId',
      accountName('p.create_user_id').$castTo<string | null>().as('createUserName'),
      'p.create_time as createTime',
      eb('p.policy_id', '=', inForceOn(today)).$castTo<boolean>().as('isInForce'),
    ])

const SORTING = {
  columns: { policyId: 'p.policy_id', validFrom: 'p.valid_from' },
  key: 'p.policy_id',
} as const

export const listPolicies = (db: Db, today: string, query: CapPolicyQuery): Promise<Page<CapPolicy>> =>
  selectPage(
    db,
    views(db, today).where(
      inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']),
    ),
    query,
    SORTING,
  )

export const findPolicy = (db: Db, today: string, policyId: number): Promise<CapPolicy> =>
  views(db, today).where('p.policy_id', '=', policyId).executeTakeFirstOrThrow()

/** Empty fields of a tier fit everything and are kept as null. */
const tierOf = ({ title, post, laborForm, minutes, highest }: CapPolicyCreate['tiers'][number]) => ({
  title: title ?? null,
  post: post ?? null,
  laborForm: laborForm ?? null,
  minutes: minutes ?? null,
  highest,
})

export async function insertPolicy(db: Db, userId: number, policy: CapPolicyCreate): Promise<number> {
  const row = await db
    .insertInto('cap_policy')
    .values({
      valid_from: policy.validFrom,
      note: policy.note ?? null,
      overlap_mode: policy.overlaps,
      caps: JSON.stringify(policy.caps),
      tiers: JSON.stringify(policy.tiers.map(tierOf)),
      create_user_id: userId,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  return row.policy_id
}
