import type { RecognizedSlip } from '@consilium/contract/recognition/invoice-recognition.ts'

export const YUAN = 'CNY'

/** A slip whose values fill the form; its file is null where the account may not refer to it. */
export type ProposedSlip = Pick<RecognizedSlip, 'kind' | 'currency' | 'values'> & {
  file: RecognizedSlip['file'] | null
}

export const sumInCurrency = ({
  currency,
  values,
}: Pick<ProposedSlip, 'currency' | 'values'>): string | null =>
  values.totalAmount === null ? null : `${currency} ${values.totalAmount}`

/** The values that the form begins with. A sum of another currency is no sum in yuan, so that it is only noted. */
export function proposedValues(slip: ProposedSlip): Record<string, unknown> {
  const { values, file, currency } = slip
  const common = { ...values, fileId: file?.fileId ?? null }
  return currency === YUAN
    ? common
    : { ...common, amount: null, taxAmount: null, totalAmount: null, remark: sumInCurrency(slip) }
}
