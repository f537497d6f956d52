// Engine: both
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { migrateToLatest, resetAll } from '../../src/infra/db/schema/migrate.ts'
import { hashMigrations } from '../../src/infra/db/schema/migration-hashes.ts'
import { startApi } from '../harness.ts'

const api = await startApi()
after(() => api.close())
const { db } = api

const MIGRATIONS = readdirSync(new URL('../../migrations', import.meta.url)).length

/** Returns columns, constraints and indexes from the system catalogues. */
async function shape(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
  `.execute(db)
  return rows.map(({ line }) => line).toSorted()
}

it('migrations run, reset and run again to the same schema', async () => {
  const first = await shape()
  assert.deepEqual(await migrateToLatest(db), [], 'the start has applied them')
  assert.equal((await resetAll(db)).length, MIGRATIONS)
  const left = (await shape()).filter((line) => !line.includes('kysely_migration'))
  assert.deepEqual(left, [], 'nothing of the schema is left after a reset')
  assert.equal((await migrateToLatest(db)).length, MIGRATIONS)
  assert.deepEqual(await shape(), first)
})

it('HSE-10, HSE-36: no recorded migration has changed', () => {
  const hashes = hashMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)))
  const present = new Set([...hashes].map(([name, hash]) => `${hash}  migrations/${name}.ts`))
  const list = readFileSync(new URL('../../migrations.sha256', import.meta.url), 'utf8')
  assert.deepEqual(
    list
      .trimEnd()
      .split('\n')
      .filter((line) => !present.has(line)),
    [],
    'a released migration stays as it is; npm run migrations:record records one that is not released again',
  )
})
