import { EXPENSE_LABELS } from '@consilium/contract/expenses.ts'
import type { MeetingInvoice } from '@consilium/contract/materials.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'
import { meeting, tail, type MaterialSheet } from '../materials/service.ts'

const AMOUNT = { width: 14, kind: 'decimal' } as const

export const invoiceSheet: MaterialSheet<MeetingInvoice> = {
  name: { 'zh-CN': '会议发票', en: 'meeting-invoices' },
  columns: (language, label) => [
    meeting,
    {
      title: { 'zh-CN': '发票类型', en: 'Invoice type' },
      width: 24,
      value: (row) => label('invoice_type', row.invoiceType),
    },
    { title: { 'zh-CN': '发票代码', en: 'Invoice code' }, width: 16, value: (row) => row.invoiceCode },
    { title: { 'zh-CN': '发票号码', en: 'Invoice number' }, width: 24, value: (row) => row.invoiceNumber },
    { title: { 'zh-CN': '开票日期', en: 'Issue date' }, width: 14, value: (row) => row.issueDate },
    { title: { 'zh-CN': '校验码', en: 'Check code' }, width: 24, value: (row) => row.checkCode },
    { title: { 'zh-CN': '购买方', en: 'Buyer' }, width: 28, value: (row) => row.buyerName },
    { title: { 'zh-CN': '购买方税号', en: 'Buyer tax ID' }, width: 22, value: (row) => row.buyerTaxId },
    { title: { 'zh-CN': '销售方', en: 'Seller' }, width: 28, value: (row) => row.sellerName },
    { title: { 'zh-CN': '销售方税号', en: 'Seller tax ID' }, width: 22, value: (row) => row.sellerTaxId },
    { title: { 'zh-CN': '金额', en: 'Amount' }, ...AMOUNT, value: (row) => row.amount },
    { title: { 'zh-CN': '税额', en: 'Tax' }, ...AMOUNT, value: (row) => row.taxAmount },
    { title: { 'zh-CN': '价税合计', en: 'Total' }, ...AMOUNT, value: (row) => row.totalAmount },
    {
      title: { 'zh-CN': '来源', en: 'Source' },
      width: 12,
      value: (row) => label('invoice_source', row.source),
    },
    {
      title: { 'zh-CN': '重复使用', en: 'Duplicate' },
      width: 10,
      value: (row) => yesOrNo(language, row.duplicateOf !== null),
    },
    {
      title: { 'zh-CN': '费用类别', en: 'Category' },
      width: 12,
      value: (row) => row.expenseCategory && EXPENSE_LABELS[row.expenseCategory][language],
    },
    { title: { 'zh-CN': '备注', en: 'Remark' }, width: 30, value: (row) => row.remark },
    ...tail,
  ],
}
