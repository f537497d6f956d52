// Engine: only postgres
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Compilable, type RawBuilder } from 'kysely'
import { openTestEngine } from '../../../../test/db/test-engine.ts'
import { createDatabase } from '../database.ts'
import type { Db } from '../db.ts'
import { compiledOnce } from '@consilium/lists/compiled-once.ts'
import { knowsStatement, serialize, wireValue, type Wire } from './pg-wire.ts'

const { pool } = await openTestEngine({ after })
const db: Db = createDatabase(pool)

/** Often enough for the statement to have a name on this connection, and to be known to it. */
const TIMES = 6

interface Given extends Record<string, unknown> {
  n: number | null
}

const compilable = <Row>(query: RawBuilder<Row>): Compilable<Row> => ({ compile: () => query.compile(db) })

async function onOneConnection(
  work: (ask: (text: string, ...values: unknown[]) => Promise<unknown>) => Promise<void>,
) {
  const client = await pool.connect()
  try {
    await work(async (text, ...values) => {
      const { command, rowCount, rows } = await client.query(text, values)
      return { command, rowCount, rows }
    })
  } finally {
    client.release()
  }
}

test('a statement that is sent often answers each time as the first time', () =>
  onOneConnection(async (ask) => {
    const text = `select $1::bigint as id, '2026-01-02 03:04:05.6'::timestamp as at, null as nothing, true as is,
      array[1, 2]::bigint[] as ids, '{"a": [1]}'::jsonb as json, 1.50::numeric as amount, n from generate_series(1, $2::int) n`
    const row = {
      id: 7,
      at: '2026-01-02 03:04:05',
      nothing: null,
      is: true,
      ids: [1, 2],
      json: { a: [1] },
      amount: '1.50',
    }
    for (let time = 1; time <= TIMES; time++)
      assert.deepEqual(await ask(text, 7, time), {
        command: 'SELECT',
        rowCount: time,
        rows: Array.from({ length: time }, (_, index) => ({ ...row, n: index + 1 })),
      })
    assert.deepEqual(await ask(text, 7, 0), { command: 'SELECT', rowCount: 0, rows: [] })
  }))

test('a named statement that writes tells how many rows it wrote', () =>
  onOneConnection(async (ask) => {
    await ask('create table written (id bigint primary key)')
    const add = 'insert into written select n from generate_series($1::int, $1::int + 2) n'
    for (let time = 0; time < TIMES; time++)
      assert.deepEqual(await ask(add, time * 10), { command: 'INSERT', rowCount: 3, rows: [] })
    const returning = 'insert into written values ($1) returning id'
    for (let time = 0; time < TIMES; time++)
      assert.deepEqual(await ask(returning, 1000 + time), {
        command: 'INSERT',
        rowCount: 1,
        rows: [{ id: 1000 + time }],
      })
    const remove = 'delete from written where id < $1'
    for (const [rowCount, below] of [0, 1, 1, 1, 3].map((count, index) => [count, [0, 1, 2, 3, 13][index]]))
      assert.deepEqual(await ask(remove, below), { command: 'DELETE', rowCount, rows: [] })
  }))

test('a named statement that fails leaves its connection in step', () =>
  onOneConnection(async (ask) => {
    const text = 'select 10 / $1::int as quotient, $2::text as note, $3::bigint as id'
    const circle: Record<string, unknown> = {}
    circle['toPostgres'] = () => circle
    for (let time = 0; time < TIMES; time++) {
      assert.deepEqual(await ask(text, 5, 'kept', 1), {
        command: 'SELECT',
        rowCount: 1,
        rows: [{ quotient: 2, note: 'kept', id: 1 }],
      })
      await assert.rejects(ask(text, 0, 'lost', 1), { code: '22012' })
      await assert.rejects(ask(text, 1, circle, 1), /circular/)
      await assert.rejects(ask(text, 1, 'too long for JSON', '9007199254740993'), RangeError)
    }
  }))

test('columns that change under a named statement are refused, not mixed up', () =>
  onOneConnection(async (ask) => {
    await ask('create table changing (id bigint, name text)')
    await ask("insert into changing values (1, 'one')")
    const text = 'select * from changing where id = $1'
    for (let time = 0; time < TIMES; time++)
      assert.deepEqual(await ask(text, 1), {
        command: 'SELECT',
        rowCount: 1,
        rows: [{ id: 1, name: 'one' }],
      })
    await ask('alter table changing drop column name')
    await ask('alter table changing add column size bigint default 5')
    await assert.rejects(ask(text, 1), { code: '0A000' })
    assert.deepEqual(await ask('select size from changing where id = $1', 1), {
      command: 'SELECT',
      rowCount: 1,
      rows: [{ size: 5 }],
    })
  }))

