import { expertRoutes as routes } from '@consilium/contract/experts/experts.ts'
import { identityRoutes } from '@consilium/contract/experts/identity-routes.ts'
import type { Bind } from '../../domain/bind.ts'
import { requesterOf } from '../../infra/http/origin.ts'
import type { Experts } from './service.ts'

export function bindExperts(on: Bind, experts: Experts): void {
  on(routes.register, ({ body, actor, origin }) => experts.register(requesterOf(actor, origin), body))
  on(routes.list, ({ actor, query }) => experts.list(actor, query))
  on(routes.me, ({ actor }) => experts.me(actor))
  on(routes.updateMe, ({ actor, body }) => experts.updateMe(actor, body))
  on(routes.export, ({ actor, body, language }) => experts.export(actor, body, language))
  on(routes.get, ({ actor, params }) => experts.detail(actor, params.expertId))
  on(routes.identity, ({ params }) => experts.identity(params.expertId))
  on(routes.create, ({ actor, body }) => experts.create(actor, body))
  on(routes.update, ({ actor, body }) => experts.update(actor, body))
  on(identityRoutes.ask, ({ body }) => experts.identityChecks.ask(body.expertId))
  on(routes.changeStatus, ({ actor, body }) => experts.changeStatus(actor, body.expertId, body.status))
  on(routes.archive, ({ actor, body }) => experts.archive(actor, body.expertId, body.archived))
  on(routes.remove, ({ actor, params }) => experts.remove(actor, params.expertId))
}
