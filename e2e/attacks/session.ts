import assert from 'node:assert/strict'
import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migratedTemplate } from '../../apps/api/test/db/test-engine.ts'
import type { Attack, Target } from './attack.ts'
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

/** State after a first start, with the attacking account; services with their own settings start from a copy of it. */
async function startedOnce(folder: string): Promise<string> {
  const dataDir = join(folder, 'started')
  cpSync(await migratedTemplate(), join(dataDir, 'pg'), { recursive: true })
  const { service } = await startTarget(dataDir)
  assert.equal(await service.stop(), 0)
  return dataDir
}

/** The product and a client that measures its health. Attacks with the same settings share a service of their own. */
export async function openSession(): Promise<AttackSession> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-attacks-'))
  const health = await startHealthClient()
  const started = await startedOnce(folder)
  let copies = 0
  const copy = () => {
    const dataDir = join(folder, `copy-${++copies}`)
    cpSync(started, dataDir, { recursive: true })
    return dataDir
  }
  const shared = await startTarget(copy())
  let other: { settings: string; target: Target } | undefined

  /** Attacks with the same settings come one after the other, so their service ends when other ones are needed. */
  async function targetWith(given: Record<string, string>): Promise<Target> {
    const settings = JSON.stringify(given)
    if (other?.settings === settings) return other.target
    await other?.target.service.kill()
    other = { settings, target: await startTarget(copy(), given) }
    return other.target
  }

  return {
    idle: await health.during(shared.service, () => pause(IDLE_MS)),
    run: async (attack) =>
      runAttack(attack, attack.settings ? await targetWith(attack.settings) : shared, health),
    async close() {
      health.close()
      await other?.target.service.kill()
      await shared.service.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
