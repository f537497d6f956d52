import type { MaterialRoutes } from '@consilium/contract/material-record.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import type { Bind } from '../../infra/http/bind.ts'
import type { Records } from './records.ts'
import type { Materials } from './service.ts'

function bindRecords<Own, Query, Create, Update>(
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

export function bindMaterials(on: Bind, materials: Materials): void {
  bindRecords(on, materialRoutes.meetingAuditLog, materials.auditLogs)
  bindRecords(on, materialRoutes.meetingExecutor, materials.executorRecords)
  bindRecords(on, materialRoutes.meetingInvoice, materials.invoices)
  bindRecords(on, materialRoutes.meetingMaterial, materials.meetingMaterials)
  bindRecords(on, materialRoutes.meetingSupervisor, materials.supervisorRecords)
}
