import type { Language } from '@consilium/contract/errors.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import { PAPER_STATE_LABELS, type PaymentPaperQuery } from '@consilium/contract/payments/payment-papers.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { PaperRow } from './repository.ts'
import type { Scope } from './scope.ts'

export type PaperFilters = Omit<PaymentPaperQuery, 'pageNum' | 'pageSize'>

const columns = (language: Language): ExportColumn<PaperRow>[] => [
  { title: { 'zh-CN': '付款单位', en: 'Payer' }, width: 28, value: (row) => row.orgName },
  { title: { 'zh-CN': '付款日期', en: 'Paid on' }, width: 14, value: (row) => row.paidDate },
  { title: { 'zh-CN': '收款人', en: 'Payee' }, width: 14, value: (row) => row.name },
  { title: { 'zh-CN': '会议', en: 'Meeting' }, width: 32, value: (row) => row.meetingName },
  {
    title: { 'zh-CN': '服务类型', en: 'Service' },
    width: 14,
    value: (row) => DICTIONARY_LABELS.labor_form[row.laborForm][language],
  },
  {
    title: { 'zh-CN': '应付金额', en: 'Payable' },
    width: 14,
    kind: 'decimal',
    value: (row) => row.payableAmount,
  },
  { title: { 'zh-CN': '实付金额', en: 'Net' }, width: 14, kind: 'decimal', value: (row) => row.netAmount },
  {
    title: { 'zh-CN': '扣除凭证', en: 'Paper' },
    width: 28,
    value: (row) => PAPER_STATE_LABELS[row.state][language],
  },
  {
    title: { 'zh-CN': '发票号码', en: 'Invoice number' },
    width: 24,
    value: (row) => row.invoice?.invoiceNumber ?? null,
  },
  {
    title: { 'zh-CN': '开票日期', en: 'Issue date' },
    width: 14,
    value: (row) => row.invoice?.issueDate ?? null,
  },
]

/** The payments of the list with their papers. */
export const exportPapers = (
  { db, clock }: Scope,
  actor: Actor,
  query: PaperFilters,
  language: Language,
): FileAnswer =>
  exportFile<PaperRow>({
    name: { 'zh-CN': '税前扣除凭证', en: 'deductible-papers' },
    language,
    today: clock.today(),
    columns: columns(language),
    batch: (after) => repository.batchOfPapers(db, ownedBy(actor), query, after),
  })
