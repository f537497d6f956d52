import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { startHealthClient, type Slowest } from './health.ts'
import { runAttack, type Outcome } from './run-attack.ts'
import { startTarget } from './target.ts'

const IDLE_MS = 1000

export interface AttackSession {
  /** The health of the service while nobody attacks it. */
  idle: Slowest
  run(attack: Attack): Promise<Outcome>
  close(): Promise<void>
}

/** The product with a client that watches its health; rows with settings get a service of their own. */
export async function openSession(): Promise<AttackSession> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-attacks-'))
  const health = await startHealthClient()
  const shared = await startTarget(join(folder, 'shared'))
  let own = 0

  async function onOwnService(attack: Attack, settings: Record<string, string>): Promise<Outcome> {
    own += 1
    const target = await startTarget(join(folder, `own-${own}`), settings)
    try {
      return await runAttack(attack, target, health)
    } finally {
      await target.service.kill()
    }
  }

  return {
    idle: await health.during(shared.service, () => pause(IDLE_MS)),
    run: (attack) =>
      attack.settings ? onOwnService(attack, attack.settings) : runAttack(attack, shared, health),
    async close() {
      health.close()
      await shared.service.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
