import { materialRoutes } from '@consilium/contract/materials.ts'
import type { Bind } from '../../domain/bind.ts'
import { bindRecords } from '../materials/service.ts'
import type { Invoices } from './service.ts'

export const bindInvoices = (on: Bind, { records }: Invoices): void =>
  bindRecords(on, materialRoutes.meetingInvoice, records)
