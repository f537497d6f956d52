// Engine: both
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { createDatabase, inTransaction } from './database.ts'
import {
  afterRequest,
  apartFromTransactions,
  inRequestTransaction,
} from './transactions/request-transaction.ts'
import { openTestEngine, testDatabaseUrl } from '../../../test/db/test-engine.ts'

const TRANSACTION_ATTEMPTS = 5

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

const BESIDE = { name: 'UsedBesideTransaction', message: /give the transaction to the query/ }
/** Every way in which work could use the database itself. */
const besides: Record<string, () => Promise<unknown>> = {
  query: texts,
  write: () => put(db, 9, 'beside'),
  'raw statement': () => sql`select 1`.execute(db),
  transaction: () => inTransaction(db, () => Promise.resolve()),
  'transaction with settings': () =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .setAccessMode('read only')
      .execute(() => Promise.resolve()),
  connection: () => db.connection().execute(() => Promise.resolve()),
  stream: async () => {
    for await (const _ of db.selectFrom('note').select('text').stream());
  },
  'query of the pool': () => engine.pool.query('select 1'),
  'connection of the pool': async () => (await engine.pool.connect()).release(),
}
const COMMITTED_ALONE = { begun: async () => {}, settled: async () => {} }

for (const [name, use] of Object.entries(besides))
  test(`SEC-34: a ${name} beside the transaction that the same work holds fails at once, and the transaction goes on`, async () => {
    const holders: Record<string, (work: (on: Kysely<Tables>) => Promise<void>) => Promise<void>> = {
      transaction: (work) => inTransaction(db, work),
      'transaction with settings': (work) =>
        db.transaction().setIsolationLevel('repeatable read').execute(work),
      connection: (work) => db.connection().execute(work),
      'part of a request': (work) => inRequestTransaction(COMMITTED_ALONE, () => inTransaction(db, work)),
    }
    for (const [at, hold] of Object.values(holders).entries())
      await hold(async (on) => {
        await put(on, 2 * at, 'before')
        await assert.rejects(async () => use(), BESIDE)
        await put(on, 2 * at + 1, 'after')
      })
    assert.equal((await texts()).length, 8)
    // No part of the service reads by a cursor, so the dialect has none.
    if (name !== 'stream') await use()
  })

test('SEC-34: a transaction is begun by a callback only, so that it is known what belongs to it', () => {
  assert.throws(() => db.startTransaction(), /callback/)
})

test('SEC-34: queries of a request join its transaction, and those of the pool are refused once it has begun', async () => {
  await inRequestTransaction(COMMITTED_ALONE, async () => {
    await engine.pool.query('select 1')
    await Promise.all([texts(), put(db, 1, 'one'), texts()])
    assert.deepEqual(await texts(), ['one'])
    await assert.rejects(async () => engine.pool.query('select 1'), BESIDE)
    await inTransaction(db, (trx) => put(trx, 2, 'two'))
    await afterRequest(async () => void (await engine.pool.query('select 1')))
  })
  assert.deepEqual(await texts(), ['one', 'two'])
})

test('SEC-34: work that was begun in a transaction uses the database after its end, or apart from it', async () => {
  let later: Promise<string[]> | undefined
  let apart: Promise<string[]> | undefined
  const ended = Promise.withResolvers<void>()
  await inTransaction(db, async (trx) => {
    later = ended.promise.then(texts)
    apart = apartFromTransactions(texts)
    await put(trx, 1, 'one')
  })
  ended.resolve()
  assert.deepEqual(await later, ['one'])
  assert.ok(Array.isArray(await apart))
})

test('SEC-34: a transaction does not keep its work from another database', async () => {
  const other = await openTestEngine({ after })
  await inTransaction(db, async () => {
    await sql`select 1`.execute(createDatabase<Tables>(other.pool))
    await other.pool.query('select 1')
    await assert.rejects(
      inTransaction(createDatabase<Tables>(other.pool), () => put(db, 1, 'beside')),
      BESIDE,
    )
  })
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
    // PostgreSQL may end both if each looks for the deadlock at the same time.
    assert.ok(arrived > 2, 'one of them ran again')
  })
}
