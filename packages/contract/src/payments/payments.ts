import { z } from 'zod'
import { CashDifference, lineIds } from './cash-differences.ts'
import * as f from '../fields.ts'
import { SignatureStatus } from '../agreements/agreements.ts'
import { TaxResidence } from '../persons/identity.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { missingFacts } from '../persons/personal-facts.ts'
import { data, page, type RouteTable } from '../route.ts'
import { PAYMENT_OBSTACLES } from '../signing/signing.ts'
import { MonthFiling, PAYERS, period, TaxFiling, TaxMonthQuery, taxExportRoutes } from './tax-filings.ts'
import { county } from '../organizations/tax-settings.ts'
import { PaymentKind, paymentRecord, withheldRecord } from './payment-record.ts'
import { choice } from '../words.ts'

export { PAYERS, period, TaxMonthQuery } from './tax-filings.ts'

export {
  PAYMENT_KIND_LABELS,
  PAYMENT_KINDS,
  PaymentKind,
  TAX_REGIME_LABELS,
  TAX_REGIMES,
  TaxRegime,
} from './payment-record.ts'

/** Why nothing may be paid on an agreement, as refusals and lists say it. */
export const PAYMENT_OBSTACLE_LABELS = {
  unsigned: { 'zh-CN': '专家尚未签署协议', en: 'The expert has not signed the agreement' },
  amendmentPending: { 'zh-CN': '费用变更待专家确认', en: 'A change of the fee waits for the expert' },
  consentWithdrawn: {
    'zh-CN': '专家未同意使用身份与银行信息',
    en: 'The expert does not consent to the use of identity and bank data',
  },
  unsealed: { 'zh-CN': '付款方尚未在协议上盖章', en: 'The payer has not put the seal on the agreement' },
  attendanceOpen: { 'zh-CN': '签到情况待复核', en: 'The attendance is still to be reviewed' },
  attendanceShort: {
    'zh-CN': '参会时长不足约定时长，或签到未被认可',
    en: 'The expert attended for less than was agreed, or the attendance was rejected',
  },
} as const
const obstacles = z
  .array(choice(PAYMENT_OBSTACLES, PAYMENT_OBSTACLE_LABELS))
  .meta({ description: 'Why the fee cannot be paid yet; empty if it can' })

export const LaborPayment = z
  .object({
    ...paymentRecord.read,
    abilities: f.abilities('reverse'),
  })
  .meta({ id: 'LaborPayment' })
export type LaborPayment = z.infer<typeof LaborPayment>

export const LaborPaymentQuery = f.listQuery(
  {
    orgId: f.queryId.optional(),
    period: period.optional(),
    name: f.searchText.optional(),
    meetingId: f.queryId.optional(),
    kind: PaymentKind.optional(),
    isCorrection: f.queryFlag.optional(),
  },
  paymentRecord.ordered,
)
export type LaborPaymentQuery = z.output<typeof LaborPaymentQuery>

/** An attendee whose fee is agreed and not paid. */
export const DuePayment = z
  .object({
    attendeeId: f.id,
    orgId: f.id,
    orgName: z.string(),
    meetingId: f.id,
    meetingName: z.string(),
    scheduleStartTime: z.string().nullable(),
    name: z.string(),
    laborForm: LaborForm,
    payableAmount: f.decimal,
    netAmount: f.decimal,
    signatureStatus: SignatureStatus,
    taxResidence: TaxResidence,
    obstacles,
    missingFacts,
  })
  .meta({ id: 'DuePayment' })
export type DuePayment = z.infer<typeof DuePayment>

export const DUE_COLUMNS = ['attendeeId', 'payableAmount'] as const
export const DuePaymentQuery = f.listQuery(
  {
    orgId: f.queryId.optional(),
    meetingId: f.queryId.optional(),
    name: f.searchText.optional(),
    signatureStatus: SignatureStatus.optional(),
  },
  DUE_COLUMNS,
)
export type DuePaymentQuery = z.output<typeof DuePaymentQuery>

