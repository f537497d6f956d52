import assert from 'node:assert/strict'
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
const STARTED = 'started'

export interface AttackSession {
  /** Measures the health of the service while nobody attacks it. */
  idle(): Promise<Slowest>
  run(attack: Attack): Promise<Outcome>
  close(): Promise<void>
}

/** Where a service keeps its records: a folder, and with PostgreSQL a database of the same name. */
interface Places {
  start(name: string, settings?: Record<string, string>): Promise<Target>
  copy(from: string, to: string): Promise<void>
}

const embeddedPlaces = (folder: string): Places => ({
  start: (name, settings) => startTarget(join(folder, name), settings),
  async copy(from, to) {
    cpSync(join(folder, from), join(folder, to), { recursive: true })
  },
})

function postgresPlaces(folder: string, { url }: Postgres): Places {
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    start: (name, settings) => startTarget(join(folder, name), { ...settings, DATABASE_URL: urlOf(name) }),
    async copy(from, to) {
      cpSync(join(folder, from), join(folder, to), { recursive: true })
      await runSql(url, `create database ${to} template ${from}`)
    },
  }
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

/** State after a first start, with the attacking account; services with their own settings start from a copy of it. */
async function startOnce(folder: string, places: Places, postgres: Postgres | undefined): Promise<void> {
  mkdirSync(join(folder, STARTED))
  if (postgres) await runSql(postgres.url, `create database ${STARTED}`)
  else cpSync(await migratedTemplate(), join(folder, STARTED, 'pg'), { recursive: true })
  const { service } = await places.start(STARTED)
  assert.equal(await service.stop(), 0)
}

/**
 * The product and a client that measures its health. Attacks with the same settings share a service of their own.
 * Without a PostgreSQL server each service has the embedded engine.
 */
export async function openSession(postgres?: Postgres): Promise<AttackSession> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-attacks-'))
  const health = await startHealthClient()
  const places = postgres ? postgresPlaces(folder, postgres) : embeddedPlaces(folder)
  await startOnce(folder, places, postgres)
  let copies = 0
  async function startCopy(settings?: Record<string, string>): Promise<Target> {
    const name = `copy_${++copies}`
    await places.copy(STARTED, name)
    return places.start(name, settings)
  }
  const shared = await startCopy()
  let other: { settings: string; target: Target } | undefined

  /** Attacks with the same settings come one after the other, so their service ends when other ones are needed. */
  async function targetWith(given: Record<string, string>): Promise<Target> {
    const settings = JSON.stringify(given)
    if (other?.settings === settings) return other.target
    await other?.target.service.kill()
    other = { settings, target: await startCopy(given) }
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
