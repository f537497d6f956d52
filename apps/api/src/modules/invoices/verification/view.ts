import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import type { InvoiceVerification } from '@consilium/contract/invoices/verification.ts'
import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import type { AuthorityFields } from '../../../infra/invoice-verifier.ts'
import type { InvoiceValues } from '../reading.ts'
import { differencesFrom, takenFrom } from './answers.ts'
import { missingIn } from './question.ts'
import type { Details } from './verification-repository.ts'

type Row = InvoiceValues & Pick<MeetingInvoice, 'recognized' | 'verificationState'>

const perField = (fields: AuthorityFields) =>
  Object.fromEntries(INVOICE_READ_FIELDS.map((field) => [field, fields[field] ?? null])) as Record<
    InvoiceReadField,
    string | null
  >

const NOTHING = { problem: null, nextTime: null, verifiedTime: null, fields: null }

/** What is known of an invoice from the authority; what was answered about other values counts for nothing. */
export function viewOf(
  row: Row,
  details: Details | undefined,
  { mayAsk }: { mayAsk: boolean },
): InvoiceVerification {
  const isKnown = row.verificationState !== 'none' && details !== undefined
  const { problem, nextTime, verifiedTime, fields } = isKnown ? details : NOTHING
  const missing = missingIn(row)
  return {
    mayAsk: mayAsk && missing.length === 0 && row.verificationState !== 'waiting',
    missing,
    problem,
    nextTime,
    verifiedTime,
    fields: fields && perField(fields),
    taken: takenFrom(row, fields),
    differences: differencesFrom(row, row.recognized, fields),
  }
}