export const PaymentRecord = z.strictObject({
  ...paymentRecord.create,
  lineIds: lineIds.optional(),
})
export type PaymentRecord = z.output<typeof PaymentRecord>

export const PaymentReversal = z.strictObject({
  entryId: f.id,
  reason: f.text(f.LINE_MAX).meta({ example: '银行退回' }),
})
export type PaymentReversal = z.output<typeof PaymentReversal>

/** People whose missing facts are answered. */
export const UNREPORTABLE_MAX = 20

export const TaxMonth = z
  .object({
    orgId: f.id,
    orgName: z.string(),
    period: z.string(),
    people: z.int().meta({ description: 'Number of people who were paid' }),
    payments: z.int().meta({ description: 'Number of live payments' }),
    corrections: z.int().meta({ description: 'Entries since the month was filed' }),
    ...withheldRecord.read,
    openCorrections: z.int().meta({ description: 'Entries since the last filing of the month' }),
    nonResidents: z.int().meta({
      description: 'Number of people with entries as non-residents, whose income has a file of its own',
    }),
    foreigners: z.int().meta({
      description:
        'Number of people who were paid with a foreign document, who have a personnel file of their own',
    }),
    unreportable: z
      .array(z.object({ name: z.string(), missingFacts }))
      .meta({ description: `People who were paid and cannot be reported yet; at most ${UNREPORTABLE_MAX}` }),
    filedTime: z.string().nullable().meta({ description: 'When the month was filed' }),
    filings: z.array(TaxFiling).meta({ description: 'The return and its corrections, in order' }),
    abilities: f.abilities('file', 'correct'),
  })
  .meta({ id: 'TaxMonth' })
export type TaxMonth = z.infer<typeof TaxMonth>

export const SettlementLine = z
  .object({
    label: z.string().meta({ example: '个人所得税' }),
    estimated: f.decimal.meta({ description: 'As the agreement estimated it' }),
    settled: f.decimal,
    difference: f.decimal,
    formula: z.string().meta({ example: '950.50 − 434.06' }),
  })
  .meta({ id: 'SettlementLine' })

export const SettlementExplanation = z
  .object({
    entryId: f.id,
    lines: z.array(SettlementLine),
    reasons: z.array(z.string()).meta({ description: 'Why the settled amounts differ from the estimate' }),
    estimateRuleVersion: z.string().meta({ description: 'Version of the rules of the estimate' }),
  })
  .meta({ id: 'SettlementExplanation' })
export type SettlementExplanation = z.infer<typeof SettlementExplanation>
export type SettlementLine = z.infer<typeof SettlementLine>

export const PaymentPreviewQuery = z.strictObject({
  attendeeId: f.queryId,
  paidDate: f.date.meta({ description: 'Day on which the money is paid; not in the future' }),
  county: county.optional().meta({ description: "County where the work was done; by default the payer's" }),
})
export type PaymentPreviewQuery = z.output<typeof PaymentPreviewQuery>

/** What a payment would bear if it were recorded now. */
export const PaymentPreview = z
  .object({
    attendeeId: f.id,
    name: z.string(),
    orgName: z.string().meta({ description: 'The payer' }),
    period: z.string().meta({ description: 'Month that the payment is taxed in, yyyy-MM' }),
    ...withheldRecord.read,
    estimatedNet: f.decimal.meta({ description: 'Net amount that the agreement estimated' }),
    bankName: z.string().nullable().meta({ description: 'Bank of the payee' }),
    bankAccount: z.string().nullable().meta({
      description: 'Account of the payee, masked: the last four digits',
      example: '6222***********5678',
    }),
    paidCount: z
      .int()
      .meta({ description: 'Live payments of this payer to this person in the month so far' }),
    paidAmount: f.decimal.meta({ description: 'Their sum' }),
    vatTotal: f.decimal.meta({ description: 'VAT of the month with this payment' }),
    incomeTaxTotal: f.decimal.meta({ description: 'Individual income tax of the month with this payment' }),
    isCorrection: z
      .boolean()
      .meta({ description: 'The month is filed: the return would have to be corrected' }),
    isBeforeSigning: z.boolean().meta({ description: 'Signed on a later day, so that a reason is needed' }),
    differences: z
      .array(CashDifference)
      .meta({ description: 'What is still to be paid to this person, or collected' }),
    obstacles,
    missingFacts,
    lines: z.array(SettlementLine),
    reasons: z.array(z.string()).meta({ description: 'Why the amounts differ from the estimate' }),
  })
  .meta({ id: 'PaymentPreview' })
