// Engine: only postgres
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestEngine } from '../../../test/db/test-engine.ts'

const { pool } = await openTestEngine({ after })

/** Often enough for the statement to have a name on this connection, and to be known to it. */
const TIMES = 6

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
