// Engine: only embedded
// Slow
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { openEngine } from './open-engine.ts'
import { DataFolderInUse } from './lock.ts'
import { nextLine, remainingLines, startChild } from '../../../../test/db/child.ts'
import {
  embeddedOptions,
  embeddedTemplate,
  makeTemporaryFolder,
  type Scope,
} from '../../../../test/db/test-engine.ts'

const KILLS = 3
const POLL_MS = 5
/** Nested deeper than the thread's stack, so that the engine traps. */
const TOO_DEEP = `select 1${' + 1'.repeat(50_000)}`

async function open(scope: Scope, dataDir: string, onFatal = (_error: Error) => {}): Promise<Engine> {
  const engine = await openEngine({
    ...embeddedOptions(dataDir),
    onFatal,
    template: await embeddedTemplate(),
  })
  scope.after(() => engine.close())
  return engine
}

test('data is kept after closing and reopening; only the owner can access the folder', async (t) => {
  const dataDir = join(makeTemporaryFolder(), 'data')
  const engine = await open(t, dataDir)
  await engine.pool.query('create table note (text text)')
  await engine.pool.query("insert into note values ('堃')")
  await engine.close()
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['lock', 'pg'])
  assert.equal(statSync(join(dataDir, 'pg')).mode & 0o777, 0o700)
  const again = await open(t, dataDir)
  assert.deepEqual((await again.pool.query('select text from note')).rows, [{ text: '堃' }])
})

test('a folder in use is refused, and its user is not affected', async (t) => {
  const dataDir = makeTemporaryFolder()
  const engine = await open(t, dataDir)
  await assert.rejects(openEngine(embeddedOptions(dataDir)), DataFolderInUse)
  const other = startChild(t, 'crash-writer.ts', dataDir)
  assert.deepEqual(await remainingLines(other), ['DataFolderInUse'])
  assert.deepEqual((await engine.pool.query('select 1 as one')).rows, [{ one: 1 }])
})

test(`kill -9 amid writes, ${KILLS} times: every acknowledged transaction is kept completely`, async (t) => {
  const dataDir = makeTemporaryFolder()
  await (await open(t, dataDir)).close()
  const acknowledged: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    const writer = startChild(t, 'crash-writer.ts', dataDir)
    for (let line = 0; line < 7 * kill; line++) acknowledged.push(Number(await nextLine(writer)))
    writer.process.kill('SIGKILL')
    acknowledged.push(...(await remainingLines(writer)).map(Number))
    await writer.closed
  }
  const { pool } = await open(t, dataDir)
  const { rows } = await pool.query<{ number: number; halves: number }>(
    'select number, count(*) as halves from pair group by number',
  )
  assert.deepEqual(new Set(rows.map(({ halves }) => halves)), new Set([2]))
  const written = new Set(rows.map(({ number }) => number))
  assert.deepEqual(
    acknowledged.filter((number) => !written.has(number)),
    [],
  )
  assert.ok(
    written.size <= acknowledged.length + KILLS,
    'at most one transaction per kill was not acknowledged',
  )
})

test('kill -9 while a new database is created: the next start creates it', async (t) => {
  const dataDir = makeTemporaryFolder()
  const writer = startChild(t, 'crash-writer.ts', dataDir)
  while (!existsSync(join(dataDir, 'pg.new', 'PG_VERSION'))) await delay(POLL_MS)
  writer.process.kill('SIGKILL')
  await writer.closed
  assert.ok(!existsSync(join(dataDir, 'pg')), 'the kill came before the database was complete')
  const engine = await openEngine(embeddedOptions(dataDir))
  t.after(() => engine.close())
  assert.deepEqual((await engine.pool.query('select 1 as one')).rows, [{ one: 1 }])
  assert.ok(!existsSync(join(dataDir, 'pg.new')))
})

test('a broken engine reports it once, fails waiting queries, and loses no acknowledged data', async (t) => {
  const dataDir = makeTemporaryFolder()
  const reports: Error[] = []
  const { pool, close } = await open(t, dataDir, (error) => void reports.push(error))
  await pool.query('create table note (text text)')
  await pool.query("insert into note values ('kept')")
  const waiting = [pool.query(TOO_DEEP), pool.query('select 1'), pool.query('select 2')]
  const results = await Promise.allSettled(waiting)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  await assert.rejects(pool.query('select 3'), { name: 'EngineBroken' })
  assert.equal(reports.length, 1)
  assert.match(reports[0]?.message ?? '', /^The embedded database engine failed: RangeError/)
  await close()
  const again = await open(t, dataDir)
  assert.deepEqual((await again.pool.query('select text from note')).rows, [{ text: 'kept' }])
})

test('a new client sees no session state of the previous one', async (t) => {
  const { pool } = await open(t, makeTemporaryFolder())
  await pool.query('create table note (text text)')
  const client = await pool.connect()
  await client.query('begin')
  await client.query("insert into note values ('never committed')")
  await client.query("set timezone = 'UTC'")
  await client.query('create temporary table leftover (text text)')
  client.release(true)
  assert.deepEqual((await pool.query('select * from note')).rows, [])
  assert.deepEqual((await pool.query('show timezone')).rows, [{ TimeZone: 'Asia/Shanghai' }])
  await assert.rejects(pool.query('select * from leftover'), { code: '42P01' })
})

test('answers come in the order of the requests, also if one fails', async (t) => {
  const { pool } = await open(t, makeTemporaryFolder())
  const questions = Array.from({ length: 50 }, (_, index) =>
    pool.query('select 100 / $1::int as share', [index - 25]),
  )
  const results = await Promise.allSettled(questions)
  results.forEach((result, index) => {
    if (index === 25) assert.equal(result.status, 'rejected')
    else
      assert.deepEqual(result.status === 'fulfilled' && result.value.rows, [
        { share: Math.trunc(100 / (index - 25)) },
      ])
  })
})
