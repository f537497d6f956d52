import { z } from 'zod'
import { feeRecord } from '../agreements/fee-record.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { PaymentKind } from './payment-record.ts'

/** Rows of a year that are answered; the sums count all. */
export const OWN_PAYMENTS_MAX = 500
const YEAR_MIN = 2000
const YEAR_MAX = 2100

/** Where a fee stands on its way to the expert. */
export const OWN_FEE_STATE_LABELS = {
  estimated: { 'zh-CN': '预计，待签署', en: 'Estimated, to be signed' },
  agreed: { 'zh-CN': '已签署，待付款', en: 'Signed, to be paid' },
  returned: { 'zh-CN': '已冲销，待重新付款', en: 'Reversed, to be paid again' },
} as const
export const OwnFeeState = choice(['estimated', 'agreed', 'returned'], OWN_FEE_STATE_LABELS)
export type OwnFeeState = z.infer<typeof OwnFeeState>

const { payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount } = feeRecord.read
const amounts = { payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount }
const at = {
  attendeeId: f.id,
  meetingName: z.string(),
  orgName: z.string().nullable().meta({ description: 'The payer' }),
  laborForm: LaborForm,
}

export const OwnFee = z
  .object({
    ...at,
    scheduleStartTime: z.string().nullable(),
    state: OwnFeeState.meta({ description: 'Where the fee stands' }),
    payableAmount,
    netAmount: netAmount.meta({ description: 'Estimate; tax is fixed on the day of payment' }),
  })
  .meta({ id: 'OwnFee' })
export type OwnFee = z.infer<typeof OwnFee>

export const OwnEntry = z
  .object({ entryId: f.id, kind: PaymentKind, paidDate: z.string(), ...at, ...amounts })
  .meta({ id: 'OwnPayment' })
export type OwnEntry = z.infer<typeof OwnEntry>

export const PayerOfYear = z
  .object({
    orgId: f.id,
    orgName: z.string(),
    count: z.int().min(0).meta({ description: 'Payments that were not reversed' }),
    ...amounts,
  })
  .meta({ id: 'PayerOfYear' })
export type PayerOfYear = z.infer<typeof PayerOfYear>

export const OwnPayments = z
  .object({
    year: z.int(),
    pending: z.array(OwnFee).meta({ description: 'Fees that are not paid, the earliest meeting first' }),
    entries: z.array(OwnEntry).meta({ description: 'Payments of the year and reversals, the latest first' }),
    payers: z.array(PayerOfYear).meta({ description: 'The year by payer' }),
  })
  .meta({ id: 'OwnPayments' })
export type OwnPayments = z.infer<typeof OwnPayments>

const query = z.strictObject({
  year: z.coerce
    .number()
    .int()
    .min(YEAR_MIN)
    .max(YEAR_MAX)
    .meta({ description: 'Calendar year', example: 2026 }),
})
const tag = 'Labor payments'

export const ownPaymentRoutes = {
  ofYear: {
    method: 'GET',
    path: '/business/laborPayment/own',
    access: ['doctor'],
    tag,
    summary: "The caller's own fees from estimate to payment, and a year by payer",
    query,
    answer: data(OwnPayments),
  },
  statement: {
    method: 'GET',
    path: '/business/laborPayment/own/statement',
    access: ['doctor'],
    logged: true,
    tag,
    summary: "A year of the caller's own payments as a signed PDF with a code for verifying it",
    query,
    answer: file('application/pdf'),
    errors: ['STATEMENT_EMPTY'],
  },
} as const satisfies RouteTable
