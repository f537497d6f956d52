import { IDS_PER_REQUEST_MAX } from '@consilium/contract/fields.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Subject } from '../refusal.ts'
import type { Platform } from './call.ts'

/** An entry of the operation log. */
export interface OperationEntry {
  operation: string
  /** Null for a visitor who has proven nothing. */
  actor: Subject | Platform | null
  target: string | null
  httpStatus: number
  error: string | null
  ip: string
  requestId: string
}

/** Result of a request. */
export interface Outcome {
  status: number
  error: string | null
  /** The account that a refused request was about, if known. */
  subject?: Subject | null
}

/** True if the route is logged: every write, and reads of protected data. */
export const isLogged = (route: Route): boolean => route.logged === true || route.method !== 'GET'

/** Operations that are logged even if they fail, since they may be break-in attempts. */
const FAILED_PROOFS = new Set<string | null>(['LOGIN_FAILED', 'SMS_CODE_WRONG'])

const NOT_WORTH_LOGGING = new Set([400, 401, 413, 415, 429])

/** True if a refused request of a logged route is logged as well. */
export const isFailureLogged = ({ status, error, subject }: Outcome): boolean =>
  Boolean(subject) || FAILED_PROOFS.has(error) || !NOT_WORTH_LOGGING.has(status)

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/** A request may be refused before its body is validated. Only ids of such a request are logged, never text. */
const isLoggable = (value: unknown): value is number | number[] =>
  isId(value) || (Array.isArray(value) && value.length <= IDS_PER_REQUEST_MAX && value.every(isId))

/** Returns the declared target fields, each from the answer, or else from the body, the path or the query. */
export function targetOf(
  { target = [] }: Route,
  { params, body, query }: FastifyRequest,
  result: unknown,
): string | null {
  const parts = [result, body, params, query] as (Record<string, unknown> | null | undefined)[]
  const told = target.flatMap((field) => {
    const value = parts.map((part) => part?.[field]).find(isLoggable)
    return value === undefined ? [] : [`${field}=${[value].flat().join(',')}`]
  })
  return told.length === 0 ? null : told.join(' ')
}

/** Returns the log entry of a request. */
export const entryOf = (
  { operation, route }: { operation: string; route: Route },
  request: FastifyRequest,
  outcome: Outcome,
  result: unknown,
): OperationEntry => ({
  operation,
  actor: request.actor ?? outcome.subject ?? request.proven,
  target: targetOf(route, request, result),
  httpStatus: outcome.status,
  error: outcome.error,
  ip: request.ip,
  requestId: request.id,
})
