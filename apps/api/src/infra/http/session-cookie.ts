import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TOKEN = '[A-Za-z0-9_-]{20,200}'
const BEARER = new RegExp(`^Bearer (${TOKEN})$`)
const cookiePattern = (name: string) => new RegExp(`(?:^|;\\s*)${name}=(${TOKEN})\\s*(?:;|$)`)
const COOKIES = { https: cookiePattern(SESSION_COOKIE.https), http: cookiePattern(SESSION_COOKIE.http) }
const READING = new Set(['GET', 'HEAD'])

/** How the session of a caller travels: in the answer's body, or in a cookie for a browser that asks for it. */
export interface SessionCarrier {
  /** Hands a new session over, where the answer has one; what goes into the cookie does not stand in the answer. */
  give<T extends { token: string }>(answer: T, seconds: number): T
  /** Makes a browser forget its session. */
  forget(): void
}

export interface CookieOptions {
  /** Where the cookie is sent to without HTTPS. */
  path: string
  /** Whether it is sent over HTTPS only. */
  secure: boolean
}

/** From where, and with what, somebody comes. */
export interface Visit {
  readonly address: string
  readonly userAgent: string | undefined
  /** Of the session that a browser brings along in its cookie. */
  readonly formerToken: string | null
}

const asksForCookie = ({ headers }: FastifyRequest) => headers[SESSION_HEADER] === SESSION_IN_COOKIE

const tokenInCookie = ({ headers }: FastifyRequest, { secure }: CookieOptions): string | undefined =>
  COOKIES[secure ? 'https' : 'http'].exec(headers.cookie ?? '')?.[1]

/**
 * The token of a request. A browser adds the cookie to what other pages send, too: for anything but reading it counts
 * only beside the header, which a page of another origin cannot set without being allowed to.
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
  { path, secure }: CookieOptions,
): SessionCarrier {
  const inCookie = asksForCookie(request)
  // A name with __Host- is taken only with Secure, for the whole host and without a Domain: no other host, and nothing that
  // came without HTTPS, can have set it (RFC 6265bis, section 4.1.3.2).
  const [name, scope] = secure
    ? [SESSION_COOKIE.https, 'Path=/; Secure']
    : [SESSION_COOKIE.http, `Path=${path}`]
  const set = (value: string, seconds: number) =>
    reply.header('set-cookie', `${name}=${value}; ${scope}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`)
  return {
    give(answer, seconds) {
      if (!inCookie || answer.token === '') return answer
      set(answer.token, seconds)
      return { ...answer, token: '' }
    },
    forget() {
      if (inCookie) set('', 0)
    },
  }
}
