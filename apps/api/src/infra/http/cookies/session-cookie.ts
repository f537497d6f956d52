import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subject } from '../../refusal.ts'

const TOKEN = /^[\w-]{20,200}$/
const BEARER = /^Bearer ([\w-]{20,200})$/
const READING = new Set(['GET', 'HEAD'])

/** Sends a session token to the client: in the response body, or in a cookie if the browser asks for it. */
export interface SessionCarrier {
  /**
   * Sends the token of a new session; a token sent in the cookie is removed from the response body. The operation log
   * names the account that proved itself, also if its second factor is still to come.
   */
  give<T extends Subject & { token: string }>(answer: T, seconds: number): T
  /** Removes the cookie from the browser. */
  forget(): void
}

export interface CookieOptions {
  /** Path of the API, to which tickets are limited if the service is reached without HTTPS. */
  path: string
  /** True if the cookie is sent over HTTPS only. */
  secure: boolean
}

/** What a login records about the client. */
export interface Visit {
  readonly address: string
  readonly userAgent: string | undefined
  /** Token of the session that the browser already has in its cookie. */
  readonly formerToken: string | null
}

const asksForCookie = ({ headers }: FastifyRequest) => headers[SESSION_HEADER] === SESSION_IN_COOKIE

const nameOf = ({ secure }: CookieOptions) => SESSION_COOKIE[secure ? 'https' : 'http']

function tokenInCookie({ cookies }: FastifyRequest, options: CookieOptions): string | undefined {
  const value = cookies[nameOf(options)]
  return value !== undefined && TOKEN.test(value) ? value : undefined
}

/**
 * Returns the session token of a request. Browsers also send the cookie with requests of other sites, so a writing request
 * needs the header as well, which a page of another origin cannot set (cross-site request forgery).
 */
export function tokenOf(request: FastifyRequest, options: CookieOptions): string | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1]
  if (!READING.has(request.method) && !asksForCookie(request)) return undefined
  return tokenInCookie(request, options)
}

export const visitOf = (request: FastifyRequest, options: CookieOptions): Visit => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  formerToken: (asksForCookie(request) && tokenInCookie(request, options)) || null,
})

export function sessionCarrier(
  request: FastifyRequest,
  reply: FastifyReply,
  options: CookieOptions,
): SessionCarrier {
  const inCookie = asksForCookie(request)
  // Browsers accept the prefix __Host- only with Secure, Path=/ and no Domain, so that no other host and no unencrypted
  // response can set this cookie (RFC 6265bis, section 4.1.3.2).
  const { secure } = options
  const set = (value: string, maxAge: number) => {
    reply.setCookie(nameOf(options), value, { path: '/', secure, maxAge, httpOnly: true, sameSite: 'strict' })
    // Without HTTPS, former versions set it for the API alone; browsers would send that one first.
    if (!secure)
      reply.setCookie(nameOf(options), '', {
        path: options.path,
        maxAge: 0,
        httpOnly: true,
        sameSite: 'strict',
      })
  }
  return {
    give(answer, seconds) {
      request.proven = { userId: answer.userId, userName: answer.userName }
      if (!inCookie || answer.token === '') return answer
      set(answer.token, seconds)
      return { ...answer, token: '' }
    },
    forget() {
      if (inCookie) set('', 0)
    },
  }
}
