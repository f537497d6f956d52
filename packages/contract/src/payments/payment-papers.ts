import { z } from 'zod'
import { LaborForm } from '../agreements/labor-forms.ts'
import { BATCH_MAKERS } from '../batches/batch-access.ts'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import { choice } from '../words.ts'
import { PAYERS, period } from './tax-filings.ts'

/** How long reading an uploaded invoice may take. */
export const INVOICE_READING_SECONDS = 60
/** Receipts that one request has made. */
export const RECEIPTS_MADE_MAX = 5000

/**
 * What proves a payment for the payer's tax: up to the VAT threshold a receipt, from it on an invoice that the tax office issued
 * for the person (State Taxation Administration, Announcement 2018 No. 28, article 9).
 */
export const PAPER_STATES = [
  'receipt',
  'invoice',
  'receiptDue',
  'numberMissing',
  'invoiceMissing',
  'notExpected',
] as const
export const PAPER_STATE_LABELS = {
  receipt: { 'zh-CN': '已有收款凭证', en: 'Receipt' },
  invoice: { 'zh-CN': '已有代开发票', en: 'Invoice' },
  receiptDue: { 'zh-CN': '收款凭证待生成', en: 'Receipt to be made' },
  numberMissing: { 'zh-CN': '缺身份证号，无法出具收款凭证', en: 'No identity number' },
  invoiceMissing: { 'zh-CN': '缺代开发票', en: 'Invoice missing' },
  notExpected: { 'zh-CN': '按单位设置不要求代开', en: 'None expected' },
} as const
export const PaperState = choice(PAPER_STATES, PAPER_STATE_LABELS)
export type PaperState = z.infer<typeof PaperState>
/** States of payments that lack their paper. */
export const PAPERS_LACKING = ['receiptDue', 'numberMissing', 'invoiceMissing'] as const

export const PaymentInvoice = z
  .object({
    invoiceId: f.id.meta({ description: 'Invoice for a payment' }),
    invoiceCode: z.string().nullable(),
    invoiceNumber: z.string(),
    issueDate: z.string().nullable(),
    sellerName: z.string(),
    totalAmount: f.decimal,
    fileName: z.string(),
    userName: z.string().meta({ description: 'Who uploaded it' }),
    createTime: z.string(),
  })
  .meta({ id: 'PaymentInvoice' })
export type PaymentInvoice = z.infer<typeof PaymentInvoice>

export const PaymentPaper = z
  .object({
    entryId: f.id.meta({ description: 'The payment' }),
    orgId: f.id,
    orgName: z.string().meta({ description: 'The payer' }),
    attendeeId: f.id,
    meetingId: f.id,
    meetingName: z.string(),
    name: z.string().meta({ description: 'The payee' }),
    laborForm: LaborForm,
    paidDate: z.string(),
    payableAmount: f.decimal,
    netAmount: f.decimal,
    state: PaperState.meta({ description: 'Which paper it has or lacks' }),
    needsInvoice: z.boolean().meta({
      description:
        'What was paid to the person on the day reaches the VAT threshold, so that a receipt is not enough',
    }),
    hasReceipt: z.boolean().meta({ description: 'A receipt was made' }),
    invoice: PaymentInvoice.nullable().meta({ description: 'The invoice that serves it; null if none does' }),
    abilities: f.abilities('attach', 'detach'),
  })
  .meta({ id: 'PaymentPaper' })
export type PaymentPaper = z.infer<typeof PaymentPaper>

const payer = f.queryId.optional().meta({ description: 'The payer; by default all that the caller sees' })
export const PAYMENT_PAPER_COLUMNS = ['entryId', 'paidDate', 'payableAmount'] as const
export const PaymentPaperQuery = f.listQuery(
  {
    orgId: payer,
    period: period.optional(),
    name: f.searchText.optional(),
    meetingId: f.queryId.optional(),
    state: PaperState.optional(),
    isLacking: f.queryFlag.optional().meta({ description: 'Only what lacks its paper, or only the rest' }),
  },
  PAYMENT_PAPER_COLUMNS,
)
export type PaymentPaperQuery = z.output<typeof PaymentPaperQuery>

export const PaymentPaperSumsQuery = z.strictObject({ orgId: payer, period })
export type PaymentPaperSumsQuery = z.output<typeof PaymentPaperSumsQuery>

