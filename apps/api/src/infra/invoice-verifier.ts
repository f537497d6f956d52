import { INVOICE_READ_FIELDS, type InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import {
  VERIFIER_STATES,
  type VerificationProblem,
  type VerifierState,
} from '@consilium/contract/invoices/verification.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { z } from 'zod'
import { FetchFailed } from './bounded-fetch.ts'
import { askWebhook, type Webhook } from './webhook.ts'

/** A call that takes longer has failed. Those who ask the authority wait for a page of it. */
export const VERIFIER_TIMEOUT_SECONDS = 20
const SECOND_MS = 1000
const ANSWER_MAX_BYTES = 64 * 1024
const RETRY_LATER_MAX_SECONDS = 24 * 3600
const COST_MAX_DIGITS = /^\d{1,6}(?:\.\d{1,4})?$/
const SERVER_FAULT = 500
const TOO_MANY = 429

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

/** Thrown if a call brought no valid answer. */
export class VerifierFailed extends Error {
  override readonly name = 'VerifierFailed'
  readonly problem: VerificationProblem
  readonly retryAfterSeconds: number

  constructor(problem: VerificationProblem, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(`The verifier of invoices has failed: ${problem}`, { cause: options.cause })
    this.problem = problem
    this.retryAfterSeconds = options.retryAfterSeconds ?? 0
  }
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

const invalid = (cause: unknown) => new VerifierFailed('ANSWER_INVALID', { cause })

/** As a person may enter it: a value that the form would refuse makes the answer invalid. An empty one is absent. */
function valueOf(field: InvoiceReadField, given: unknown): string | null {
  if (given === null || given === undefined) return null
  const parsed = typeof given === 'string' ? entered[field].safeParse(given) : undefined
  if (!parsed?.success) throw invalid(new Error(`the answer has no valid ${field}`))
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

/** Reads an answer. One to another call, or about another invoice, is none: it may have been sent again by somebody. */
export function answerIn(bytes: Buffer, callId: string, question: InvoiceQuestion): VerifierAnswer {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch (error) {
    throw invalid(error)
  }
  const parsed = Answer.safeParse(body)
  if (!parsed.success) throw invalid(parsed.error)
  const { id, state, fields, cost = null, retryAfterSeconds = 0 } = parsed.data
  if (id !== callId) throw invalid(new Error('the answer is one to another call'))
  const given = fieldsOf(fields ?? {})
  if (given?.invoiceNumber !== undefined && given.invoiceNumber !== question.number)
    throw invalid(new Error('the answer is about another invoice'))
  return { state, fields: given, cost, retryAfterSeconds }
}

function failureOf(error: FetchFailed): VerifierFailed {
  const { status, retryAfterSeconds } = error
  if (error.isTooLarge) return invalid(error)
  if (status === null) return new VerifierFailed('UNREACHABLE', { cause: error })
  const isFault = status >= SERVER_FAULT || status === TOO_MANY
  return new VerifierFailed(isFault ? 'FAULT' : 'REFUSED', { retryAfterSeconds, cause: error })
}

/** The operator's webhook, as docs/verifier-webhook.md says. */
export const createInvoiceVerifier = (webhook: Webhook): InvoiceVerifier => ({
  async verify(callId, question, signal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(VERIFIER_TIMEOUT_SECONDS * SECOND_MS)])
    const message = { id: callId, ask: 'invoice', ...question }
    try {
      const bytes = await askWebhook(webhook, message, { maxBytes: ANSWER_MAX_BYTES, signal: limit })
      return answerIn(bytes, callId, question)
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof FetchFailed ? failureOf(error) : error
    }
  },
})
