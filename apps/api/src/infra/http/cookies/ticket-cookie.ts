import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieOptions } from './session-cookie.ts'

const NAME = 'consilium_ticket'
const SECURE_NAME = `__Host-${NAME}`
const TOKEN = /^[\w-]{43}$/

/** A ticket for what a visitor has scanned, in a cookie that scripts cannot read. */
export interface TicketCarrier {
  /** Null without a ticket, and for a request that another site could have made. */
  readonly token: string | null
  give(token: string, seconds: number): void
}

/**
 * The ticket of a request. Browsers also send the cookie with requests of other sites, so the header is needed as well, which
 * a page of another origin cannot set (cross-site request forgery).
 */
export function ticketCarrier(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, path }: CookieOptions,
): TicketCarrier {
  const value = request.cookies[secure ? SECURE_NAME : NAME]
  const asks = request.headers[SESSION_HEADER] === SESSION_IN_COOKIE
  return {
    token: asks && value !== undefined && TOKEN.test(value) ? value : null,
    give: (token, seconds) =>
      void reply.setCookie(secure ? SECURE_NAME : NAME, token, {
        ...(secure ? { path: '/', secure: true } : { path }),
        maxAge: seconds,
        httpOnly: true,
        sameSite: 'strict',
      }),
  }
}