export const PaymentPaperSums = z
  .object({
    count: z.int().meta({ description: 'Settled payments' }),
    amount: f.decimal.meta({ description: 'What they come to before tax' }),
    states: z
      .array(
        z.object({
          state: PaperState.meta({ description: 'Which paper they have or lack' }),
          count: z.int().meta({ description: 'Payments' }),
          amount: f.decimal.meta({ description: 'What they come to before tax' }),
        }),
      )
      .meta({ description: 'By state, those that occur' }),
  })
  .meta({ id: 'PaymentPaperSums' })
export type PaymentPaperSums = z.infer<typeof PaymentPaperSums>

export const ReceiptMaking = z.strictObject({
  orgId: f.id.optional().meta({ description: "The payer; by default the caller's organization" }),
  period,
})
export type ReceiptMaking = z.output<typeof ReceiptMaking>

const tag = 'Labor payments'
const one = z.object({ entryId: f.queryId.meta({ description: 'The payment' }) })

export const paymentPaperRoutes = {
  list: {
    method: 'GET',
    path: '/business/paymentPaper/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List settled payments with the paper that each has or lacks for the payer’s tax',
    query: PaymentPaperQuery,
    answer: page(PaymentPaper),
  },
  sums: {
    method: 'GET',
    path: '/business/paymentPaper/sums',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'How many settled payments have or lack a paper, and what they come to',
    query: PaymentPaperSumsQuery,
    answer: data(PaymentPaperSums),
  },
  export: {
    method: 'POST',
    path: '/business/paymentPaper/export',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'The payments of the list with their papers as an XLSX file, by the same filters',
    body: exportBody(PaymentPaperQuery),
    answer: file(XLSX),
  },
  receipt: {
    method: 'GET',
    path: '/business/paymentPaper/receipt/{entryId}',
    target: ['entryId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      'The receipt of a payment, a signed PDF with a code for verifying it; logged, as it has the identity number',
    logged: true,
    params: one,
    answer: file('application/pdf'),
  },
  make: {
    method: 'POST',
    path: '/business/paymentPaper/make',
    access: BATCH_MAKERS,
    tag,
    summary: `Have the receipts of a month made that are not yet, at most ${RECEIPTS_MADE_MAX}; works on after the answer`,
    body: ReceiptMaking,
    accepted: true,
    answer: data(
      z
        .object({ count: z.int().meta({ description: 'Receipts that are being made' }) })
        .meta({ id: 'ReceiptsInWork' }),
    ),
    errors: ['NOT_FOUND'],
  },
  attach: {
    method: 'POST',
    path: '/business/paymentPaper/invoice',
    target: ['entryId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Upload the invoice that the tax office issued for the payee: it is recognized, and kept if seller, buyer and amount are those of the payment',
    query: z.strictObject({ entryId: f.queryId.meta({ description: 'The payment' }) }),
    upload: true,
    answer: data(PaymentPaper),
    creates: true,
    errors: [
      'FILE_MISSING',
      'FILE_TYPE_REFUSED',
      'BODY_TOO_LARGE',
      'NOT_FOUND',
      'PAPER_INVOICE_EXISTS',
      'PAPER_INVOICE_DIFFERS',
      'PAPER_INVOICE_UNREADABLE',
      'PAPER_INVOICE_USED',
      'RECOGNITION_AWAY',
    ],
  },
  release: {
    method: 'DELETE',
    path: '/business/paymentPaper/invoice/{invoiceId}',
    target: ['invoiceId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Take the invoice of a payment away, so that another one, or another payment, can have its place',
    params: z.object({ invoiceId: f.queryId.meta({ description: 'Invoice for a payment' }) }),
    answer: data(PaymentPaper),
    errors: ['NOT_FOUND'],
  },
  invoiceFile: {
    method: 'GET',
    path: '/business/paymentPaper/invoice/{invoiceId}',
    target: ['invoiceId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'The file of an invoice for a payment; logged with the person',
    logged: true,
    params: z.object({ invoiceId: f.queryId.meta({ description: 'Invoice for a payment' }) }),
    answer: file('application/octet-stream'),
  },
} as const satisfies RouteTable
