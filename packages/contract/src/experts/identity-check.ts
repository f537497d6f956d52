import { z } from 'zod'

/** What the verifier of identities may answer. */
export const IDENTITY_ANSWERS = ['match', 'mismatch', 'unknown', 'retryLater'] as const
export type IdentityAnswerState = (typeof IDENTITY_ANSWERS)[number]

/** What is matched, as the verifier names it. */
export const IDENTITY_FIELDS = ['name', 'number', 'phone'] as const
export type IdentityField = (typeof IDENTITY_FIELDS)[number]

/** How the identity of an expert stands, as it is now: what was answered about other values counts for nothing. */
export const IdentityState = z.enum(['notAsked', 'asked', 'match', 'mismatch', 'unknown', 'failed'])
export type IdentityState = z.infer<typeof IdentityState>

/** Why a check waits for another call, or was given up. */
const IdentityProblem = z.enum([
  'UNREACHABLE',
  'FAULT',
  'REFUSED',
  'ANSWER_INVALID',
  'RETRY_LATER',
  'NUMBER_UNREADABLE',
  'DAY_LIMIT',
  'BUDGET_SPENT',
])
export type IdentityProblem = z.infer<typeof IdentityProblem>

/** How often a day people may have one expert checked again. */
export const IDENTITY_ASKS_PER_DAY = 5
/** Calls a day about one expert, whoever or whatever asked for them. */
export const IDENTITY_CALLS_PER_EXPERT_AND_DAY = 20
/** Calls without an answer, after which a check is given up until somebody asks again. */
export const IDENTITY_ATTEMPTS_MAX = 12
export const IDENTITY_REASON_MAX = 200

const text = z.string().nullable()

/** What the approval of an expert rests on. */
export const IdentityBasis = z
  .object({
    by: z.enum(['verifier', 'hand']),
    provider: text.meta({ description: 'Which verifier had answered' }),
    matchedTime: text,
    approvedByName: text,
    approvedTime: z.string(),
    reason: text,
    isChanged: z.boolean(),
  })
  .meta({ id: 'IdentityBasis' })
export type IdentityBasis = z.infer<typeof IdentityBasis>

/** What the verifier says of an expert as it is now. */
export const IdentityCheck = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether there is a verifier' }),
    state: IdentityState.meta({ description: 'How the check stands' }),
    fields: z.array(z.enum(IDENTITY_FIELDS)).meta({ description: 'What does not match' }),
    provider: text.meta({ description: 'Which verifier answered' }),
    answeredTime: text,
    problem: IdentityProblem.nullable().meta({ description: 'Why it waits, or was given up' }),
    nextTime: text.meta({ description: 'When it is checked at the earliest' }),
    mayAsk: z.boolean(),
    asksLeft: z.int(),
    basis: IdentityBasis.nullable(),
  })
  .meta({ id: 'IdentityCheck' })
export type IdentityCheck = z.infer<typeof IdentityCheck>
