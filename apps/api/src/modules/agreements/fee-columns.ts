import type { Fee } from '../fees/service.ts'

/** The columns of a fee, which agreements, their history and amendments have alike. */
export const feeColumns = (fee: Fee) => ({
  payable_amount: fee.payableAmount,
  vat_amount: fee.vatAmount,
  surcharge_amount: fee.surchargeAmount,
  income_tax: fee.incomeTax,
  net_amount: fee.netAmount,
  surcharge_rate: fee.surchargeRate,
  fee_rule_version: fee.feeRuleVersion,
})
