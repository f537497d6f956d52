import { materialEvents } from '@consilium/contract/events/materials.ts'
import { invoiceRecord } from '@consilium/contract/invoices/invoice-record.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { describeKind } from '../materials/service.ts'
import { isDuplicated } from './invoice-repository.ts'

export const invoices = describeKind(materialRoutes.meetingInvoice, 'meeting_invoice', {
  columns: declaredColumns<'meeting_invoice'>().names(invoiceRecord.stored),
  derived: ['correctedFields', 'duplicateOf', 'buyerMatches', 'verification', 'original'],
  filters: {
    invoiceType: 'equals',
    invoiceCode: 'contains',
    invoiceNumber: 'contains',
    buyerName: 'contains',
    buyerTaxId: 'contains',
    sellerName: 'contains',
    sellerTaxId: 'contains',
    checkCode: 'contains',
    amount: 'equals',
    taxAmount: 'equals',
    totalAmount: 'equals',
    expenseCategory: 'equals',
    source: 'equals',
    duplicated: isDuplicated,
    needsReview: 'equals',
    verificationState: 'equals',
    remark: 'contains',
  },
  period: 'issueDate',
  fileField: 'fileId',
  keptByCreator: false,
  events: materialEvents.meetingInvoice,
})
