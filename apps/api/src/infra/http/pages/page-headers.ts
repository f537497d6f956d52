import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NONCE_BYTES = 16
const YEAR_SECONDS = 31_536_000

/**
 * The Content-Security-Policy of pages (CSP Level 3). Scripts are loaded from this origin only, never inline; styles
 * from this origin or, for <style> elements of libraries, by nonce. Style attributes in HTML are forbidden; scripts set
 * styles through the CSSOM, which no directive limits (decision 10).
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Sets the headers of an HTML response, with its Content-Security-Policy; returns the nonce for its scripts and styles. */
export function startHtmlResponse(reply: FastifyReply): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    // A cached page would refer to scripts that the next release no longer has.
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  })
  return nonce
}

/** Content-Security-Policy of responses that are not pages: nothing is loaded, run or framed if a browser opens one. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Content-Security-Policy of assets. A worker has the policy of its script's response, so this one only forbids framing
 * and allows what the workers of PDF.js and of the proof of work need.
 */
export const OF_ASSETS = "frame-ancestors 'none'; base-uri 'none'"

/** Adds the security headers of every response. API responses are private unless a route says otherwise. */
export function addSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (https) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NO_PAGE)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}
