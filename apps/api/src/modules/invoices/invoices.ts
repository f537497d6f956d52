import { materialRoutes } from '@consilium/contract/materials.ts'
import { describeKind } from '../materials/service.ts'
import { isDuplicated } from './invoice-repository.ts'

export const invoices = describeKind(materialRoutes.meetingInvoice, 'meeting_invoice', {
  columns: {
    invoiceType: 'invoice_type',
    invoiceCode: 'invoice_code',
    invoiceNumber: 'invoice_number',
    issueDate: 'issue_date',
    checkCode: 'check_code',
    buyerName: 'buyer_name',
    buyerTaxId: 'buyer_tax_id',
    sellerName: 'seller_name',
    sellerTaxId: 'seller_tax_id',
    amount: 'amount',
    taxAmount: 'tax_amount',
    totalAmount: 'total_amount',
    source: 'source',
    fileId: 'file_id',
    remark: 'remark',
    recognized: 'recognized',
  },
  derived: ['correctedFields', 'duplicateOf', 'buyerMatches'],
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
    source: 'equals',
    duplicated: isDuplicated,
    remark: 'contains',
  },
  period: 'issueDate',
  fileField: 'fileId',
  keptByCreator: false,
})
