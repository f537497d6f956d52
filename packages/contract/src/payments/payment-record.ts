import { z } from 'zod'
import { feeRecord } from '../agreements/fee-record.ts'
import { attendeeRecord } from '../attendees/attendee-record.ts'
import * as f from '../fields.ts'
import { county, LedgerItem, VatBasis } from '../organizations/tax-settings.ts'
import { field, joined, record } from '../record.ts'
import { choice } from '../words.ts'

export const PAYMENT_KINDS = ['payment', 'reversal'] as const
export const PAYMENT_KIND_LABELS = {
  payment: { 'zh-CN': '付款', en: 'Payment' },
  reversal: { 'zh-CN': '冲销', en: 'Reversal' },
} as const
export const PaymentKind = choice(PAYMENT_KINDS, PAYMENT_KIND_LABELS)
export type PaymentKind = z.infer<typeof PaymentKind>

export const TAX_REGIMES = ['resident', 'nonResident', 'platform'] as const
export const TAX_REGIME_LABELS = {
  resident: { 'zh-CN': '居民个人', en: 'Resident' },
  nonResident: { 'zh-CN': '非居民个人', en: 'Non-resident' },
  platform: { 'zh-CN': '累计预扣', en: 'Cumulative withholding' },
} as const
export const TaxRegime = choice(TAX_REGIMES, TAX_REGIME_LABELS).meta({
  description:
    'Table by which income tax is withheld: for residents, for non-residents, or cumulatively over the year',
})
export type TaxRegime = z.infer<typeof TaxRegime>

const fee = feeRecord.fields
const attendee = attendeeRecord.fields

/** Amounts of the ledger; those of a reversal are negative where tax is returned. */
export const withheldRecord = record({
  payableAmount: field(fee.payableAmount, { read: f.decimal, ordered: true }),
  vatAmount: field(fee.vatAmount, { read: f.decimal }),
  urbanLevy: field(
    {
      label: ['城市维护建设税', 'Urban maintenance and construction tax'],
      text: 'Urban maintenance and construction tax',
    },
    { read: f.decimal.meta({ description: 'Urban maintenance and construction tax' }) },
  ),
  educationLevy: field(
    { label: ['教育费附加', 'Education surcharge'], text: 'Education surcharge' },
    { read: f.decimal.meta({ description: 'Education surcharge' }) },
  ),
  localEducationLevy: field(
    { label: ['地方教育附加', 'Local education surcharge'], text: 'Local education surcharge' },
    { read: f.decimal.meta({ description: 'Local education surcharge' }) },
  ),
  ownLevy: field(
    {
      label: ['自定附加', 'Own surcharges'],
      text: "Surcharges of a payer's own rate, which is not divided",
    },
    { read: f.decimal.meta({ description: "Surcharges of a payer's own rate, which is not divided" }) },
  ),
  surchargeAmount: joined(fee.surchargeAmount),
  incomeTax: field(fee.incomeTax, { read: f.decimal }),
  netAmount: field(fee.netAmount, {
    read: f.decimal,
    create: f.amount.optional().meta({
      description: 'Net amount that the preview has shown; the payment is refused if it would be another',
      example: '2452.07',
    }),
  }),
})

export const BANK_REFERENCE_MAX = 60

