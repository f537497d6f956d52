import type { Page } from '@consilium/contract/envelope.ts'
import type { GatePolicy, GatePolicyCreate, GatePolicyQuery } from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { rulesOwnersSeen, type Actor } from '../../domain/actor.ts'
import { ownerView, sponsorOf } from '../../domain/rule-owners.ts'
import { rulesOfMeetings, type Owned } from '../../domain/rule-repository.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { organizationFacts } from '../organizations/service.ts'

export interface PolicyInForce extends Owned {
  rules: GatePolicy['rules']
}

/** The version of its owner that applies on a day. */
const inForceOn = (today: string) => sql<number>`(
  select f.policy_id from gate_policy f
    where f.valid_from <= ${today}::date and f.owner_org_id is not distinct from p.owner_org_id
    order by f.valid_from desc, f.policy_id desc limit 1)`

/** The policies that hold together for each meeting, the platform's first. */
export const policiesOf = (
  db: Db,
  today: string,
  meetingIds: readonly number[],
): Promise<Map<number, PolicyInForce[]>> =>
  rulesOfMeetings<Pick<PolicyInForce, 'rules'>>(
    db,
    { table: 'gate_policy', columns: sql`p.rules`, today },
    meetingIds,
  )

/** Whether any policy up to a day requires one of the checks. */
export async function asksAnywhere(db: Db, today: string, checks: readonly MeetingCheck[]): Promise<boolean> {
  const row = await db
    .selectFrom('gate_policy')
    .select('policy_id')
    .where('valid_from', '<=', today)
    .where((eb) =>
      eb.or(
        checks.map((check) => sql<boolean>`rules @> ${JSON.stringify([{ check, mode: 'block' }])}::jsonb`),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The policy of the platform, or of one sponsor, on a day; the platform always has one. */
export async function policyOf(
  db: Db,
  today: string,
  ownerOrgId: number | null,
): Promise<Pick<PolicyInForce, 'rules'> | undefined> {
  return db
    .selectFrom('gate_policy')
    .select('rules')
    .where('valid_from', '<=', today)
    .where('owner_org_id', ownerOrgId === null ? 'is' : '=', ownerOrgId)
    .orderBy('valid_from', 'desc')
    .orderBy('policy_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const views = (db: Db, today: string) =>
  db
    .selectFrom('gate_policy as p')
    .leftJoin(organizationFacts('o'), 'o.org_id', 'p.owner_org_id')
    .select((eb) => [
      'p.policy_id as policyId',
      'o.org_id as ownerOrgId',
      'o.org_name as ownerName',
      'o.main_user_id as ownerUserId',
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

type Row = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>

const viewOf = (actor: Actor, { ownerOrgId, ownerName, ownerUserId, ...row }: Row): GatePolicy => ({
  ...row,
  owner: ownerView(actor, sponsorOf({ ownerOrgId, ownerName, ownerUserId })),
})

/** Managers see the policies of all owners, people of a sponsor those of the platform and their own. */
export async function listPolicies(
  db: Db,
  actor: Actor,
  today: string,
  query: GatePolicyQuery,
): Promise<Page<GatePolicy>> {
  let rows = views(db, today).where(
    inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']),
  )
  const owners = rulesOwnersSeen(actor)
  if (owners)
    rows = rows.where((eb) =>
      eb.or([eb('p.owner_org_id', 'is', null), eb('p.owner_org_id', 'in', [...owners, 0])]),
    )
  const page = await selectPage(db, rows, query, SORTING)
  return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
}

export const findPolicy = async (
  db: Db,
  actor: Actor,
  today: string,
  policyId: number,
): Promise<GatePolicy> =>
  viewOf(actor, await views(db, today).where('p.policy_id', '=', policyId).executeTakeFirstOrThrow())

export async function insertPolicy(
  db: Db,
  { userId, ownerOrgId }: { userId: number | null; ownerOrgId: number | null },
  policy: GatePolicyCreate,
): Promise<number> {
  const row = await db
    .insertInto('gate_policy')
    .values({
      owner_org_id: ownerOrgId,
      valid_from: policy.validFrom,
      note: policy.note ?? null,
      rules: JSON.stringify(policy.rules),
      create_user_id: userId,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  return row.policy_id
}
