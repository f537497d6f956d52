// Engine: both
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openEngine } from './open-engine.ts'
import { embeddedOptions, openTestEngine, testDatabaseUrl } from '../../../../test/db/test-engine.ts'

const engine = await openTestEngine({ after })
const { pool } = engine

/** Collects payloads, and waits for the first that is asked for. */
function collect() {
  const payloads: string[] = []
  const waiting = new Map<string, () => void>()
  return {
    payloads,
    handler(payload: string) {
      payloads.push(payload)
      waiting.get(payload)?.()
    },
    until: (payload: string) =>
      new Promise<void>((resolve) =>
        payloads.includes(payload) ? resolve() : waiting.set(payload, resolve),
      ),
  }
}

const notify = (channel: string, payload: string) =>
  pool.query('select pg_notify($1, $2)', [channel, payload])

test('the engine under test is the requested one and describes its durability', () => {
  assert.equal(engine.kind, testDatabaseUrl ? 'postgres' : 'embedded')
  const line = engine.describe()
  assert.equal(line.split('\n').length, 1)
  assert.match(
    line,
    testDatabaseUrl ? /^PostgreSQL \d+\.\d+ at \S+:\d+\/test_/ : /not a power cut.*DATABASE_URL/,
  )
  if (testDatabaseUrl) assert.ok(!line.includes(new URL(testDatabaseUrl).password))
})

test('every client is in the configured zone before its first query', async () => {
  const zones = await Promise.all(Array.from({ length: 4 }, () => pool.query('show timezone')))
  for (const { rows } of zones) assert.deepEqual(rows, [{ TimeZone: 'Asia/Shanghai' }])
  await assert.rejects(pool.query('select 1 / 0'), { code: '22012' })
  assert.deepEqual((await pool.query('show timezone')).rows, [{ TimeZone: 'Asia/Shanghai' }])
})

test('a statement that is sent often is prepared once for a connection, and anew for the next', async () => {
  const text = 'select $1::int + 41 as sum'
  const prepared = async () =>
    (await pool.query('select from pg_prepared_statements where statement = $1', [text])).rowCount
  const sums = async () => {
    const answers = []
    for (const given of [1, 2, 3, 4]) answers.push(await pool.query<{ sum: number }>(text, [given]))
    return answers.map(({ rows }) => rows[0]?.sum)
  }
  assert.deepEqual(await sums(), [42, 43, 44, 45])
  assert.equal(await prepared(), 1)
  const client = await pool.connect()
  client.release(true)
  assert.equal(await prepared(), 0)
  assert.deepEqual(await sums(), [42, 43, 44, 45])
  assert.equal(await prepared(), 1)
})

test('the trigram extension can be created', async () => {
  await pool.query('create extension if not exists pg_trgm')
  const { rows } = await pool.query("select similarity('consilium', 'concilium') > 0.5 as similar")
  assert.deepEqual(rows, [{ similar: true }])
})

test('a notification arrives after the commit, and never after a rollback', async () => {
  const heard = collect()
  const stop = await engine.listen('commit_only', heard.handler)
  const client = await pool.connect()
  await client.query('begin')
  await client.query("select pg_notify('commit_only', 'rolled back')")
  await client.query('rollback')
  await client.query('begin')
  await client.query("select pg_notify('commit_only', 'committed')")
  await client.query('select 1')
  assert.deepEqual(heard.payloads, [])
  await client.query('commit')
  client.release()
  await heard.until('committed')
  assert.deepEqual(heard.payloads, ['committed'])
  await stop()
})

test('every listener of a channel is notified, whatever the others do, and also after a failed query', async () => {
  const first = collect()
  const second = collect()
  const stopBroken = await engine.listen('shared', () => {
    throw new Error('a handler that fails')
  })
  const stopFirst = await engine.listen('shared', first.handler)
  const stopSecond = await engine.listen('shared', second.handler)
  await assert.rejects(pool.query('select nonsense'))
  await notify('shared', 'one')
  await Promise.all([first.until('one'), second.until('one')])
  await stopFirst()
  await notify('shared', '')
  await notify('shared', 'two')
  await second.until('two')
  assert.deepEqual(first.payloads, ['one'])
  assert.deepEqual(second.payloads, ['one', '', 'two'])
  await Promise.all([stopBroken(), stopSecond()])
})

test('a channel name that would need quoting is refused', async () => {
  for (const name of ['Events', 'a b', 'x; drop table t', '', 'x'.repeat(64)])
    await assert.rejects(
      engine.listen(name, () => {}),
      /is no channel name/,
    )
})

test('a time zone that PostgreSQL would interpret differently is refused', async () => {
  for (const timeZone of ['+08:00', 'Mars/Olympus', "Asia/Shanghai'", ''])
    await assert.rejects(
      openEngine({ ...embeddedOptions('unused'), timeZone, databaseUrl: 'postgres://127.0.0.1:1/x' }),
      {
        name: /^(Range)?Error$/,
      },
    )
})

test('a server that cannot be reached is named in one line, without the password', async () => {
  const databaseUrl = 'postgres://someone:geheim@127.0.0.1:1/nowhere'
  await assert.rejects(openEngine({ ...embeddedOptions('unused'), databaseUrl }), (error) => {
    assert.ok(error instanceof Error)
    assert.match(error.message, /^PostgreSQL at 127\.0\.0\.1:1\/nowhere does not let us in: .*ECONNREFUSED/)
    assert.ok(!error.message.includes('geheim'))
    return true
  })
})

test('FLT-4: a server that refuses connections leaves no socket behind whose silence ends the process', async () => {
  const limits = {
    connections: 2,
    waitSeconds: 10,
    statementSeconds: 30,
    lockSeconds: 5,
    idleSeconds: 60,
    silenceSeconds: 0.02,
  }
  const databaseUrl = 'postgres://127.0.0.1:1/nowhere'
  await assert.rejects(openEngine({ ...embeddedOptions('unused'), databaseUrl, limits }), /ECONNREFUSED/)
  await delay(100)
})
