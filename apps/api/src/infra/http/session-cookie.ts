import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TOKEN = '[A-Za-z0-9_-]{20,200}'
const BEARER = new RegExp(`^Bearer (${TOKEN})$`)
const COOKIE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=(${TOKEN})\\s*(?:;|$)`)
const READING = new Set(['GET', 'HEAD'])

/** How the session of a caller travels: in the answer's body, or in a cookie for a browser that asks for it. */
export interface SessionCarrier {
  /** Hands a new session over; what goes into the cookie does not stand in the answer. */
  give<T extends { token: string }>(answer: T, seconds: number): T
  /** Makes a browser forget its session. */
  forget(): void
}

export interface CookieOptions {
  /** Where the cookie is sent to. */
  path: string
  /** Whether it is sent over HTTPS only. */
  secure: boolean
}

const asksForCookie = ({ headers }: FastifyRequest) => headers[SESSION_HEADER] === SESSION_IN_COOKIE

/**
 * The token of a request. A browser adds the cookie to what other pages send, too: for anything but reading it counts
 * only beside the header, which a page of another origin cannot set without being allowed to.
 */
export function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1]
  if (!READING.has(request.method) && !asksForCookie(request)) return undefined
  return COOKIE.exec(cookie ?? '')?.[1]
}

export function sessionCarrier(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, secure }: CookieOptions,
): SessionCarrier {
  const inCookie = asksForCookie(request)
  const set = (value: string, seconds: number) => {
    const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${SESSION_COOKIE}=${value}; ${attributes}`)
  }
  return {
    give(answer, seconds) {
      if (!inCookie) return answer
      set(answer.token, seconds)
      return { ...answer, token: '' }
    },
    forget() {
      if (inCookie) set('', 0)
    },
  }
}
