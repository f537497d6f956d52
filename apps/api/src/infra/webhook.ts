import { createHmac } from 'node:crypto'
import { fetchBytes } from './bounded-fetch.ts'

const MS_PER_SECOND = 1000

/** A program of the operator that this service calls. */
export interface Webhook {
  url: string
  /** Null: calls are not signed, in development. */
  secret: string | null
}

/**
 * Signs a call: the HMAC-SHA256 of the time, a full stop and the body, so that the receiver can detect forged and replayed
 * calls.
 */
export function signedHeaders(body: string, secret: string | null, now = new Date()): Record<string, string> {
  if (secret === null) return {}
  const timestamp = String(Math.floor(now.getTime() / MS_PER_SECOND))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-consilium-timestamp': timestamp, 'x-consilium-signature': `sha256=${signature}` }
}

/** Sends a signed message and returns the bytes of the answer. Throws FetchFailed. */
export function askWebhook(
  { url, secret }: Webhook,
  message: object,
  limits: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const body = JSON.stringify(message)
  return fetchBytes(url, {
    headers: { accept: 'application/json', ...signedHeaders(body, secret) },
    body: { bytes: Buffer.from(body), mediaType: 'application/json' },
    ...limits,
  })
}
