import type { z } from 'zod'
import { FetchFailed } from './bounded-fetch.ts'
import { askWebhook, type Webhook } from './webhook.ts'

/** A call that takes longer has failed. Those who pass it on wait for somebody else in turn. */
export const VERIFIER_TIMEOUT_SECONDS = 20
const SECOND_MS = 1000
/** The process of a call that is open for longer has died. */
export const CALL_DIES_SECONDS = VERIFIER_TIMEOUT_SECONDS + 10
/** Pauses double from the first to the longest. */
const PAUSE_SECONDS = { first: 30, longest: 3600 }
const ANSWER_MAX_BYTES = 64 * 1024
export const RETRY_LATER_MAX_SECONDS = 24 * 3600
const SERVER_FAULT = 500
const TOO_MANY = 429

/** What was wrong with a call that brought no valid answer. */
export const CALL_PROBLEMS = ['UNREACHABLE', 'FAULT', 'REFUSED', 'ANSWER_INVALID'] as const
export type CallProblem = (typeof CALL_PROBLEMS)[number]

/** Thrown if a call brought no valid answer. */
export class VerifierFailed extends Error {
  override readonly name = 'VerifierFailed'
  readonly problem: CallProblem
  readonly retryAfterSeconds: number

  constructor(problem: CallProblem, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(`The verifier has failed: ${problem}`, { cause: options.cause })
    this.problem = problem
    this.retryAfterSeconds = options.retryAfterSeconds ?? 0
  }
}

/** How long to wait after so many calls without an answer, or as long as the verifier asks. */
export const pauseAfter = (attempts: number, askedSeconds: number): number =>
  Math.max(
    Math.min(PAUSE_SECONDS.longest, PAUSE_SECONDS.first * 2 ** Math.max(0, attempts - 1)),
    askedSeconds,
  )

export const invalidAnswer = (cause: unknown) => new VerifierFailed('ANSWER_INVALID', { cause })

/** Reads an answer. One to another call is none: it may have been sent again by somebody. */
export function readAnswer<Answer extends { id: string }>(
  bytes: Buffer,
  callId: string,
  schema: z.ZodType<Answer>,
): Answer {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    // The message of the parser quotes the answer, which may repeat what was asked about.
    throw invalidAnswer(new Error('the answer is no JSON'))
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidAnswer(parsed.error)
  if (parsed.data.id !== callId) throw invalidAnswer(new Error('the answer is one to another call'))
  return parsed.data
}

function failureOf(error: FetchFailed): VerifierFailed {
  const { status, retryAfterSeconds } = error
  if (error.isTooLarge) return invalidAnswer(error)
  if (status === null) return new VerifierFailed('UNREACHABLE', { cause: error })
  const isFault = status >= SERVER_FAULT || status === TOO_MANY
  return new VerifierFailed(isFault ? 'FAULT' : 'REFUSED', { retryAfterSeconds, cause: error })
}

/** The bytes of an answer. Throws VerifierFailed, or the reason of the signal. */
export async function callVerifier(webhook: Webhook, message: object, signal: AbortSignal): Promise<Buffer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(VERIFIER_TIMEOUT_SECONDS * SECOND_MS)])
  try {
    return await askWebhook(webhook, message, { maxBytes: ANSWER_MAX_BYTES, signal: limit })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof FetchFailed ? failureOf(error) : error
  }
}
