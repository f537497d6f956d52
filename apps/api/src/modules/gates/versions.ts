import type { Page } from '@consilium/contract/envelope.ts'
import type {
  GatePolicy,
  GatePolicyCreate,
  GatePolicyQuery,
  GatePreview,
} from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerOf } from '../../domain/rule-owners.ts'
import { refuseField } from '../../infra/refusal.ts'
import * as policies from './policy-repository.ts'
import { previewOf } from './preview.ts'
import type { Scope } from './scope.ts'

/** The dated versions of gate policies, each of one owner. */
export function versionsOf(scope: Scope, stageAfter: (current: MeetingStage) => MeetingStage) {
  const { db, clock } = scope
  return {
    listPolicies: (actor: Actor, query: GatePolicyQuery): Promise<Page<GatePolicy>> =>
      policies.listPolicies(db, actor, clock.today(), query),

    previewPolicy: (actor: Actor, { rules }: GatePolicyCreate): Promise<GatePreview> =>
      previewOf(scope, actor, rules, stageAfter),

    /** A version for a day that has passed would change what was decided by another one. */
    async createPolicy(actor: Actor, body: GatePolicyCreate): Promise<GatePolicy> {
      const today = clock.today()
      if (body.validFrom < today) throw refuseField('DAY_PAST', 'validFrom')
      const by = { userId: actor.userId, ownerOrgId: ownerOf(actor) }
      return policies.findPolicy(db, actor, today, await policies.insertPolicy(db, by, body))
    },
  }
}
