import type { ApprovalKind, ApprovalOwner } from '@consilium/contract/approvals/approval-kinds.ts'
import type {
  ApprovalPolicy,
  ApprovalPolicyCreate,
  ApprovalPolicyQuery,
  ApprovalStep,
} from '@consilium/contract/approvals/approval-policies.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { rulesOwnersSeen, type Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { OwnedPolicy } from './stepping.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts, accountNamesOf } from '../accounts/service.ts'
import { sponsorFacts } from '../projects/service.ts'

const OWNER_KIND = sql<ApprovalOwner>`coalesce((
  select o.org_type from ${organizationFacts('o')} where o.org_id = p.owner_org_id), 'platform')`

/**
 * The policies that hold on a day for a request: of the platform, of every sponsor of the project, and of the executor that
 * it concerns or whose people ask.
 */
export async function policiesFor(
  db: Db,
  kind: ApprovalKind,
  {
    today,
    projectId,
    execUserId,
    askedBy,
  }: { today: string; projectId: number | null; execUserId: number | null; askedBy: number | null },
): Promise<OwnedPolicy[]> {
  const { rows } = await sql<OwnedPolicy>`
    select distinct on (p.owner_org_id) p.policy_id as "policyId", p.owner_org_id as "ownerOrgId",
        ${OWNER_KIND} as "ownerKind", p.steps
      from approval_policy p
      where p.kind = ${kind} and p.valid_from <= ${today}::date and (p.owner_org_id is null or p.owner_org_id in (
        select o.org_id from ${sponsorFacts('s')} join ${organizationFacts('o')} on o.main_user_id = s.sponsor_admin_user_id
          where s.project_id = ${projectId}::bigint
        union all
        select o.org_id from ${accountFacts('u')} join ${organizationFacts('o')} on o.main_user_id = u.main_user_id
          where u.user_id = ${askedBy}::bigint and o.org_type = 'executor'
        union all
        select o.org_id from ${organizationFacts('o')}
          where o.main_user_id = ${execUserId}::bigint and o.org_type = 'executor'))
      order by p.owner_org_id nulls first, p.valid_from desc`.execute(db)
  return rows
}

const inForceOn = (today: string) => sql<boolean>`p.policy_id = (
  select f.policy_id from approval_policy f
    where f.kind = p.kind and f.valid_from <= ${today}::date and f.owner_org_id is not distinct from p.owner_org_id
    order by f.valid_from desc limit 1)`

const views = (db: Db, today: string) =>
  db
    .selectFrom('approval_policy as p')
    .leftJoin(organizationFacts('o'), 'o.org_id', 'p.owner_org_id')
    .select([
      'p.policy_id as policyId',
      'p.kind',
      'o.org_id as orgId',
      'o.org_name as orgName',
      OWNER_KIND.as('ownerKind'),
      'p.valid_from as validFrom',
      'p.note',
      'p.steps',
      accountName('p.create_user_id').$castTo<string | null>().as('createUserName'),
      'p.create_time as createTime',
      inForceOn(today).as('isInForce'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>

/** The steps with the names of the persons in them. */
export async function withNames(
  db: Db,
  all: readonly (readonly ApprovalStep[])[],
): Promise<ApprovalPolicy['steps'][]> {
  const steps = all.flat()
  const names = await accountNamesOf(
    db,
    steps.flatMap(({ persons, escalateTo }) => [...persons, ...escalateTo]),
  )
  const named = (ids: readonly number[]) => ids.map((userId) => ({ userId, name: names.get(userId) ?? '' }))
  return all.map((each) =>
    each.map((step) => ({ ...step, persons: named(step.persons), escalateTo: named(step.escalateTo) })),
  )
}

async function viewsOf(db: Db, rows: readonly Row[]): Promise<ApprovalPolicy[]> {
  const steps = await withNames(
    db,
    rows.map((row) => row.steps),
  )
  return rows.map(({ orgId, orgName, ownerKind, ...row }, place) => ({
    ...row,
    owner: { kind: ownerKind, orgId, orgName },
    steps: steps[place]!,
  }))
}

const SORTING = {
  columns: { policyId: 'p.policy_id', validFrom: 'p.valid_from' },
  key: 'p.policy_id',
} as const

/** Managers see the versions of all owners, people of an organization those of the platform and their own. */
const visible = (db: Db, actor: Actor, today: string) => {
  const owners = rulesOwnersSeen(actor)
  if (owners === null) return views(db, today)
  return views(db, today).where((eb) =>
    eb.or([eb('p.owner_org_id', 'is', null), eb('p.owner_org_id', 'in', [...owners, 0])]),
  )
}

export async function listPolicies(
  db: Db,
  actor: Actor,
  today: string,
  query: ApprovalPolicyQuery,
): Promise<Page<ApprovalPolicy>> {
  let rows = visible(db, actor, today).where(
    inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']),
  )
  if (query.kind) rows = rows.where('p.kind', '=', query.kind)
  const page = await selectPage(db, rows, query, SORTING)
  return { ...page, rows: await viewsOf(db, page.rows) }
}

/** What holds today of the platform and, for people of an organization, of their own. */
export async function currentPolicies(db: Db, actor: Actor, today: string): Promise<ApprovalPolicy[]> {
  const own = actor.orgId
  const rows = await visible(db, actor, today)
    .where(inForceOn(today))
    .where((eb) => eb.or([eb('p.owner_org_id', 'is', null), eb('p.owner_org_id', '=', own)]))
    .execute()
  return viewsOf(db, rows)
}

export async function findPolicy(
  db: Db,
  actor: Actor,
  today: string,
  policyId: number,
): Promise<ApprovalPolicy> {
  const row = await visible(db, actor, today).where('p.policy_id', '=', policyId).executeTakeFirstOrThrow()
  return (await viewsOf(db, [row]))[0]!
}

export async function insertPolicy(
  db: Db,
  { userId, ownerOrgId }: { userId: number; ownerOrgId: number | null },
  policy: ApprovalPolicyCreate,
): Promise<number> {
  const row = await db
    .insertInto('approval_policy')
    .values({
      kind: policy.kind,
      owner_org_id: ownerOrgId,
      valid_from: policy.validFrom,
      note: policy.note ?? null,
      steps: JSON.stringify(policy.steps),
      create_user_id: userId,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'approval_policy_day'
        ? refuseField('APPROVAL_POLICY_OVERLAPS', 'validFrom')
        : error
    })
  return row.policy_id
}
