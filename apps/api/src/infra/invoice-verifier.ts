import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import { VERIFIER_STATES, type VerifierState } from '@consilium/contract/invoices/verification.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { z } from 'zod'
import { callVerifier, invalidAnswer, readAnswer, RETRY_LATER_MAX_SECONDS } from './verifier-call.ts'
import type { Webhook } from './webhook.ts'

const COST_MAX_DIGITS = /^\d{1,6}(?:\.\d{1,4})?$/

/** What the authority asks for, of an invoice. */
export interface InvoiceQuestion {
  /** The code of the kind, as in the QR code of invoices. */
  kind: string
  code: string | null
  number: string
  /** `yyyy-MM-dd` */
  date: string
  checkCodeLast6: string | null
  /** Without tax. */
  amount: string | null
  total: string | null
}

export type AuthorityFields = Partial<Record<InvoiceReadField, string>>

export interface VerifierAnswer {
  state: VerifierState
  fields: AuthorityFields | null
  /** In yuan, a decimal; null if the answer says nothing of it. */
  cost: string | null
  /** Of `retryLater`: when to call again; 0 if it does not say. */
  retryAfterSeconds: number
}

/** Asks the authority about an invoice, through a program of the operator. */
export interface InvoiceVerifier {
  /** A repeated call has the same id. Throws VerifierFailed, or the reason of the signal. */
  verify(callId: string, question: InvoiceQuestion, signal: AbortSignal): Promise<VerifierAnswer>
}

const entered = materialRoutes.meetingInvoice.create.body.shape
const Answer = z.object({
  id: z.string(),
  state: z.enum(VERIFIER_STATES),
  fields: z.record(z.string(), z.unknown()).nullable().optional(),
  cost: z.string().regex(COST_MAX_DIGITS).nullable().optional(),
  retryAfterSeconds: z.int().min(0).max(RETRY_LATER_MAX_SECONDS).optional(),
})

const CENTS = 2
const SUMS: ReadonlySet<InvoiceReadField> = new Set(['amount', 'taxAmount', 'totalAmount'])

/** `64.9` as the database writes it. */
function inCents(amount: string): string {
  const [whole = '0', cents = ''] = amount.split('.')
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${cents.padEnd(CENTS, '0')}`
}

/** As a person may enter it: a value that the form would refuse makes the answer invalid. An empty one is absent. */
function valueOf(field: InvoiceReadField, given: unknown): string | null {
  if (given === null || given === undefined) return null
  const parsed = typeof given === 'string' ? entered[field].safeParse(given) : undefined
  if (!parsed?.success) throw invalidAnswer(new Error(`the answer has no valid ${field}`))
  const value = parsed.data ?? null
  return value !== null && SUMS.has(field) ? inCents(value) : value
}

function fieldsOf(fields: Record<string, unknown>): AuthorityFields | null {
  const given = INVOICE_READ_FIELDS.flatMap((field) => {
    const value = valueOf(field, fields[field])
    return value === null ? [] : [[field, value] as const]
  })
  return given.length === 0 ? null : Object.fromEntries(given)
}

/** Reads an answer. One about another invoice is none. */
export function answerIn(bytes: Buffer, callId: string, question: InvoiceQuestion): VerifierAnswer {
  const { state, fields, cost = null, retryAfterSeconds = 0 } = readAnswer(bytes, callId, Answer)
  const given = fieldsOf(fields ?? {})
  if (given?.invoiceNumber !== undefined && given.invoiceNumber !== question.number)
    throw invalidAnswer(new Error('the answer is about another invoice'))
  return { state, fields: given, cost, retryAfterSeconds }
}

/** The operator's webhook, as docs/verifier-webhook.md says. */
export const createInvoiceVerifier = (webhook: Webhook): InvoiceVerifier => ({
  async verify(callId, question, signal) {
    const bytes = await callVerifier(webhook, { id: callId, ask: 'invoice', ...question }, signal)
    return answerIn(bytes, callId, question)
  },
})
