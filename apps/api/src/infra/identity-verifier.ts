import {
  IDENTITY_ANSWERS,
  IDENTITY_FIELDS,
  type IdentityAnswerState,
  type IdentityField,
} from '@consilium/contract/experts/identity-check.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import { z } from 'zod'
import { callVerifier, invalidAnswer, readAnswer, RETRY_LATER_MAX_SECONDS } from './verifier-call.ts'
import type { Webhook } from './webhook.ts'

/** Whether these belong to one person. */
export interface IdentityQuestion {
  name: string
  idType: IdType
  number: string
  phone: string
}

export interface IdentityAnswer {
  state: IdentityAnswerState
  /** Of `mismatch`: what does not match; empty if the answer does not say. */
  fields: IdentityField[]
  /** Of `retryLater`: when to call again; 0 if it does not say. */
  retryAfterSeconds: number
}

/** Asks whether name, number and phone belong to one person, through a program of the operator. */
export interface IdentityVerifier {
  /** Who answers, for certificates. */
  readonly provider: string
  /** A repeated call has the same id. Throws VerifierFailed, or the reason of the signal. */
  verify(callId: string, question: IdentityQuestion, signal: AbortSignal): Promise<IdentityAnswer>
}

const Answer = z.object({
  id: z.string(),
  state: z.enum(IDENTITY_ANSWERS),
  fields: z.array(z.enum(IDENTITY_FIELDS)).max(IDENTITY_FIELDS.length).nullable().optional(),
  retryAfterSeconds: z.int().min(0).max(RETRY_LATER_MAX_SECONDS).optional(),
})

/** Reads an answer. One that contradicts itself is none. */
function answerIn(bytes: Buffer, callId: string): IdentityAnswer {
  const { state, fields, retryAfterSeconds = 0 } = readAnswer(bytes, callId, Answer)
  const given = new Set(fields ?? [])
  if (given.size > 0 && state !== 'mismatch')
    throw invalidAnswer(new Error(`the answer is ${state} and names fields that do not match`))
  return { state, fields: IDENTITY_FIELDS.filter((field) => given.has(field)), retryAfterSeconds }
}

/** The operator's webhook, as docs/identity-webhook.md says. */
export const createIdentityVerifier = ({
  provider,
  ...webhook
}: Webhook & { provider: string }): IdentityVerifier => ({
  provider,
  async verify(callId, question, signal) {
    return answerIn(await callVerifier(webhook, { id: callId, ask: 'identity', ...question }, signal), callId)
  },
})
