import type { MaterialRoutes } from '@consilium/contract/materials/material-record.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Records } from './records.ts'

export function bindRecords<Own, Query, Create, Update>(
  on: Bind,
  routes: MaterialRoutes<Own, Query, Create, Update>,
  records: Records<Own, Query, Create, Update>,
): void {
  on(routes.list, ({ actor, query }) => records.list(actor, query))
  on(routes.export, ({ actor, body, language }) => records.export(actor, body, language))
  on(routes.get, ({ actor, params }) => records.find(actor, params.recordId))
  on(routes.create, ({ actor, body }) => records.create(actor, body))
  on(routes.update, ({ actor, body }) => records.update(actor, body))
  on(routes.remove, ({ actor, params }) => records.remove(actor, params.recordId))
}
