import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20
const PATIENCE_MS = 60_000

export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** Waits until the condition holds. Throws with `otherwise` as its message after a minute. */
export async function until(condition: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(otherwise)
    await delay(POLL_MS)
  }
}
