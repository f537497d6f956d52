import assert from 'node:assert/strict'
import type { Answered, Attack, Target } from './attack.ts'
import type { HealthClient, Slowest } from './health.ts'

/** What a user beside an attack may have to wait for, at the worst. */
export const HEALTH_LIMIT_MS = 250
/**
 * A server that does nothing answers within a few milliseconds on a machine that is well, also while another process
 * uses all the processor time it may. Slower than this, the whole machine stood still.
 */
const MACHINE_STALL_MS = 100

export interface Outcome {
  attack: Attack
  answers: Answered[]
  ms: number
  slowest: Slowest
  /** Null where it held. */
  failure: Error | null
}

async function attackOnce(attack: Attack, target: Target, health: HealthClient): Promise<Outcome> {
  let answers: Answered[] = []
  let ms = 0
  const slowest = await health.during(target.service, async () => {
    const started = performance.now()
    answers = await attack.attack(target)
    ms = performance.now() - started
  })
  let failure: Error | null = null
  try {
    await attack.expect(answers, target)
    assert.ok(slowest.answers > 0, 'the health of the service was measured')
    assert.ok(
      slowest.service <= HEALTH_LIMIT_MS,
      `GET /health/live took ${Math.round(slowest.service)} ms during the attack, without the time for which other processes had the processors (as seen: ${Math.round(slowest.seen)} ms; a server that does nothing: ${Math.round(slowest.machine)} ms)`,
    )
  } catch (error) {
    failure = error as Error
  }
  return { attack, answers, ms, slowest, failure }
}

/**
 * Runs a row. Where it fails while the machine itself stood still, as the server that does nothing shows, the measurement
 * says nothing of the product and is made once more; that one counts, whatever it shows.
 */
export async function runAttack(attack: Attack, target: Target, health: HealthClient): Promise<Outcome> {
  const first = await attackOnce(attack, target, health)
  if (!first.failure || first.slowest.machine <= MACHINE_STALL_MS) return first
  return attackOnce(attack, target, health)
}
