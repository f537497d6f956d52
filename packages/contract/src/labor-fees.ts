import { z } from 'zod'
import { AGREEMENT_READERS, feeFields } from './agreements.ts'
import * as f from './fields.ts'
import { MEETING_RUNNERS } from './roles.ts'
import { said } from './words.ts'
import { data, type RouteTable } from './route.ts'

const FeeLine = z
  .object({
    label: z.string().meta({ example: '增值税' }),
    formula: z.string().meta({ example: '5000.00 ÷ (1 + 1%) × 1%' }),
    amount: f.decimal,
  })
  .meta({ id: 'FeeLine' })

const explanation = {
  feeRuleVersion: feeFields.feeRuleVersion,
  lines: z.array(FeeLine).meta({ description: 'Each computed from those above it' }),
  sources: z.array(z.string()).meta({ description: 'The legal texts that the rules are taken from' }),
  notice: z
    .string()
    .nullable()
    .meta({ description: 'Where the fee was computed with rules that were corrected since: what differs' }),
}

export const FeeExplanation = z.object({ attendeeId: f.id, ...explanation }).meta({ id: 'FeeExplanation' })
export type FeeExplanation = z.infer<typeof FeeExplanation>

export const FeeCalculation = z
  .object({ ...feeFields, surchargeRate: f.decimal, date: z.string(), ...explanation })
  .meta({ id: 'FeeCalculation' })
export type FeeCalculation = z.infer<typeof FeeCalculation>

const isOneOf = ({ payableAmount, netAmount }: { payableAmount?: unknown; netAmount?: unknown }) =>
  (payableAmount === undefined) !== (netAmount === undefined)

export const FeeQuestion = z
  .strictObject({
    payableAmount: f.amount.optional(),
    netAmount: f.amount
      .optional()
      .meta({ description: 'In place of the payable amount: what is to be left of it' }),
    date: f.date
      .optional()
      .meta({ description: 'Day of payment; defaults to that of the meeting, or today' }),
    meetingId: f.id
      .optional()
      .meta({ description: 'Whose executor pays; without it, an executor asks for itself' }),
  })
  .refine(isOneOf, {
    error: said('应付金额与实付金额须填且只填一项', 'Give either the payable or the net amount'),
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
    summary: 'Compute all parts of a fee from its payable or from its net amount; nothing is stored',
    body: FeeQuestion,
    answer: data(FeeCalculation),
    errors: ['NOT_FOUND', 'FEE_RULE_MISSING', 'FEE_NET_UNREACHABLE'],
  },
} as const satisfies RouteTable
