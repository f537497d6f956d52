import { z } from 'zod'
import * as f from '../fields.ts'
import { field, record } from '../record.ts'

/** A fee before and after tax, in yuan, as agreements, their history and amendments have it. */
export const feeRecord = record({
  payableAmount: field({ label: ['应付金额', 'Payable'] }, { read: f.decimal }),
  vatAmount: field({ label: ['增值税', 'VAT'] }, { read: f.decimal }),
  surchargeAmount: field({ label: ['附加税费', 'Surcharges'] }, { read: f.decimal }),
  incomeTax: field({ label: ['个人所得税', 'Income tax'] }, { read: f.decimal }),
  netAmount: field({ label: ['实付金额', 'Net'] }, { read: f.decimal }),
  feeRuleVersion: field(
    {
      label: ['计税规则', 'Tax rules'],
      text: 'Version of the tax rules the fee was calculated with',
      example: '2026-01',
    },
    { read: z.string() },
  ),
})
