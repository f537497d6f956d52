import { allows, type Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Caller } from './call.ts'
import { tokenOf, type CookieOptions } from './session-cookie.ts'

export interface Authentication<Actor extends Caller> {
  authenticate(token: string, use: { isUse: boolean }): Promise<Actor | null>
  cookie: CookieOptions
}

/** Null without a token of a live session: on a public route a visitor with an old one is a visitor like any other. */
async function identify<Actor extends Caller>(
  route: Route,
  request: FastifyRequest,
  options: Authentication<Actor>,
): Promise<Actor | null> {
  const token = tokenOf(request, options.cookie)
  // An event stream is opened again by the page itself, with or without anybody before it.
  return token ? options.authenticate(token, { isUse: route.answer.kind !== 'stream' }) : null
}

/** Settles who calls before anything of the body is read. */
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