/** The fields of an entry of the ledger of payments, in the order of its answer. */
export const paymentRecord = record({
  entryId: field(
    { label: ['付款记录', 'Entry'], text: 'Entry of the ledger of payments' },
    { read: f.id, ordered: true },
  ),
  kind: field({ label: ['类型', 'Type'] }, { read: PaymentKind }),
  paymentId: field(
    { label: ['冲销的付款', 'Reversed payment'] },
    { read: f.id.nullable().meta({ description: 'Payment that a reversal reverses' }) },
  ),
  isLive: field(
    { label: ['有效', 'Live'] },
    { read: z.boolean().meta({ description: 'A payment that is not reversed' }) },
  ),
  orgId: field({ label: ['付款单位', 'Payer'] }, { read: f.id }),
  orgName: field(
    { label: ['付款单位', 'Payer'] },
    { read: z.string().meta({ description: 'The payer' }), stored: false },
  ),
  attendeeId: field(attendee.attendeeId, { read: f.id, create: f.id }),
  meetingId: joined(attendee.meetingId),
  meetingName: joined(attendee.meetingName),
  name: field({ label: ['姓名', 'Name'] }, { read: z.string(), stored: false }),
  laborForm: joined(attendee.laborForm),
  taxItem: field({ label: ['税目', 'Tax item'] }, { read: LedgerItem, stored: false }),
  paidDate: field(
    { label: ['付款日期', 'Paid on'], text: 'Day of payment, yyyy-MM-dd' },
    {
      read: z.string(),
      create: f.date.meta({
        description: 'Day on which the money was paid; not in the future',
        example: '2026-11-20',
      }),
      ordered: true,
    },
  ),
  period: field(
    { label: ['所属月份', 'Month'] },
    { read: z.string().meta({ description: 'Month that the payment is taxed in, yyyy-MM' }) },
  ),
  county: field(
    {
      label: ['劳务发生地', 'Where the work was done'],
      text: 'Division code of the county where the work was done; may be empty',
    },
    {
      read: z.string(),
      create: county
        .optional()
        .meta({ description: "County where the work was done; by default the payer's" }),
    },
  ),
  isCountyApart: field(
    { label: ['按区县分别计税', 'Counties apart'] },
    { read: z.boolean().meta({ description: 'Income of each county is taxed by itself' }) },
  ),
  regime: field({ label: ['计税方式', 'Taxed as'] }, { read: TaxRegime }),
  vatBasis: field({ label: ['增值税起征点口径', 'VAT basis'] }, { read: VatBasis }),
  isContinuous: field(
    {
      label: ['连续性收入', 'Continuous income'],
      text: 'Whether income of one kind of work and month is taxed as a whole',
    },
    { read: z.boolean() },
  ),
  treatyRate: field(
    { label: ['协定税率', 'Treaty rate'] },
    {
      read: f.decimal.nullable().meta({
        description: 'Highest rate under a treaty, 0 for exempt; null without relief',
      }),
    },
  ),
  ...withheldRecord.fields,
  cashAmount: field(
    { label: ['银行付款金额', 'Moved by the bank'] },
    {
      read: f.decimal.meta({
        description: 'What the bank moved; differs from the net amount with differences and in reversals',
      }),
    },
  ),
  estimatedNet: field(
    { label: ['协议估算实付', 'Estimated net'] },
    { read: f.decimal.meta({ description: 'Net amount that the agreement estimated' }) },
  ),
  estimateRuleVersion: field(
    { label: ['估算的计税规则', 'Rules of the estimate'] },
    { read: z.string().meta({ description: 'Version of the rules of the estimate' }) },
  ),
  isCorrection: field(
    {
      label: ['申报后的更正', 'Correction'],
      text: 'Whether it was entered after its month was filed',
    },
    {
      read: z
        .boolean()
        .meta({ description: 'Entered after the month was filed: the return has to be corrected' }),
    },
  ),
  reason: field(
    { label: ['原因', 'Reason'] },
    {
      read: z.string().nullable(),
      create: f.text(f.LINE_MAX).optional().meta({
        description: 'Why the fee was paid before the day on which its agreement was signed; needed then',
        example: '协议系补签',
      }),
    },
  ),
  bankReference: field(
    {
      label: ['银行流水号', 'Bank reference'],
      text: 'What the bank calls the transfer',
    },
    {
      read: z.string().nullable(),
      create: f.text(BANK_REFERENCE_MAX).optional().meta({
        description: 'What the bank calls the transfer',
        example: 'HQP2026112000012345',
      }),
    },
  ),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
})
