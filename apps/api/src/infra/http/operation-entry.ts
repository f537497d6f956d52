import type { Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Subject } from '../refusal.ts'

/** A line of the operation log. */
export interface OperationEntry {
  operation: string
  actor: Subject | null
  target: string | null
  httpStatus: number
  error: string | null
  ip: string
  requestId: string
}

/** How a request ended. */
export interface Outcome {
  status: number
  error: string | null
  /** The account that a refusal concerns, if known. */
  subject?: Subject | null
}

/** True for operations that are logged: every write, and reads of protected data. */
export const isLogged = (route: Route): boolean => route.logged === true || route.method !== 'GET'

/** Operations that are logged even if they fail, since they may be break-in attempts. */
const FAILED_PROOFS = new Set<string | null>(['LOGIN_FAILED', 'SMS_CODE_WRONG'])

const NOT_WORTH_LOGGING = new Set([400, 401, 413, 415, 429])

/** Whether a refused request is told by the operation log, where its route is logged. */
export const isFailureLogged = ({ status, error, subject }: Outcome): boolean =>
  Boolean(subject) || FAILED_PROOFS.has(error) || !NOT_WORTH_LOGGING.has(status)

const ID_FIELD = /Ids?$/

const idsIn = (part: unknown): [string, string][] =>
  Object.entries(typeof part === 'object' && part !== null ? part : {})
    .filter(([key, value]) => ID_FIELD.test(key) && (typeof value === 'number' || Array.isArray(value)))
    .map(([key, value]) => [key, String(value)])

/** Returns the ids in the request, and the id of the created record, which is the first id in the answer. */
function targetOf(request: FastifyRequest, result: unknown): string | null {
  const ids = new Map([...idsIn(request.params), ...idsIn(request.body), ...idsIn(result).slice(0, 1)])
  return ids.size === 0 ? null : [...ids].map(([key, value]) => `${key}=${value}`).join(' ')
}

/** The line that a request leaves. */
export const entryOf = (
  operation: string,
  request: FastifyRequest,
  outcome: Outcome,
  result: unknown,
): OperationEntry => ({
  operation,
  actor: request.actor ?? outcome.subject ?? null,
  target: targetOf(request, result),
  httpStatus: outcome.status,
  error: outcome.error,
  ip: request.ip,
  requestId: request.id,
})
