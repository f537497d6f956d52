import type {
  CapPolicy,
  CapPolicyCreate,
  CapPolicyPreview,
  CapPolicyQuery,
} from '@consilium/contract/caps/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerOf } from '../../domain/rule-owners.ts'
import { refuseField } from '../../infra/refusal.ts'
import * as policies from './policy-repository.ts'
import { previewOf } from './preview.ts'
import type { Scope } from './scope.ts'

/** A cap over more than the own projects would tell a sponsor what others pay. */
function requireOwnScope(actor: Actor, { caps }: CapPolicyCreate): void {
  const place = ownerOf(actor) === null ? -1 : caps.findIndex(({ scope }) => scope !== 'sponsor')
  if (place >= 0) throw refuseField('CAP_SCOPE_BEYOND', `caps.${place}.scope`)
}

/** The dated versions of caps and tiers, each of one owner. */
export function versionsOf(scope: Scope) {
  const { db, clock } = scope
  return {
    listPolicies: (actor: Actor, query: CapPolicyQuery): Promise<Page<CapPolicy>> =>
      policies.listPolicies(db, actor, clock.today(), query),

    async previewPolicy(actor: Actor, body: CapPolicyCreate): Promise<CapPolicyPreview> {
      requireOwnScope(actor, body)
      return previewOf(scope, actor, body)
    },

    /** A version for a day that has passed would change what was decided by another one. */
    async createPolicy(actor: Actor, body: CapPolicyCreate): Promise<CapPolicy> {
      const today = clock.today()
      if (body.validFrom < today) throw refuseField('DAY_PAST', 'validFrom')
      requireOwnScope(actor, body)
      const by = { userId: actor.userId, ownerOrgId: ownerOf(actor) }
      return policies.findPolicy(db, actor, today, await policies.insertPolicy(db, by, body))
    },
  }
}
