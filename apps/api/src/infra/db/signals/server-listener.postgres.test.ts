// Engine: only postgres
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestEngine, testDatabaseUrl } from '../../../../test/db/test-engine.ts'

/** Ends the LISTEN connections, as a restart of the server would. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`

if (testDatabaseUrl) {
  test('a lost connection is reopened, and its listeners are informed and get later notifications', async (t) => {
    const engine = await openTestEngine(t)
    const heard: string[] = []
    let arrived = () => {}
    let reconnected = () => {}
    const gap = new Promise<void>((resolve) => (reconnected = resolve))
    await engine.listen(
      'one',
      (payload) => {
        heard.push(payload)
        arrived()
      },
      () => reconnected(),
    )
    const { rows } = await engine.pool.query(CUT)
    assert.equal(rows.length, 1)
    await gap
    const next = new Promise<void>((resolve) => (arrived = resolve))
    await engine.pool.query("select pg_notify('one', 'after the gap')")
    await next
    assert.deepEqual(heard, ['after the gap'])
  })

  test('a listener that is closed while it reconnects stops reconnecting', async (t) => {
    const engine = await openTestEngine(t)
    await engine.listen('one', () => {})
    await engine.pool.query(CUT)
    await engine.close()
    assert.equal(engine.pool.ended, true)
  })

  test('the server disconnects clients with idle transactions or long statements', async (t) => {
    const { pool } = await openTestEngine(t)
    const { rows } = await pool.query(
      `select name, setting::int > 0 as set from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    )
    assert.deepEqual(
      rows.map(({ set }) => set),
      [true, true],
    )
  })
}
