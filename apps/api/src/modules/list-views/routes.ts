import { listViewRoutes as routes } from '@consilium/contract/list-views/list-views.ts'
import type { Bind } from '../../domain/bind.ts'
import type { ListViews } from './service.ts'

export function bindListViews(on: Bind, views: ListViews): void {
  on(routes.list, ({ actor, query }) => views.list(actor, query.list))
  on(routes.create, ({ actor, body }) => views.create(actor, body))
  on(routes.update, ({ actor, body }) => views.update(actor, body))
  on(routes.remove, ({ actor, params }) => views.remove(actor, params.viewId))
}
