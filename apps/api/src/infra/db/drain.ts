import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Closing waits this long for queries under way, and for clients that somebody forgot to release. */
const DRAIN_MS = 10_000

/** Ends the pool's idle clients now and the others as they are released; resolves at the latest after the limit. */
export async function drain(pool: pg.Pool): Promise<void> {
  const drained = new AbortController()
  const limit = delay(DRAIN_MS, undefined, { signal: drained.signal }).catch(() => {})
  await Promise.race([pool.end(), limit])
  drained.abort()
}

/** Makes a closing function that may be called again: it closes once, and all callers wait for that. */
export function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => (closing ??= close())
}
