// Engine: both
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { createDatabase, inTransaction, TRANSACTION_ATTEMPTS } from './database.ts'
import { openTestEngine, testDatabaseUrl } from '../../../test/db/test-engine.ts'

interface Tables {
  note: { id: number; text: string }
}

const engine = await openTestEngine({ after })
const db = createDatabase<Tables>(engine.pool)
await engine.pool.query('create table note (id bigint primary key, text text not null)')

beforeEach(() => db.deleteFrom('note').execute())

const texts = async () =>
  (await db.selectFrom('note').select('text').orderBy('id').execute()).map(({ text }) => text)
const put = (on: Kysely<Tables>, id: number, text: string) =>
  on.insertInto('note').values({ id, text }).execute()
const raise = (on: Kysely<Tables>, code: string) =>
  sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(on)

test('work is committed as a whole, or not at all', async () => {
  assert.equal(await inTransaction(db, async (trx) => (await put(trx, 1, 'one'), 'result')), 'result')
  await assert.rejects(
    inTransaction(db, async (trx) => {
      await put(trx, 2, 'two')
      await put(trx, 1, 'one again')
    }),
    { code: '23505', constraint: 'note_pkey' },
  )
  assert.deepEqual(await texts(), ['one'])
})

test('nested work joins the outer transaction', async () => {
  await assert.rejects(
    inTransaction(db, async (outer) => {
      await inTransaction(outer, async (inner) => {
        assert.equal(inner, outer)
        await put(inner, 1, 'inner')
      })
      throw new Error('the outer work fails')
    }),
    /the outer work fails/,
  )
  assert.deepEqual(await texts(), [])
})

for (const [name, code] of [
  ['deadlock', '40P01'],
  ['serialization failure', '40001'],
] as const) {
  test(`after a ${name} the work is repeated in a new transaction`, async () => {
    let runs = 0
    await inTransaction(db, async (trx) => {
      runs += 1
      await put(trx, runs, `run ${runs}`)
      if (runs < 3) await raise(trx, code)
    })
    assert.deepEqual(await texts(), ['run 3'])
  })
}

test('work that always loses fails in the end, and only the outer transaction repeats', async () => {
  let runs = 0
  const work = inTransaction(db, (outer) =>
    inTransaction(outer, async (inner) => {
      runs += 1
      await raise(inner, '40001')
    }),
  )
  await assert.rejects(work, { code: '40001' })
  assert.equal(runs, TRANSACTION_ATTEMPTS)
})

test('other failures are not repeated', async () => {
  let runs = 0
  const work = inTransaction(db, async (trx) => {
    runs += 1
    await raise(trx, '23514')
  })
  await assert.rejects(work, { code: '23514' })
  assert.equal(runs, 1)
})

if (testDatabaseUrl) {
  test('two transactions that deadlock both succeed in the end', async () => {
    await put(db, 1, '')
    await put(db, 2, '')
    const append = (on: Kysely<Tables>, id: number, text: string) =>
      on
        .updateTable('note')
        .set({ text: sql`text || ${text}` })
        .where('id', '=', id)
        .execute()
    let arrived = 0
    let open = () => {}
    const both = new Promise<void>((resolve) => (open = resolve))
    const cross = (first: number, second: number, text: string) =>
      inTransaction(db, async (trx) => {
        await append(trx, first, text)
        if (++arrived >= 2) open()
        await both
        await append(trx, second, text)
      })
    await Promise.all([cross(1, 2, 'a'), cross(2, 1, 'b')])
    const sorted = (await texts()).map((text) => [...text].toSorted().join(''))
    assert.deepEqual(sorted, ['ab', 'ab'])
    assert.equal(arrived, 3, 'one of them ran twice')
  })
}
