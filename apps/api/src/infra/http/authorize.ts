import { allows, isBeyond, type Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Caller } from './call.ts'
import { tokenOf, type CookieOptions } from './cookies/session-cookie.ts'

/** What keys of machines begin with, so that they are told from sessions, and found where they should not be. */
export const KEY_PREFIX = 'csk_'

export interface Authentication<Actor extends Caller> {
  authenticate(token: string, use: { isUse: boolean }): Promise<Actor | null>
  /** The machine behind a key, if it is valid. */
  authenticateKey(key: string): Promise<Actor | 'expired' | null>
  cookie: CookieOptions
}

/** Returns null without a valid session or key; an expired one is ignored on public routes. */
async function identify<Actor extends Caller>(
  route: Route,
  request: FastifyRequest,
  options: Authentication<Actor>,
): Promise<Actor | null> {
  const token = tokenOf(request, options.cookie)
  if (!token) return null
  if (token.startsWith(KEY_PREFIX)) {
    // Browsers send cookies by themselves, so a key is read only where a client puts it on purpose.
    const machine = request.headers.authorization ? await options.authenticateKey(token) : null
    if (machine !== 'expired') return machine
    if (route.access !== 'public') throw new Refusal('KEY_EXPIRED')
    return null
  }
  // Browsers reconnect event streams by themselves, so this does not count as activity of the user.
  return options.authenticate(token, { isUse: route.answer.kind !== 'stream' })
}

/** Authenticates and authorizes the caller before the body is read. */
export function authorize<Actor extends Caller>(route: Route, options: Authentication<Actor>) {
  return async (request: FastifyRequest): Promise<void> => {
    const actor = await identify(route, request, options)
    if (!actor && route.access !== 'public') throw new Refusal('UNAUTHENTICATED')
    if (route.caller === 'person' && actor?.kind === 'machine') throw new Refusal('PERSON_REQUIRED')
    if (actor && !allows(route.access, actor)) throw new Refusal('FORBIDDEN')
    if (actor && isBeyond(route, actor)) throw new Refusal('PORTFOLIO_LIMITED')
    if (actor?.mustChangePassword && route.access !== 'public' && !route.initialPassword)
      throw new Refusal('PASSWORD_CHANGE_REQUIRED')
    if (actor?.mustEnrolFactor && route.access !== 'public' && !route.beforeEnrolment)
      throw new Refusal('SECOND_FACTOR_REQUIRED')
    request.actor = actor
  }
}
