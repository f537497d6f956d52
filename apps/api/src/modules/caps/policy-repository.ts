import type { CapPolicy, CapPolicyCreate, CapPolicyQuery, StoredCap } from '@consilium/contract/caps/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { rulesOwnersSeen, type Actor } from '../../domain/actor.ts'
import { ownerView, sponsorOf, type Sponsor } from '../../domain/rule-owners.ts'
import { rulesInForce, rulesOfMeetings, type Concerned } from '../../domain/rule-repository.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { organizationFacts } from '../organizations/service.ts'
import { dimensionFacts } from '../dimensions/service.ts'

/** Caps, tiers and the rule of overlaps of one owner. */
export interface OwnedCaps extends Pick<CapPolicy, 'overlaps' | 'tiers'> {
  caps: readonly StoredCap[]
  /** Null for the platform. */
  owner: Sponsor | null
}

/** The version of its owner that applies on a day. */
const inForceOn = (today: string) => sql<number>`(
  select f.policy_id from cap_policy f
    where f.valid_from <= ${today}::date and f.owner_org_id is not distinct from p.owner_org_id
    order by f.valid_from desc, f.policy_id desc limit 1)`

const inForce = (today: string) => ({
  table: 'cap_policy' as const,
  columns: sql`p.overlap_mode as overlaps, p.caps, p.tiers`,
  today,
})

/** What holds together for sponsors, or for all, the platform's first. */
export const capsOn = (db: Db, today: string, concerned: Concerned): Promise<OwnedCaps[]> =>
  rulesInForce<Omit<OwnedCaps, 'owner'>>(db, inForce(today), concerned)

/** What holds together for each meeting, the platform's first. */
export const capsOf = (
  db: Db,
  today: string,
  meetingIds: readonly number[],
): Promise<Map<number, OwnedCaps[]>> =>
  rulesOfMeetings<Omit<OwnedCaps, 'owner'>>(db, inForce(today), meetingIds)

const namedProducts = sql<CapPolicy['products']>`coalesce((
  select jsonb_agg(jsonb_build_object('dimensionId', e.dimension_id, 'code', e.code, 'name', e.name) order by e.code_key)
    from cap_policy_product n join ${dimensionFacts('e')} using (dimension_id) where n.policy_id = p.policy_id), '[]'::jsonb)`

const views = (db: Db, today: string) =>
  db
    .selectFrom('cap_policy as p')
    .leftJoin(organizationFacts('o'), 'o.org_id', 'p.owner_org_id')
    .select((eb) => [
      'p.policy_id as policyId',
      'o.org_id as ownerOrgId',
      'o.org_name as ownerName',
      'o.main_user_id as ownerUserId',
      'p.valid_from as validFrom',
      'p.note',
      'p.overlap_mode as overlaps',
      'p.caps',
      'p.tiers',
      namedProducts.as('products'),
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

const viewOf = (actor: Actor, { ownerOrgId, ownerName, ownerUserId, ...row }: Row): CapPolicy => ({
  ...row,
  caps: row.caps.map((cap) => ({ ...cap, productId: cap.productId ?? null })),
  owner: ownerView(actor, sponsorOf({ ownerOrgId, ownerName, ownerUserId })),
})

/** Managers see the versions of all owners, people of a sponsor those of the platform and their own. */
export async function listPolicies(
  db: Db,
  actor: Actor,
  today: string,
  query: CapPolicyQuery,
): Promise<Page<CapPolicy>> {
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

export const findPolicy = async (db: Db, actor: Actor, today: string, policyId: number): Promise<CapPolicy> =>
  viewOf(actor, await views(db, today).where('p.policy_id', '=', policyId).executeTakeFirstOrThrow())

/** Empty fields of a tier fit everything and are kept as null. */
export const tierOf = ({ title, post, laborForm, minutes, highest }: CapPolicyCreate['tiers'][number]) => ({
  title: title ?? null,
  post: post ?? null,
  laborForm: laborForm ?? null,
  minutes: minutes ?? null,
  highest,
})

/** The products that caps name, each once. */
export const productsIn = ({ caps }: Pick<CapPolicyCreate, 'caps'>): number[] => [
  ...new Set(caps.flatMap(({ productId }) => productId ?? [])),
]

/** Adds a version, in a transaction. Throws what the database throws if a product was deleted meanwhile. */
export async function insertPolicy(
  db: Db,
  { userId, ownerOrgId }: { userId: number; ownerOrgId: number | null },
  policy: CapPolicyCreate,
): Promise<number> {
  const row = await db
    .insertInto('cap_policy')
    .values({
      owner_org_id: ownerOrgId,
      valid_from: policy.validFrom,
      note: policy.note ?? null,
      overlap_mode: policy.overlaps,
      caps: JSON.stringify(policy.caps),
      tiers: JSON.stringify(policy.tiers.map(tierOf)),
      create_user_id: userId,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  const products = productsIn(policy)
  if (products.length > 0)
    await db
      .insertInto('cap_policy_product')
      .values(products.map((dimensionId) => ({ policy_id: row.policy_id, dimension_id: dimensionId })))
      .execute()
  return row.policy_id
}
