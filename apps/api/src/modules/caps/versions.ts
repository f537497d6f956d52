import type {
  CapPolicy,
  CapPolicyCreate,
  CapPolicyPreview,
  CapPolicyQuery,
} from '@consilium/contract/caps/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerOf } from '../../domain/rule-owners.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { entriesOfSponsor } from '../dimensions/service.ts'
import { refuseField, unknownRecord } from '../../infra/refusal.ts'
import * as policies from './policy-repository.ts'
import { previewOf } from './preview.ts'
import type { Scope } from './scope.ts'

/** A cap over more than the own projects would tell a sponsor what others pay. */
function requireOwnScope(actor: Actor, { caps }: CapPolicyCreate): void {
  const place = ownerOf(actor) === null ? -1 : caps.findIndex(({ scope }) => scope !== 'sponsor')
  if (place >= 0) throw refuseField('CAP_SCOPE_BEYOND', `caps.${place}.scope`)
}

/** A product belongs to a sponsor, whose own caps alone may name it. */
async function requireOwnProducts(db: Db, actor: Actor, { caps }: CapPolicyCreate): Promise<void> {
  const named = caps.flatMap(({ productId }, place) => (productId ? [{ productId, place }] : []))
  const [first] = named
  if (!first) return
  const fieldAt = (place: number) => `caps.${place}.productId`
  const orgId = ownerOf(actor)
  if (orgId === null) throw refuseField('CAP_PRODUCT_BEYOND', fieldAt(first.place))
  const known = await entriesOfSponsor(db, { orgId, kind: 'product' }, policies.productsIn({ caps }))
  const unknown = named.find(({ productId }) => !known.has(productId))
  if (unknown) throw unknownRecord(fieldAt(unknown.place))
}

/** The dated versions of caps and tiers, each of one owner. */
export function versionsOf(scope: Scope) {
  const { db, clock } = scope
  return {
    listPolicies: (actor: Actor, query: CapPolicyQuery): Promise<Page<CapPolicy>> =>
      policies.listPolicies(db, actor, clock.today(), query),

    async previewPolicy(actor: Actor, body: CapPolicyCreate): Promise<CapPolicyPreview> {
      requireOwnScope(actor, body)
      await requireOwnProducts(db, actor, body)
      return previewOf(scope, actor, body)
    },

    /** A version for a day that has passed would change what was decided by another one. */
    async createPolicy(actor: Actor, body: CapPolicyCreate): Promise<CapPolicy> {
      const today = clock.today()
      if (body.validFrom < today) throw refuseField('DAY_PAST', 'validFrom')
      requireOwnScope(actor, body)
      await requireOwnProducts(db, actor, body)
      const by = { userId: actor.userId, ownerOrgId: ownerOf(actor) }
      const policyId = await inTransaction(db, (trx) => policies.insertPolicy(trx, by, body)).catch(
        (error: unknown): never => {
          throw foreignKeyViolation(error) === 'cap_policy_product_entry' ? unknownRecord('caps') : error
        },
      )
      return policies.findPolicy(db, actor, today, policyId)
    },
  }
}