test('HSE-33: pg still has the private members that pg-wire.ts uses', async () => {
  const client = await pool.connect()
  try {
    const wire = (client as unknown as { connection: Wire }).connection
    const [name, text] = ['prepared by pg', 'select $1::int as n']
    assert.deepEqual([wire.stream.writable, typeof wire.stream.write], [true, 'function'])
    assert.equal(knowsStatement(wire, name), false)
    const asked = client.query({ name, text, values: [1] })
    assert.equal(wire.submittedNamedStatements[name], text)
    assert.equal(knowsStatement(wire, name), true)
    assert.deepEqual((await asked).rows, [{ n: 1 }])
    assert.equal(wire.parsedStatements[name], text)
    assert.equal(wire.submittedNamedStatements[name], undefined)
  } finally {
    client.release()
  }
  const lists = { '{"1","b",NULL}': [1, 'b', null], '{1,-2,0.5}': [1, -2, 0.5], '{{"1"}}': [[1]], '{}': [] }
  const given = [null, undefined, true, 1.5, 'a', Buffer.of(1), { c: 2 }, ...Object.values(lists)]
  const sent = [null, null, 'true', '1.5', 'a', Buffer.of(1), '{"c":2}', ...Object.keys(lists)]
  assert.deepEqual(given.map(wireValue), sent)
})

test('HSE-33: messages are those of the protocol of PostgreSQL, byte by byte', () => {
  const bind = serialize.bind({ statement: 's', values: ['7', null], valueMapper: wireValue })
  assert.deepEqual(
    [
      serialize.parse({ name: 's', text: 'select $1' }),
      bind,
      serialize.describe({ type: 'P', name: '' }),
      serialize.execute(),
      serialize.sync(),
    ].map((message) => message.toString('latin1')),
    [
      'P\0\0\0\x12s\0select $1\0\0\0',
      'B\0\0\0\x1c\0s\0\0\x02\0\0\0\0\0\x02\0\0\0\x017\xff\xff\xff\xff\0\x01\0\0',
      'D\0\0\0\x06P\0',
      'E\0\0\0\x09\0\0\0\0\0',
      'S\0\0\0\x04',
    ],
  )
})

test('HSE-33: a query that is compiled once takes its values as parameters, and is refused if it depends on them', async () => {
  const plain = compiledOnce((_on, { n, text }: { n: number; text: string | null }) =>
    compilable(sql<{ n: number; text: string | null }>`select ${n}::int as n, ${text}::text as text`),
  )
  assert.deepEqual(await plain(db, { n: 1, text: 'a' }), [{ n: 1, text: 'a' }])
  assert.deepEqual(await plain(db, { n: 0, text: null }), [{ n: 0, text: null }])
  assert.deepEqual(await plain(db, { n: 2, text: 'b' }), [{ n: 2, text: 'b' }])

  const wrong = {
    'whether a value is there': ({ n }: Given) =>
      n === null ? sql`select 1 as n` : sql`select ${n}::int as n`,
    'whether a value is zero': ({ n }: Given) => sql`select ${n ? 1 : 2}::int as n`,
    'the value of another moment': ({ n }: Given) =>
      sql`select ${typeof n === 'number' ? n + 1 : n}::int as n`,
  }
  for (const [what, build] of Object.entries(wrong)) {
    const run = compiledOnce((_on, given: Given) => compilable(build(given)))
    await assert.rejects(
      async () => {
        for (const n of [5, 0, null]) await run(db, { n })
      },
      /compiled once depends on its values/,
      what,
    )
  }
  const added = compiledOnce((_on, { n }: { n: number }) => compilable(sql`select ${n + 1}::int as n`))
  await assert.rejects(added(db, { n: 1 }), /n may only be a parameter/)
})

test('a transaction begins with its first statement, whatever that is, and ends as it is told', async () => {
  await sql`create table begun (n int primary key)`.execute(db)
  const add = (n: number, fails = false) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into begun values (${n})`.execute(trx)
      if (fails) throw new Error('undone')
    })
  const rows = async () => {
    const { rows: all } = await sql<{ n: number }>`select n from begun order by n`.execute(db)
    return all.map(({ n }) => n)
  }
  // Only some of these are sent by a name that their connection knows.
  for (let time = 1; time <= TIMES; time++) {
    await add(time)
    await assert.rejects(add(time), { code: '23505' })
    await assert.rejects(add(-time, true), /undone/)
    await db.transaction().execute(async () => {})
    await assert.rejects(
      db.transaction().execute(() => Promise.reject(new Error('nothing was written'))),
      /nothing was written/,
    )
    assert.deepEqual(
      await rows(),
      Array.from({ length: time }, (_, index) => index + 1),
    )
  }
  await db.transaction().execute(async (trx) => {
    await sql`savepoint first`.execute(trx)
    await sql`insert into begun values (${0})`.execute(trx)
    await sql`rollback to savepoint first`.execute(trx)
  })
  assert.equal((await rows()).includes(0), false)
  const { rows: open } =
    await sql`select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`.execute(
      db,
    )
  assert.deepEqual(open, [])
})
