// Engine: both
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { createDatabase } from '../database.ts'
import { migrateToLatest, resetAll } from './migrate.ts'
import { nextLine, startChild } from '../../../../test/db/child.ts'
import {
  createTestDatabase,
  makeTemporaryFolder,
  openTestEngine,
  testDatabaseUrl,
} from '../../../../test/db/test-engine.ts'

const NAMES = ['0001_first', '0002_second', '0010_tenth']

/** A migration that creates a table with its own name and records that it ran; a second run fails. */
const migration = (name: string) => `
import { type Kysely, sql } from '${import.meta.resolve('kysely')}'
export async function up(db: Kysely<never>): Promise<void> {
  await sql\`create table if not exists ran (number bigserial primary key, name text);
    create table "\${sql.raw('${name}')}" (id bigint); insert into ran (name) values ('\${sql.raw('${name}')}')\`.execute(db)
  await sql\`select pg_sleep(0.05)\`.execute(db)
}
export async function down(db: Kysely<never>): Promise<void> {
  await sql\`drop table "\${sql.raw('${name}')}"; delete from ran where name = '\${sql.raw('${name}')}'\`.execute(db)
}
`

function makeMigrations(names = NAMES): string {
  const folder = makeTemporaryFolder()
  for (const name of names.toReversed()) writeFileSync(join(folder, `${name}.ts`), migration(name))
  return folder
}

const ran = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from ran order by number')).rows.map(({ name }) => name)

test('migrations run once and in order, can be reverted, and run again', async (t) => {
  const folder = makeMigrations()
  const { pool } = await openTestEngine(t)
  const db = createDatabase<unknown>(pool)
  assert.deepEqual(await migrateToLatest(db, { folder }), NAMES)
  assert.deepEqual(await ran(pool), NAMES)
  assert.deepEqual(await migrateToLatest(db, { folder }), [])
  assert.deepEqual(await resetAll(db, { folder }), NAMES.toReversed())
  assert.deepEqual(await ran(pool), [])
  assert.deepEqual(await migrateToLatest(db, { folder }), NAMES)
  assert.deepEqual(await ran(pool), NAMES)
})

test('FLT-15: a database that a newer version has migrated is refused by name, with what to do', async (t) => {
  const { pool } = await openTestEngine(t)
  const db = createDatabase<unknown>(pool)
  await migrateToLatest(db, { folder: makeMigrations() })
  const older = makeMigrations(NAMES.slice(0, -1))
  await assert.rejects(migrateToLatest(db, { folder: older }), (error: Error) => {
    assert.ok(error.message.includes(NAMES.at(-1) ?? ''), error.message)
    assert.match(error.message, /newer version.*Start that version or a later one/)
    return true
  })
})

test('a later migration is applied to an existing database', async (t) => {
  const folder = makeMigrations()
  const { pool } = await openTestEngine(t)
  const db = createDatabase<unknown>(pool)
  await migrateToLatest(db, { folder })
  writeFileSync(join(folder, '0011_eleventh.ts'), migration('0011_eleventh'))
  assert.deepEqual(await migrateToLatest(db, { folder }), ['0011_eleventh'])
})

test('HSE-10: a migration that was changed after the database ran it is refused by its name', async (t) => {
  const folder = makeMigrations()
  const { pool } = await openTestEngine(t)
  const db = createDatabase<unknown>(pool)
  await migrateToLatest(db, { folder })
  const path = join(folder, '0002_second.ts')
  writeFileSync(path, `${migration('0002_second')}// a word more`)
  writeFileSync(join(folder, '0011_eleventh.ts'), migration('0011_eleventh'))
  await assert.rejects(
    migrateToLatest(db, { folder }),
    /^Error: Not the migrations that this database has run: 0002_second\. Restore the files/,
  )
  assert.deepEqual(await ran(pool), NAMES, 'nothing later is applied')
  writeFileSync(path, migration('0002_second'))
  assert.deepEqual(await migrateToLatest(db, { folder }), ['0011_eleventh'])
})

test('HSE-10: a database without hashes is accepted with a warning, and compared from then on', async (t) => {
  const folder = makeMigrations()
  const { pool } = await openTestEngine(t)
  const db = createDatabase<unknown>(pool)
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  await migrateToLatest(db, { folder, warn })
  await pool.query('drop table migration_hash')
  assert.deepEqual(await migrateToLatest(db, { folder, warn }), [])
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /^This database is older than .*: 0001_first, 0002_second, 0010_tenth$/)
  writeFileSync(join(folder, '0001_first.ts'), `${migration('0001_first')}// a word more`)
  await assert.rejects(migrateToLatest(db, { folder, warn }), /has run: 0001_first\./)
})

test('a failing migration is named, and the whole run is rolled back', async (t) => {
  const folder = makeMigrations()
  writeFileSync(join(folder, '0011_broken.ts'), migration('0001_first'))
  const { pool } = await openTestEngine(t)
  await assert.rejects(migrateToLatest(createDatabase<unknown>(pool), { folder }), (error) => {
    assert.ok(error instanceof Error)
    assert.match(error.message, /^migration 0011_broken failed: /)
    assert.match(String(error.cause), /already exists/)
    return true
  })
  await assert.rejects(pool.query('select 1 from ran'), { code: '42P01' })
})

test('a file that is not a migration is refused and not skipped', async (t) => {
  const folder = makeMigrations()
  const { pool } = await openTestEngine(t)
  writeFileSync(join(folder, '0011_empty.ts'), 'export const upp = 1\n')
  await assert.rejects(migrateToLatest(createDatabase<unknown>(pool), { folder }), (error) => {
    assert.match(String(error instanceof Error && error.cause), /0011_empty\.ts is no migration/)
    return true
  })
})

if (testDatabaseUrl) {
  test('nodes that start together apply each migration once', async (t) => {
    const folder = makeMigrations()
    const { url, drop } = await createTestDatabase()
    t.after(drop)
    const nodes = [1, 2, 3].map(() => startChild(t, 'migrate-once.ts', url, folder))
    const applied = await Promise.all(nodes.map(async (node) => JSON.parse(await nextLine(node)) as string[]))
    await Promise.all(nodes.map(({ closed }) => closed))
    assert.deepEqual(
      applied.toSorted((a, b) => b.length - a.length),
      [NAMES, [], []],
    )
  })

  test('the statement timeout does not apply while waiting for another node, and applies again afterwards', async (t) => {
    const folder = makeMigrations(['0001_first'])
    const { pool } = await openTestEngine(t)
    const limit = async () =>
      (await pool.query("select current_setting('statement_timeout') as at")).rows[0]?.at
    const before = await limit()
    assert.notEqual(before, '0')
    writeFileSync(
      join(folder, '0002_limit.ts'),
      `import { sql } from '${import.meta.resolve('kysely')}'
       export const up = (db) => sql\`create table seen as select current_setting('statement_timeout') as at\`.execute(db)`,
    )
    await migrateToLatest(createDatabase<unknown>(pool), { folder })
    assert.deepEqual((await pool.query('select at from seen')).rows, [{ at: '0' }])
    assert.equal(await limit(), before)
  })
}
