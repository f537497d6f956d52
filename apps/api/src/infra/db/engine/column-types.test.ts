// Engine: both
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestEngine } from '../../../../test/db/test-engine.ts'

const { pool } = await openTestEngine({ after })

async function select(expression: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`, values)
  return rows[0]?.value
}

test('whole numbers are exact up to 2^53, and refused beyond', async () => {
  assert.equal(await select('9007199254740991::bigint'), Number.MAX_SAFE_INTEGER)
  assert.equal(await select('-9007199254740991::bigint'), Number.MIN_SAFE_INTEGER)
  assert.equal(await select('$1::bigint', [Number.MAX_SAFE_INTEGER]), Number.MAX_SAFE_INTEGER)
  assert.equal(await select('count(*)'), 1)
  await assert.rejects(select('9007199254740992::bigint'), RangeError)
  await assert.rejects(select('array[1, 9223372036854775807]::bigint[]'), RangeError)
  assert.equal(await select('1::bigint'), 1, 'a refused value does no harm to the next query')
})

test('decimals stay decimal strings', async () => {
  assert.equal(await select('5000.00::numeric(12, 2)'), '5000.00')
  assert.equal(await select('$1::numeric(30, 2)', ['99999999999999999999.99']), '99999999999999999999.99')
  assert.deepEqual(await select("array['0.10', '99999999999999999999.99', null]::numeric[]"), [
    '0.10',
    '99999999999999999999.99',
    null,
  ])
})

test('times are wire strings in the configured zone', async () => {
  assert.equal(await select("'2026-11-20 10:57:47.113Z'::timestamptz"), '2026-11-20 18:57:47')
  assert.equal(await select("'2026-11-20 18:57:47'::timestamp"), '2026-11-20 18:57:47')
  assert.equal(await select("to_char('2026-11-20 18:57:47'::timestamptz at time zone 'UTC', 'HH24')"), '10')
  assert.equal(await select('$1::timestamptz', ['2026-11-20 18:57:47']), '2026-11-20 18:57:47')
  assert.equal(await select('$1::timestamptz', [new Date('2026-11-20T10:57:47.113Z')]), '2026-11-20 18:57:47')
  assert.equal(await select("'1900-01-01 00:00:00'::timestamptz"), '1900-01-01 00:00:00')
  assert.equal(await select('null::timestamptz'), null)
  assert.deepEqual(await select("array['2026-01-01 00:00:00+08', null]::timestamptz[]"), [
    '2026-01-01 00:00:00',
    null,
  ])
})

test('dates are wire strings', async () => {
  assert.equal(await select("'2028-02-29'::date"), '2028-02-29')
  assert.equal(await select('$1::date', ['2028-02-29']), '2028-02-29')
  assert.deepEqual(await select("array['2028-02-29']::date[]"), ['2028-02-29'])
})

test('times that the wire format cannot represent are refused', async () => {
  for (const type of ['timestamptz', 'timestamp', 'date']) {
    for (const odd of ['infinity', '-infinity', '0044-03-15 BC', '12026-01-01'])
      await assert.rejects(select(`'${odd}'::${type}`), RangeError, `${odd} as ${type}`)
    await assert.rejects(select(`array['infinity']::${type}[]`), RangeError)
  }
})

test('arrays, JSON, bytes and text are read back unchanged', async () => {
  assert.deepEqual(await select('$1::bigint[]', [[1, Number.MAX_SAFE_INTEGER, null]]), [
    1,
    Number.MAX_SAFE_INTEGER,
    null,
  ])
  assert.deepEqual(await select("'{{1,2},{3,4}}'::bigint[]"), [
    [1, 2],
    [3, 4],
  ])
  assert.deepEqual(await select("'{}'::bigint[]"), [])
  assert.deepEqual(await select('$1::jsonb', [JSON.stringify({ a: [1, '二'] })]), { a: [1, '二'] })
  assert.deepEqual(await select(`'{"a":1}'::json`), { a: 1 })
  assert.deepEqual(await select('$1::bytea', [Buffer.from([0, 255, 10])]), Buffer.from([0, 255, 10]))
  const text = `堃喆 𠮷 "'\\ \n`
  assert.equal(await select('$1::text', [text]), text)
  assert.deepEqual(await select('$1::text[]', [[text, null, '']]), [text, null, ''])
})

test('a large answer and a large parameter are transferred completely', async () => {
  const large = 'é'.repeat(3_000_000)
  assert.equal(await select('$1::text', [large]), large)
})

test('other users of pg in this process keep its default parsers', () => {
  assert.equal(pg.types.getTypeParser(pg.types.builtins.INT8)('1'), '1')
  assert.ok(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)('2026-01-01 00:00:00+00') instanceof Date)
})
