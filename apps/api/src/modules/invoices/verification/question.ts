import { createHash } from 'node:crypto'
import type { InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import type { InvoiceQuestion } from '../../../infra/invoice-verifier.ts'
import type { InvoiceValues } from '../reading.ts'

/** What the authority asks for beside kind, number and date: it tells kinds apart by what is printed on them. */
const ALSO_NEEDED: readonly { kinds: readonly string[]; fields: readonly InvoiceReadField[] }[] = [
  { kinds: ['01', '03', '08', '20'], fields: ['invoiceCode', 'amount'] },
  { kinds: ['04', '10', '11', '14'], fields: ['invoiceCode', 'checkCode'] },
  { kinds: ['31', '32', '51', '61', '85', '86'], fields: ['totalAmount'] },
]
const CHECK_CODE_DIGITS = 6
/** A number of so many digits is the only one of its kind; a shorter one belongs to its code. */
const DIGITAL_NUMBER_DIGITS = 20

export type Askable = Pick<
  InvoiceValues,
  'invoiceType' | 'invoiceCode' | 'invoiceNumber' | 'issueDate' | 'checkCode' | 'amount' | 'totalAmount'
>

/** The fields without which the authority cannot be asked. */
export function missingIn(values: Askable): InvoiceReadField[] {
  const also = ALSO_NEEDED.find(({ kinds }) => kinds.includes(values.invoiceType ?? ''))
  const isShort = (field: InvoiceReadField) =>
    field === 'checkCode' && (values.checkCode ?? '').length < CHECK_CODE_DIGITS
  const needed = ['invoiceNumber', 'issueDate', ...(also?.fields ?? [])] as (keyof Askable)[]
  const missing = needed.filter((field) => values[field] === null || isShort(field))
  // A slip of an unknown kind is nothing that the authority knows.
  return also ? missing : ['invoiceType', ...missing]
}

/** The question about an invoice that has everything it needs. */
export const questionOf = (values: Askable): InvoiceQuestion => ({
  kind: values.invoiceType ?? '',
  code: values.invoiceCode,
  number: values.invoiceNumber ?? '',
  date: values.issueDate ?? '',
  checkCodeLast6: values.checkCode?.slice(-CHECK_CODE_DIGITS) ?? null,
  amount: values.amount,
  total: values.totalAmount,
})

/** The same for every record of one invoice, as the ledger of duplicates writes numbers. */
export function keyOf({ code, number }: InvoiceQuestion): string {
  const plain = (text: string) => text.toUpperCase().replace(/^0+/, '')
  return number.length === DIGITAL_NUMBER_DIGITS ? plain(number) : `${plain(code ?? '')}/${plain(number)}`
}

export const hashOf = (question: InvoiceQuestion): Buffer =>
  createHash('sha256').update(JSON.stringify(question)).digest()
