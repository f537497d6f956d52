import { NoAnswer, type Ask } from '../src/asking.ts'

/** Asks without the limits on addresses that a service has. */
export const ask: Ask = async ({ url, body, maxBytes, signal }) => {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': body.mediaType },
    body: new Uint8Array(body.bytes),
  }
  const response = await fetch(url, { signal, ...sent }).catch((cause: unknown) => {
    throw new NoAnswer(`${url} cannot be reached`, { cause })
  })
  if (!response.ok) throw new NoAnswer(`${url} answered ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > maxBytes) throw new NoAnswer(`${url} says too much`, { isTooLarge: true })
  return bytes
}
