import { allows, type Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Caller } from './call.ts'
import { tokenOf, type CookieOptions } from './session-cookie.ts'

export interface Authentication<Actor extends Caller> {
  authenticate(token: string, use: { isUse: boolean }): Promise<Actor | null>
  cookie: CookieOptions
}

/** Returns null without a valid session; an expired token is ignored on public routes. */
async function identify<Actor extends Caller>(
  route: Route,
  request: FastifyRequest,
  options: Authentication<Actor>,
): Promise<Actor | null> {
  const token = tokenOf(request, options.cookie)
  // Browsers reconnect event streams by themselves, so this does not count as activity of the user.
  return token ? options.authenticate(token, { isUse: route.answer.kind !== 'stream' }) : null
}

/** Authenticates and authorizes the caller before the body is read. */
export function authorize<Actor extends Caller>(route: Route, options: Authentication<Actor>) {
  return async (request: FastifyRequest): Promise<void> => {
    const actor = await identify(route, request, options)
    if (!actor && route.access !== 'public') throw new Refusal('UNAUTHENTICATED')
    if (actor && !allows(route.access, actor.roleType)) throw new Refusal('FORBIDDEN')
    if (actor?.mustChangePassword && route.access !== 'public' && !route.initialPassword)
      throw new Refusal('PASSWORD_CHANGE_REQUIRED')
    if (actor?.mustEnrolFactor && route.access !== 'public' && !route.beforeEnrolment)
      throw new Refusal('SECOND_FACTOR_REQUIRED')
    request.actor = actor
  }
}