export type PaymentPreview = z.infer<typeof PaymentPreview>

const tag = 'Labor payments'

export const paymentRoutes = {
  list: {
    method: 'GET',
    path: '/business/laborPayment/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List payments and reversals with what was withheld; an executor sees its own',
    query: LaborPaymentQuery,
    answer: page(LaborPayment),
  },
  due: {
    method: 'GET',
    path: '/business/laborPayment/due',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List the attendees whose agreed fee is not paid',
    query: DuePaymentQuery,
    answer: page(DuePayment),
  },
  month: {
    method: 'GET',
    path: '/business/laborPayment/month',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Read what a payer paid and withheld in a month, and whether the month is filed',
    query: TaxMonthQuery,
    answer: data(TaxMonth),
    errors: ['NOT_FOUND'],
  },
  explain: {
    method: 'GET',
    path: '/business/laborPayment/{entryId}/explanation',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Explain line by line why a payment differs from the estimate of its agreement',
    params: z.object({ entryId: f.queryId }),
    answer: data(SettlementExplanation),
  },
  preview: {
    method: 'GET',
    path: '/business/laborPayment/preview',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'What a payment would bear, and what the tax of the month becomes; nothing is stored',
    query: PaymentPreviewQuery,
    answer: data(PaymentPreview),
    errors: [
      'NOT_FOUND',
      'AGREEMENT_FEE_MISSING',
      'AGREEMENT_PAYER_MISSING',
      'PAYMENT_EXISTS',
      'PAYMENT_NET_NEGATIVE',
      'FEE_RULE_MISSING',
    ],
  },
  record: {
    method: 'POST',
    path: '/business/laborPayment',
    target: ['attendeeId', 'entryId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Record that the fee of an attendee was paid on a day, which fixes its tax',
    body: PaymentRecord,
    answer: data(LaborPayment),
    errors: [
      'NOT_FOUND',
      'AGREEMENT_FEE_MISSING',
      'AGREEMENT_PAYER_MISSING',
      'PAYMENT_EXISTS',
      'PAYMENT_NOT_PAYABLE',
      'ATTENDANCE_SHORT',
      'LINE_TAKEN',
      'PAID_BEFORE_SIGNED',
      'PERSON_OVER_CAP',
      'PAYMENT_DIFFERS',
      'PAYMENT_NET_NEGATIVE',
      'CASH_DIFFERENCE_SETTLED',
      'PAYMENT_CASH_NEGATIVE',
      'FEE_RULE_MISSING',
    ],
    creates: true,
  },
  reverse: {
    method: 'POST',
    path: '/business/laborPayment/reverse',
    target: ['entryId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Reverse a payment; the month is settled without it, and a filed month gets a correction',
    body: PaymentReversal,
    answer: data(LaborPayment),
    errors: ['NOT_FOUND', 'PAYMENT_REVERSED'],
    creates: true,
  },
  file: {
    method: 'PUT',
    path: '/business/laborPayment/file',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    caller: 'person',
    tag,
    summary:
      'File a month that has ended, or a correction of it, and keep its files; later entries are corrections',
    body: MonthFiling,
    answer: data(TaxMonth),
    errors: [
      'NOT_FOUND',
      'TAX_MONTH_FILED',
      'TAX_MONTH_NOT_FILED',
      'TAX_MONTH_CHANGING',
      'TAX_NOTHING_TO_CORRECT',
      'PAYEE_NUMBER_MISSING',
      'PAYEE_FACTS_MISSING',
      'FEE_RULE_MISSING',
    ],
  },
  ...taxExportRoutes,
} as const satisfies RouteTable
