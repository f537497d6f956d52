import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { migratedTemplate } from '../../apps/api/test/db/test-engine.ts'
import type { Postgres } from '../../scripts/postgres.ts'
import type { Attack, Target } from './attack.ts'
import { startHealthClient, type Slowest } from './health.ts'
import { runAttack, type Outcome } from './run-attack.ts'
import { startTarget } from './target.ts'

const IDLE_MS = 1000

export interface AttackSession {
  /** Measures the health of the service while nobody attacks it. */
  idle(): Promise<Slowest>
  run(attack: Attack): Promise<Outcome>
  close(): Promise<void>
}

/** Starts a service with records of its own: in a folder of this name, and with PostgreSQL in such a database. */
type Start = (name: string, settings?: Record<string, string>) => Promise<Target>

const startEmbedded =
  (folder: string): Start =>
  async (name, settings) => {
    cpSync(await migratedTemplate(), join(folder, name, 'pg'), { recursive: true })
    return startTarget(join(folder, name), settings)
  }

const startOnPostgres =
  (folder: string, { url }: Postgres): Start =>
  async (name, settings) => {
    mkdirSync(join(folder, name))
    await runSql(url, `create database ${name}`)
    const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
    return startTarget(join(folder, name), { ...settings, DATABASE_URL: databaseUrl })
  }

async function runSql(connectionString: string, text: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/**
 * The product and a client that measures its health. Attacks with the same settings share a service of their own.
 * Without a PostgreSQL server each service has the embedded engine.
 */
export async function openSession(postgres?: Postgres): Promise<AttackSession> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-attacks-'))
  const health = await startHealthClient()
  const start = postgres ? startOnPostgres(folder, postgres) : startEmbedded(folder)
  let started = 0
  const startNext = (settings?: Record<string, string>) => start(`service_${++started}`, settings)
  const shared = await startNext()
  let other: { settings: string; target: Target } | undefined

  /** Attacks with the same settings come one after the other, so their service ends when other ones are needed. */
  async function targetWith(given: Record<string, string>): Promise<Target> {
    const settings = JSON.stringify(given)
    if (other?.settings === settings) return other.target
    await other?.target.service.kill()
    other = { settings, target: await startNext(given) }
    return other.target
  }

  return {
    idle: () => health.during(shared.service, () => pause(IDLE_MS)),
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
