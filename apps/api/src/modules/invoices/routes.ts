import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Bind } from '../../domain/bind.ts'
import { bindRecords } from '../materials/service.ts'
import type { Invoices } from './service.ts'

export function bindInvoices(on: Bind, { records, verification }: Invoices): void {
  bindRecords(on, materialRoutes.meetingInvoice, records)
  on(verificationRoutes.ask, ({ actor, body }) => verification.ask(actor, body.recordIds))
  on(verificationRoutes.usage, () => verification.usage())
}
