import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NONCE_BYTES = 16
const YEAR_SECONDS = 31_536_000

/**
 * What a page may load and do (CSP Level 3): scripts only as files of ours, none inline; styles as files of ours or, where
 * a library writes a <style> element, by nonce. Style attributes are not allowed in HTML: scripts set styles through the
 * CSSOM, which no directive limits (decision 10).
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
    // A page kept by the browser would name scripts that the next release no longer has.
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  })
  return nonce
}

/** Of an answer that is no page: opened as one, it loads nothing, runs nothing and stands in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Of the files of a page: a worker has the policy of its own script's answer, so this one forbids frames and nothing that
 * the workers of PDF.js or of a proof of work do.
 */
export const OF_ASSETS = "frame-ancestors 'none'; base-uri 'none'"

/** What every answer says, page or not. Answers of the API are for the caller alone unless they say otherwise. */
export function addSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (https) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NO_PAGE)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
