import { z } from 'zod'
import { AGREEMENT_READERS, feeFields } from '../agreements/agreements.ts'
import * as f from '../fields.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import { SettlementLine } from '../payments/payments.ts'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import { said } from '../words.ts'
import { data, type RouteTable } from '../route.ts'

const FeeLine = z
  .object({
    label: z.string().meta({ example: '增值税' }),
    formula: z.string().meta({ example: '5000.00 ÷ (1 + 1%) × 1%' }),
    amount: f.decimal,
  })
  .meta({ id: 'FeeLine' })

const explanation = {
  feeRuleVersion: feeFields.feeRuleVersion,
  lines: z.array(FeeLine).meta({ description: 'Each is calculated from the lines above it' }),
  sources: z.array(z.string()).meta({ description: 'Legal sources of the rules' }),
  notice: z
    .string()
    .nullable()
    .meta({ description: 'Differences, if the rules have been corrected since the fee was calculated' }),
}

export const FeeExplanation = z.object({ attendeeId: f.id, ...explanation }).meta({ id: 'FeeExplanation' })
export type FeeExplanation = z.infer<typeof FeeExplanation>

export const FeeMonth = z
  .object({
    period: z.string().meta({ description: 'Month of the payment, yyyy-MM', example: '2026-11' }),
    payerName: z.string().meta({ description: 'The payer, whose payments alone are considered' }),
    paidCount: z.int().meta({ description: 'Payments of this payer to this person in the month' }),
    paidAmount: f.decimal.meta({ description: 'Their sum' }),
    agreedCount: z.int().meta({ description: 'Other fees of the month that are agreed and not paid' }),
    agreedAmount: f.decimal.meta({ description: 'Their sum' }),
    vatTotal: f.decimal.meta({ description: 'VAT of the month with this fee' }),
    incomeTaxTotal: f.decimal.meta({ description: 'Individual income tax of the month with this fee' }),
    payableForNet: f.decimal
      .nullable()
      .meta({ description: 'Payable amount that leaves the asked net after the month; null if none does' }),
    lines: z
      .array(SettlementLine)
      .meta({ description: 'What this fee would bear, compared with the fee taken by itself' }),
    reasons: z.array(z.string()).meta({ description: 'Why it differs from the fee taken by itself' }),
  })
  .meta({ id: 'FeeMonth' })
export type FeeMonth = z.infer<typeof FeeMonth>

export const FeeCalculation = z
  .object({
    ...feeFields,
    surchargeRate: f.decimal,
    date: z.string(),
    ...explanation,
    month: FeeMonth.nullable().meta({
      description:
        'What the other payments of the month do to the tax; null unless a person and a payer are named',
    }),
  })
  .meta({ id: 'FeeCalculation' })
export type FeeCalculation = z.infer<typeof FeeCalculation>

const isOneOf = ({ payableAmount, netAmount }: { payableAmount?: unknown; netAmount?: unknown }) =>
  (payableAmount === undefined) !== (netAmount === undefined)

export const FeeQuestion = z
  .strictObject({
    payableAmount: f.amount.optional(),
    netAmount: f.amount.optional().meta({ description: 'Net amount, instead of the payable amount' }),
    date: f.date
      .optional()
      .meta({ description: 'Date of payment; by default that of the meeting, or today' }),
    meetingId: f.id
      .optional()
      .meta({ description: 'Meeting whose executor pays; without it, the calling executor pays' }),
    phone: f.phone
      .optional()
      .meta({ description: 'Person to be paid, for the sum of the month', example: '13800138000' }),
    attendeeId: f.id
      .optional()
      .meta({ description: 'Attendee whose fee would change, instead of meetingId and phone' }),
    laborForm: LaborForm.optional(),
  })
  .refine(isOneOf, {
    error: said('请填写应付金额或实付金额中的一项', 'Enter either the payable or the net amount'),
    path: ['payableAmount'],
  })
  .meta({ example: { netAmount: '4155.45', date: '2026-11-20' } })
export type FeeQuestion = z.output<typeof FeeQuestion>

const tag = 'Labor fees'

export const laborFeeRoutes = {
  explain: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/feeExplanation',
    access: AGREEMENT_READERS,
    tag,
    summary: "Explain an attendee's fee line by line, by the rules that it was computed with",
    params: z.object({ attendeeId: f.queryId }),
    answer: data(FeeExplanation),
  },
  calculate: {
    method: 'POST',
    path: '/business/laborFee/calculate',
    target: ['meetingId'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Calculate all parts of a fee from its payable or net amount, and what the sum of the month does; nothing is stored',
    body: FeeQuestion,
    keyless: 'computed',
    answer: data(FeeCalculation),
    errors: ['NOT_FOUND', 'FEE_RULE_MISSING', 'FEE_NET_UNREACHABLE'],
  },
} as const satisfies RouteTable
