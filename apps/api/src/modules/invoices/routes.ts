import { recognitionRoutes as routes } from '@consilium/contract/invoices.ts'
import type { Bind } from '../../infra/http/bind.ts'
import type { Invoices } from './service.ts'

export function bindInvoices(on: Bind, invoices: Invoices): void {
  on(routes.submit, ({ actor, body, uploads }) => invoices.submit(actor, body.meetingId, uploads))
  on(routes.list, ({ actor, query }) => invoices.list(actor, query))
  on(routes.get, ({ actor, params }) => invoices.get(actor, params.batchId))
  on(routes.retry, ({ actor, params }) => invoices.retry(actor, params.batchId))
}
