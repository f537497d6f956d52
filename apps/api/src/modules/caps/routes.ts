import { capRoutes as routes } from '@consilium/contract/caps/caps.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Caps } from './service.ts'

export function bindCaps(on: Bind, caps: Caps): void {
  on(routes.state, ({ actor, query }) => caps.states(actor, query))
  on(routes.near, ({ actor }) => caps.near(actor))
  on(routes.listPolicies, ({ actor, query }) => caps.listPolicies(actor, query))
  on(routes.previewPolicy, ({ actor, body }) => caps.previewPolicy(actor, body))
  on(routes.createPolicy, ({ actor, body }) => caps.createPolicy(actor, body))
  on(routes.post, ({ params }) => caps.post(params.expertId))
  on(routes.setPost, ({ body }) => caps.setPost(body))
  on(routes.ownDeclaration, ({ actor }) => caps.ownDeclaration(actor))
  on(routes.declare, ({ actor, body }) => caps.declare(actor, body))
  on(routes.listDeclarations, ({ query }) => caps.listDeclarations(query))
}
