import type { IncomingHttpHeaders } from 'node:http'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'

const BEARER = /^Bearer (\S+)$/i

const digest = (text: string) => createHash('sha256').update(text).digest()

export type KeyCheck = (request: { headers: IncomingHttpHeaders }) => void

/**
 * Throws Refusal UNAUTHENTICATED for a request without the key. Digests are compared, because they have one length and
 * comparing them takes the same time for every key.
 */
export function createKeyCheck(apiKey: string | null): KeyCheck {
  if (apiKey === null) return () => {}
  const expected = digest(apiKey)
  return ({ headers }) => {
    const [, key = ''] = BEARER.exec(headers.authorization ?? '') ?? []
    if (!timingSafeEqual(digest(key), expected)) throw new Refusal('UNAUTHENTICATED')
  }
}
