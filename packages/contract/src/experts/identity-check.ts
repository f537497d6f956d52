import { z } from 'zod'
import type { Words } from '../errors.ts'
import { choice } from '../words.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** What the verifier of identities may answer. */
export const IDENTITY_ANSWERS = ['match', 'mismatch', 'unknown', 'retryLater'] as const
export type IdentityAnswerState = (typeof IDENTITY_ANSWERS)[number]

/** What is matched, as the verifier names it. */
export const IDENTITY_FIELD_LABELS = {
  name: label('姓名', 'Name'),
  number: label('证件号码', 'Document number'),
  phone: label('手机号', 'Phone'),
} as const satisfies Record<string, Words>
export type IdentityField = keyof typeof IDENTITY_FIELD_LABELS
export const IDENTITY_FIELDS = Object.keys(IDENTITY_FIELD_LABELS) as [IdentityField, ...IdentityField[]]
export const IdentityField = choice(IDENTITY_FIELDS, IDENTITY_FIELD_LABELS)

/** How the identity of an expert stands, as it is now: what was answered about other values counts for nothing. */
export const IDENTITY_STATE_LABELS = {
  notAsked: label('未核验', 'Not checked'),
  asked: label('核验中', 'Being checked'),
  match: label('核验一致', 'Matches'),
  mismatch: label('核验不一致', 'Does not match'),
  unknown: label('查无记录', 'Not known'),
  failed: label('核验未完成', 'Could not be checked'),
} as const satisfies Record<string, Words>
export type IdentityState = keyof typeof IDENTITY_STATE_LABELS
export const IDENTITY_STATES = Object.keys(IDENTITY_STATE_LABELS) as [IdentityState, ...IdentityState[]]
export const IdentityState = choice(IDENTITY_STATES, IDENTITY_STATE_LABELS)

/** Why a check waits for another call, or was given up. */
export const IDENTITY_PROBLEM_LABELS = {
  UNREACHABLE: label('核验服务无法连接', 'The verifier cannot be reached'),
  FAULT: label('核验服务出错', 'The verifier has failed'),
  REFUSED: label('核验服务拒绝了请求', 'The verifier refused the call'),
  ANSWER_INVALID: label('核验服务的答复无法识别', 'The answer of the verifier is not valid'),
  RETRY_LATER: label('核验服务请求稍后再试', 'The verifier asks to call later'),
  NUMBER_UNREADABLE: label('证件号码无法解密', 'The document number cannot be decrypted'),
  DAY_LIMIT: label('该专家今日核验次数已用完，次日继续', 'The calls of the day for this expert are used up'),
  BUDGET_SPENT: label('今日核验总量已用完，次日继续', 'The calls of the day are used up'),
} as const satisfies Record<string, Words>
export type IdentityProblem = keyof typeof IDENTITY_PROBLEM_LABELS
export const IDENTITY_PROBLEMS = Object.keys(IDENTITY_PROBLEM_LABELS) as [
  IdentityProblem,
  ...IdentityProblem[],
]

/** How often a day people may have one expert checked again. */
export const IDENTITY_ASKS_PER_DAY = 5
/** Calls a day about one expert, whoever or whatever asked for them. */
export const IDENTITY_CALLS_PER_EXPERT_AND_DAY = 20
/** Calls without an answer, after which a check is given up until somebody asks again. */
export const IDENTITY_ATTEMPTS_MAX = 12
export const IDENTITY_REASON_MAX = 200

const time = z.string().nullable()

export const IdentityBasis = z
  .object({
    by: z.enum(['verifier', 'hand']).meta({ description: 'What the approval of the expert rests on' }),
    provider: z.string().nullable().meta({ description: 'Which verifier had answered' }),
    matchedTime: time.meta({ description: 'When the verifier had answered that everything matches' }),
    approvedByName: z.string().nullable().meta({ description: 'Who approved the expert' }),
    approvedTime: z.string().meta({ description: 'When the expert was approved' }),
    reason: z.string().nullable().meta({ description: 'Why it was approved without a match' }),
    isChanged: z.boolean().meta({
      description: 'Name, document or phone of the expert have changed since',
    }),
  })
  .meta({ id: 'IdentityBasis', description: 'How the identity was established when the expert was approved' })
export type IdentityBasis = z.infer<typeof IdentityBasis>

export const IdentityCheck = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether the operator has set up a verifier of identities' }),
    state: IdentityState,
    fields: z.array(IdentityField).meta({ description: 'What does not match, as far as the verifier says' }),
    provider: z.string().nullable().meta({ description: 'Which verifier answered' }),
    answeredTime: time.meta({ description: 'When it answered' }),
    problem: z.enum(IDENTITY_PROBLEMS).nullable().meta({
      description: 'Why the check waits for another call, or was given up',
    }),
    nextTime: time.meta({ description: 'When a waiting check is made at the earliest' }),
    mayAsk: z.boolean().meta({ description: 'Whether the check can be asked for now' }),
    asksLeft: z.int().meta({ description: 'How often it may still be asked for today' }),
    basis: IdentityBasis.nullable().meta({ description: 'Null until the expert is approved' }),
  })
  .meta({ id: 'IdentityCheck', description: 'What the verifier of identities says of the expert' })
export type IdentityCheck = z.infer<typeof IdentityCheck>
