import { setImmediate, setTimeout as delay } from 'node:timers/promises'

/** Time limit of a probe; a part that does not answer in time counts as unavailable. */
const PROBE_MS = 1500

/** `low`: a disk that has little room left. */
export type PartState = 'ok' | 'low' | 'readOnly' | 'full' | 'unavailable'

/** Something that the service needs, and how it is asked. */
export interface Part {
  /** Returns how the part is, or throws. */
  check(): Promise<PartState>
  /** What a check has found stands for so long, whoever asks. */
  freshMs: number
  /**
   * When the part last answered anybody, by `performance.now()`: a check that waits behind much other work says nothing of
   * a part that answers that work.
   */
  lastAnswer?(): number
}

/** Where a write fails with one of these, there is no room left. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a failed check says of its part. */
function stateOf(error: unknown): PartState {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && FULL_CODES.has(code)) return 'full'
  if (code === 'EROFS') return 'readOnly'
  return cause === undefined ? 'unavailable' : stateOf(cause)
}

/** Told when a part is in another state than before; the error is that of the check, if it threw one. */
export type OnChange = (state: PartState, error?: unknown) => void

/**
 * Asks a part within the time limit. Everybody who asks meanwhile waits for the same check, what it finds stands for a
 * while, and one that still runs is not started again.
 */
export function createProbe(
  { check, freshMs, lastAnswer }: Part,
  onChange: OnChange,
): () => Promise<PartState> {
  let known: PartState = 'ok'
  let stands = Number.NEGATIVE_INFINITY
  let running: { since: number; done: Promise<void> } | null = null
  let asking: Promise<void> | null = null

  function keep(state: PartState, error?: unknown): void {
    if (state !== known) onChange(state, error)
    known = state
    stands = performance.now() + freshMs
  }

  function start() {
    const since = performance.now()
    const checked = check().then(
      (state) => keep(state),
      (error: unknown) => keep(stateOf(error), error),
    )
    const done = checked.finally(() => (running = null))
    return (running = { since, done })
  }

  async function ask(): Promise<void> {
    const { since, done } = running ?? start()
    const limit = new AbortController()
    const leftMs = Math.max(since + PROBE_MS - performance.now(), 0)
    await Promise.race([done, delay(leftMs, undefined, { signal: limit.signal }).catch(() => {})])
    limit.abort()
    // On a busy thread the limit is over before an answer is read that is already there.
    await setImmediate()
    if (running?.since !== since) return
    const isHeard = lastAnswer !== undefined && lastAnswer() > performance.now() - PROBE_MS
    if (!isHeard) keep('unavailable')
    else keep(known === 'unavailable' ? 'ok' : known)
  }

  return async () => {
    if (performance.now() >= stands) await (asking ??= ask().finally(() => (asking = null)))
    return known
  }
}
