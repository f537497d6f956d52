import { approvalPolicyRoutes as policyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Approvals } from './service.ts'

export function bindApprovals(on: Bind, approvals: Approvals): void {
  on(policyRoutes.list, ({ actor, query }) => approvals.policies.list(actor, query))
  on(policyRoutes.current, ({ actor }) => approvals.policies.current(actor))
  on(policyRoutes.create, ({ actor, body }) => approvals.policies.create(actor, body))
  on(routes.list, ({ actor, query }) => approvals.list(actor, query))
  on(routes.people, ({ actor, query }) => approvals.people(actor, query.keyword))
  on(routes.absences, ({ actor }) => approvals.absences(actor))
  on(routes.createAbsence, ({ actor, body }) => approvals.createAbsence(actor, body))
  on(routes.cancelAbsence, ({ actor, params }) => approvals.cancelAbsence(actor, params.absenceId))
  on(routes.get, ({ actor, params }) => approvals.get(actor, params.decisionId))
  on(routes.act, ({ actor, body }) => approvals.act(actor, body))
  on(routes.actMany, ({ actor, body, language }) => approvals.actMany(actor, body, language))
  on(routes.signer, ({ actor, body }) => approvals.changeSigners(actor, body))
}
