import {
  APPROVAL_KINDS,
  rulesOf,
  STEP_ROLES,
  type ApprovalKind,
  type ApprovalOwner,
} from '@consilium/contract/approvals/approval-kinds.ts'
import type {
  ApprovalPolicy,
  ApprovalPolicyCreate,
  ApprovalPolicyQuery,
  CurrentApprovalPolicy,
} from '@consilium/contract/approvals/approval-policies.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import * as people from './people-repository.ts'
import * as repository from './policy-repository.ts'
import type { Scope } from './scope.ts'
import { stepsFor } from './stepping.ts'

/** For whom the caller sets up steps. */
const ownerOf = ({ orgType, orgId }: Actor): { kind: ApprovalOwner; orgId: number | null } =>
  orgType === null ? { kind: 'platform', orgId: null } : { kind: orgType, orgId }

async function requirePeople(db: Db, orgKey: number, { steps }: ApprovalPolicyCreate): Promise<void> {
  const named = steps.flatMap(({ persons, escalateTo }) => [...persons, ...escalateTo])
  const active = await people.activeAmong(db, named, orgKey)
  for (const [place, { roles, persons, escalateTo, lead }] of steps.entries()) {
    if ([...persons, ...escalateTo].some((userId) => !active.has(userId)))
      throw refuseField('APPROVAL_PERSON_OTHER', `steps.${place}.persons`)
    if (persons.length === 0 && !lead && !(await people.hasAnybody(db, roles, orgKey)))
      throw refuseField('APPROVAL_STEP_EMPTY', `steps.${place}.roles`)
  }
}

/** A version for a day that has passed would change what was decided by another one. */
async function requireValid({ db, clock }: Scope, actor: Actor, body: ApprovalPolicyCreate): Promise<void> {
  const owner = ownerOf(actor)
  if (body.validFrom < clock.today()) throw refuseField('DAY_PAST', 'validFrom')
  if (!rulesOf(body.kind).owners.includes(owner.kind)) throw refuseField('APPROVAL_KIND_NOT_YOURS', 'kind')
  const roles: readonly string[] = STEP_ROLES[owner.kind]
  const strange = body.steps.findIndex((step) => step.roles.some((role) => !roles.includes(role)))
  if (strange >= 0) throw refuseField('APPROVAL_STEP_EMPTY', `steps.${strange}.roles`)
  await requirePeople(db, owner.orgId ?? 0, body)
}

const shippedOwner = (kind: ApprovalKind) => rulesOf(kind).shipped?.owner ?? 'platform'

/** What was shipped, for kinds that its owner has set up nothing for. */
const shipped = async (db: Db, kind: ApprovalKind): Promise<CurrentApprovalPolicy> => ({
  policyId: null,
  kind,
  owner: { kind: shippedOwner(kind), orgId: null, orgName: null },
  validFrom: null,
  steps: (await repository.withNames(db, [stepsFor({ kind, amount: null, category: null }, [])]))[0]!.map(
    ({ roles, persons, lead, need, amountFrom, category, dueDays, escalateTo }) => ({
      roles,
      persons,
      lead,
      need,
      amountFrom,
      category,
      dueDays,
      escalateTo,
    }),
  ),
  isInForce: true,
})

/** The dated versions of policies, each of one kind and owner. */
export function policiesOf(scope: Scope) {
  const { db, clock } = scope
  return {
    list: (actor: Actor, query: ApprovalPolicyQuery): Promise<Page<ApprovalPolicy>> =>
      repository.listPolicies(db, actor, clock.today(), query),

    async current(actor: Actor): Promise<{ policies: CurrentApprovalPolicy[] }> {
      const made = await repository.currentPolicies(db, actor, clock.today())
      const policies = await Promise.all(
        APPROVAL_KINDS.map(async (kind) => {
          const own = made.filter((policy) => policy.kind === kind)
          return own.some(({ owner }) => owner.kind === shippedOwner(kind))
            ? own
            : [await shipped(db, kind), ...own]
        }),
      )
      return { policies: policies.flat() }
    },

    async create(actor: Actor, body: ApprovalPolicyCreate): Promise<ApprovalPolicy> {
      await requireValid(scope, actor, body)
      const by = { userId: actor.userId, ownerOrgId: ownerOf(actor).orgId }
      return repository.findPolicy(db, actor, clock.today(), await repository.insertPolicy(db, by, body))
    },
  }
}
