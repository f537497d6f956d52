import { gateRoutes as routes } from '@consilium/contract/gates/gate-routes.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Gates } from './service.ts'

export function bindGates(on: Bind, gates: Gates): void {
  on(routes.get, ({ actor, params }) => gates.find(actor, params.meetingId))
  on(routes.listWaivers, ({ actor, query }) => gates.waivers.list(actor, query))
  on(routes.askWaiver, ({ actor, body }) => gates.askWaiver(actor, body))
  on(routes.decideWaiver, ({ actor, body }) => gates.waivers.decide(actor, body))
  on(routes.listPolicies, ({ actor, query }) => gates.listPolicies(actor, query))
  on(routes.currentPreset, async () => ({ current: await gates.currentPreset() }))
  on(routes.previewPreset, ({ actor, query }) => gates.previewPreset(actor, query.preset))
  on(routes.applyPreset, ({ actor, body }) => gates.applyPreset(actor, body.preset))
  on(routes.previewPolicy, ({ actor, body }) => gates.previewPolicy(actor, body))
  on(routes.createPolicy, ({ actor, body }) => gates.createPolicy(actor, body))
}
