import { z } from 'zod'

/**
 * True for an address that the service may call: of HTTP or HTTPS, without a user or password in it. Credentials in an
 * address would be in logs and messages, and other schemes would read files or do nothing.
 */
export function isCallable(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** An address that the operator gives. */
export const address = () =>
  z.string().refine(isCallable, 'must begin with http:// or https:// and name no user or password')
