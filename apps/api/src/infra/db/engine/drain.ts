import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Maximum time that closing waits for running queries and unreleased clients. */
const DRAIN_MS = 10_000

/** Ends idle clients at once and the others when they are released; resolves after the limit at the latest. */
export async function drain(pool: pg.Pool): Promise<void> {
  const drained = new AbortController()
  const limit = delay(DRAIN_MS, undefined, { signal: drained.signal }).catch(() => {})
  await Promise.race([pool.end(), limit])
  drained.abort()
}

/** Wraps a close function so that it runs once and every caller waits for the same result. */
export function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => (closing ??= close())
}
