import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import { PAYERS } from './tax-filings.ts'

/** What the bank moved and what the ledger booked differ by this, after a reversal changed the tax of other payments. */
export const CashDifference = z
  .object({
    lineId: f.id,
    orgId: f.id,
    orgName: z.string().meta({ description: 'The payer' }),
    entryId: f.id.meta({ description: 'The reversal that it comes from' }),
    meetingId: f.id,
    meetingName: z.string().meta({ description: 'Meeting of the payment that was reversed' }),
    name: z.string(),
    paidDate: z.string().meta({ description: 'Day of the payment that was reversed' }),
    amount: f.decimal.meta({
      description: 'To be paid to the person; negative: to be collected from the person',
      example: '82.36',
    }),
    createTime: z.string(),
    settledDate: z.string().nullable().meta({ description: 'Null while it is open' }),
    settledEntryId: f.id
      .nullable()
      .meta({ description: 'The payment that it was settled with; null if it was settled by itself' }),
    settledByName: z.string().nullable(),
    note: z.string().nullable(),
    abilities: f.abilities('settle'),
  })
  .meta({ id: 'CashDifference' })
export type CashDifference = z.infer<typeof CashDifference>

/** Differences that one payment settles. */
export const SETTLED_WITH_MAX = 50
export const lineIds = z
  .array(f.id)
  .max(SETTLED_WITH_MAX)
  .meta({ description: 'Open differences of this payer and person that this payment settles as well' })

export const CASH_DIFFERENCE_COLUMNS = ['lineId'] as const
export const CashDifferenceQuery = f.listQuery(
  {
    orgId: f.queryId.optional(),
    name: f.searchText.optional(),
    isSettled: f.queryFlag.optional().meta({ description: 'By default both open and settled ones' }),
  },
  CASH_DIFFERENCE_COLUMNS,
)
export type CashDifferenceQuery = z.output<typeof CashDifferenceQuery>

export const CashSettlement = z.strictObject({
  lineId: f.id,
  settledDate: f.date.meta({ description: 'Day on which the money moved; not in the future' }),
  note: f.optionalText(f.LINE_MAX).meta({ example: '银行转账补付' }),
})
export type CashSettlement = z.output<typeof CashSettlement>

const tag = 'Labor payments'

export const cashDifferenceRoutes = {
  list: {
    method: 'GET',
    path: '/business/laborPayment/difference/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      'List what is to be paid to people, or collected from them, after reversals; an executor sees its own',
    query: CashDifferenceQuery,
    answer: page(CashDifference),
  },
  export: {
    method: 'POST',
    path: '/business/laborPayment/difference/export',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'The differences of the list as an XLSX file, by the same filters',
    body: exportBody(CashDifferenceQuery),
    answer: file(XLSX),
  },
  settle: {
    method: 'PUT',
    path: '/business/laborPayment/difference/settle',
    target: ['lineId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Record that a difference was paid or collected by itself on a day',
    body: CashSettlement,
    answer: data(CashDifference),
    errors: ['NOT_FOUND', 'CASH_DIFFERENCE_SETTLED'],
  },
} as const satisfies RouteTable
