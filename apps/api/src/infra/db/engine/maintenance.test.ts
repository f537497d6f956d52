// Engine: both
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openEngine } from './open-engine.ts'
import { startMaintenance } from './maintenance.ts'
import {
  embeddedOptions,
  embeddedTemplate,
  makeTemporaryFolder,
  silentLog,
} from '../../../../test/db/test-engine.ts'

const NEVER_MS = 1_000_000_000

/** A pool whose answers the test gives. */
function fakePool() {
  const asked: { statement: string; answer(): void; fail(error: Error): void }[] = []
  const query = (statement: string) =>
    new Promise<void>((resolve, reject) => void asked.push({ statement, answer: resolve, fail: reject }))
  return { pool: { query }, asked }
}

test('a vacuum removes dead rows and updates statistics; a checkpoint runs', async (t) => {
  const options = { ...embeddedOptions(makeTemporaryFolder()), template: await embeddedTemplate() }
  const { pool, maintenance, close } = await openEngine(options)
  t.after(close)
  assert.ok(maintenance)
  await pool.query('create table note as select generate_series(1, 5000) as number')
  const pages = async () =>
    (await pool.query("select relpages from pg_class where relname = 'note'")).rows[0]?.relpages
  assert.equal(await pages(), 0, 'nothing is known before the first vacuum')
  await maintenance.runNow('vacuum')
  const full = await pages()
  assert.ok(full > 10)
  await pool.query('delete from note where number > 10')
  await maintenance.runNow('vacuum')
  assert.ok((await pages()) < full)
  const redo = async () =>
    (await pool.query('select redo_lsn from pg_control_checkpoint()')).rows[0]?.redo_lsn
  const before = await redo()
  await maintenance.runNow('checkpoint')
  assert.notEqual(await redo(), before)
})

test('two tasks never run at once, and stopping waits for the running one', async () => {
  const { pool, asked } = fakePool()
  const maintenance = startMaintenance(pool, silentLog, { checkpointMs: NEVER_MS, vacuumMs: NEVER_MS })
  const first = maintenance.runNow('vacuum')
  const second = maintenance.runNow('checkpoint')
  await new Promise(setImmediate)
  assert.deepEqual(
    asked.map(({ statement }) => statement),
    ['VACUUM (ANALYZE)'],
  )
  let stopped = false
  const stop = maintenance.stop().then(() => (stopped = true))
  asked[0]?.fail(new Error('disk full'))
  await assert.rejects(first, /disk full/)
  await new Promise(setImmediate)
  assert.equal(asked[1]?.statement, 'CHECKPOINT')
  assert.equal(stopped, false)
  asked[1]?.answer()
  await Promise.all([second, stop])
})

test('tasks run on schedule, are skipped while one runs, and failures are logged', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { pool, asked } = fakePool()
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const maintenance = startMaintenance(pool, log, { checkpointMs: 1000, vacuumMs: NEVER_MS })
  t.mock.timers.tick(1000)
  await new Promise(setImmediate)
  t.mock.timers.tick(1000)
  await new Promise(setImmediate)
  assert.equal(asked.length, 1)
  asked[0]?.fail(new Error('disk full'))
  await new Promise(setImmediate)
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /maintenance failed: checkpoint/)
  t.mock.timers.tick(1000)
  await new Promise(setImmediate)
  assert.equal(asked.length, 2)
  asked[1]?.answer()
  await maintenance.stop()
  t.mock.timers.tick(5000)
  await new Promise(setImmediate)
  assert.equal(asked.length, 2)
})
