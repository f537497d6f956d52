import { EXPENSE_LABELS } from '@consilium/contract/attendees/expenses.ts'
import { invoiceRecord } from '@consilium/contract/invoices/invoice-record.ts'
import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { fieldColumns } from '../../infra/spreadsheet/export-file.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'
import { meeting, tail, type MaterialSheet } from '../materials/service.ts'

const AMOUNT = { width: 14, kind: 'decimal' } as const
const column = fieldColumns<MeetingInvoice>()(invoiceRecord)

export const invoiceSheet: MaterialSheet<MeetingInvoice> = {
  name: { 'zh-CN': '会议发票', en: 'meeting-invoices' },
  columns: (language, label) => [
    meeting,
    column('invoiceType', { width: 24, value: (row) => label('invoice_type', row.invoiceType) }),
    column('invoiceCode', { width: 16 }),
    column('invoiceNumber', { width: 24 }),
    column('issueDate', { width: 14 }),
    column('checkCode', { width: 24 }),
    column('buyerName', { width: 28 }),
    column('buyerTaxId', { width: 22 }),
    column('sellerName', { width: 28 }),
    column('sellerTaxId', { width: 22 }),
    column('amount', AMOUNT),
    column('taxAmount', AMOUNT),
    column('totalAmount', AMOUNT),
    column('source', { width: 12, value: (row) => label('invoice_source', row.source) }),
    column('duplicateOf', { width: 10, value: (row) => yesOrNo(language, row.duplicateOf !== null) }),
    column('expenseCategory', {
      width: 12,
      value: (row) => row.expenseCategory && EXPENSE_LABELS[row.expenseCategory][language],
    }),
    column('remark', { width: 30 }),
    ...tail,
  ],
}
