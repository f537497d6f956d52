// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { openDatabase } from '../test/open-database.ts'
import { Reach, type Filter, type LargeList } from './large-list.ts'
import type { Paging } from './list-order.ts'
import { selectLargePage } from './list-planner.ts'
import { NoSuchPage, type Page } from './page.ts'

const COUNTED_MAX = 10_000
/** More than any way to a page sorts or passes by. */
const ITEMS = 130_000

interface Item {
  id: number
  ownerId: number
  kind: 'few' | 'many' | 'most'
  score: number | null
}

/** Owner 1 has a hundred items, owner 2 more than are counted, owner 3 more than are sorted, and owner 4 more than are asked one by one. */
const items = Array.from({ length: ITEMS }, (_, at): Item => {
  const id = at + 1
  return {
    id,
    ownerId: id % 1300 === 0 ? 1 : id % 9 === 0 ? 2 : id % 40 === 3 ? 4 : 3,
    kind: id % 2600 === 0 ? 'few' : id % 11 === 0 ? 'many' : 'most',
    score: id % 7 === 0 ? null : (id * 7919) % 1000,
  }
})

const db = await openDatabase()
after(() => db.destroy())
for (const statement of [
  sql`create table item (id bigint primary key, owner_id bigint not null, kind text not null, score int)`,
  sql`insert into item select id,
    case when id % 1300 = 0 then 1 when id % 9 = 0 then 2 when id % 40 = 3 then 4 else 3 end,
    case when id % 2600 = 0 then 'few' when id % 11 = 0 then 'many' else 'most' end,
    case when id % 7 = 0 then null else (id * 7919) % 1000 end
    from generate_series(1, ${ITEMS}::bigint) id`,
  sql`create index on item (owner_id, id)`,
  sql`create index on item (kind, id)`,
  sql`create index on item (score, id)`,
  sql`analyze item`,
])
  await statement.execute(db)

const SORTING = { columns: { score: 'i.score', id: 'i.id' }, key: 'i.id' } as const
const ITEM = sql`item i`

const ownedBy = (ownerId: number) => sql<boolean>`i.owner_id = ${ownerId}`
const reachOf = (ownerId: number) =>
  new Reach({ ownerId }, 'owner', ({ ownerId: owner = 0 }) => [
    {
      condition: ownedBy(owner),
      ids: sql<{ id: number }>`select x.id from item x where x.owner_id = ${owner}`,
    },
  ])

/** By the kind itself, or by all values of the column that are that kind, one of which comes twice. */
const filterOf = (kind: string, isAmong: boolean): Filter => {
  const condition: RawBuilder<boolean> = sql<boolean>`i.kind = ${kind}`
  const filter = { found: condition, seen: condition, ofRow: { alias: 'i', condition } }
  if (!isAmong) return filter
  const values = sql<{
    value: string
  }>`select v.value from (values ('few'), ('many'), ('most'), ('few')) v (value)
    where v.value = ${kind}`
  return { ...filter, among: { column: 'i.kind', values, ofOne: condition } }
}

interface Asked {
  ownerId: number | null
  kind: Item['kind'] | null
  isAmong?: boolean
}

function listOf({ ownerId, kind, isAmong = false }: Asked): Omit<LargeList, 'key'> {
  const reach = ownerId === null ? null : reachOf(ownerId)
  return {
    name: 'item',
    from: ITEM,
    fromReached: ITEM,
    filters: kind === null ? [] : [filterOf(kind, isAmong)],
    reach,
    scan: { alias: 'i', table: ITEM, joins: sql``, ...(reach ? { reachedSet: reach.setOf('i.id') } : {}) },
  }
}

const pageOf = (asked: Asked, paging: Partial<Paging>): Promise<Page<number>> =>
  selectLargePage(
    db,
    listOf(asked),
    { paging: { pageNum: 1, pageSize: 10, isAsc: 'asc', ...paging }, sorting: SORTING },
    (keys) => Promise.resolve([...keys]),
  )

/** All items in an order, without a database: nulls come last in both directions. */
function sorted({ orderByColumn, isAsc }: Order): Item[] {
  const sign = isAsc === 'asc' ? 1 : -1
  const byScore = (a: Item, b: Item) => {
    if (a.score === b.score) return 0
    if (a.score === null || b.score === null) return a.score === null ? 1 : -1
    return sign * (a.score - b.score)
  }
  return items.toSorted((a, b) => (orderByColumn === 'score' ? byScore(a, b) : 0) || sign * (a.id - b.id))
}

const isMeant = ({ ownerId, kind }: Asked, item: Item): boolean =>
  (ownerId === null || item.ownerId === ownerId) && (kind === null || item.kind === kind)

const ORDERS = [
  { isAsc: 'asc' },
  { isAsc: 'desc' },
  { orderByColumn: 'score', isAsc: 'asc' },
  { orderByColumn: 'score', isAsc: 'desc' },
] as const
type Order = (typeof ORDERS)[number] & { orderByColumn?: 'score' }
/** Sorted once, since all that is asked for keeps the order. */
const IN_ORDER = ORDERS.map((order: Order) => ({ order, all: sorted(order) }))

const KINDS = [
  { kind: null, isAmong: false },
  ...(['few', 'many', 'most'] as const).flatMap((kind) =>
    [false, true].map((isAmong) => ({ kind, isAmong })),
  ),
] as const

describe('GRO-3 GRO-4: a page of a large list, whichever way finds it', () => {
  for (const ownerId of [null, 1, 2, 3, 4])
    for (const { kind, isAmong } of KINDS)
      it(`is the one that sorting all rows gives: owner ${ownerId}, ${kind ?? 'all'}${isAmong ? ', by values' : ''}`, async () => {
        // Counted where one of both conditions is met by few.
        const sizeOf = (asked: Asked) => items.filter((item) => isMeant(asked, item)).length
        const isCounted = [sizeOf({ ownerId, kind: null }), sizeOf({ ownerId: null, kind })].some(
          (size) => size <= COUNTED_MAX,
        )
        for (const { order, all: every } of IN_ORDER) {
          const all = every.filter((item) => isMeant({ ownerId, kind }, item)).map(({ id }) => id)
          const page = (paging: Partial<Paging>) =>
            pageOf({ ownerId, kind, isAmong }, { ...order, ...paging })
          const first = await page({})
          assert.deepEqual(first.rows, all.slice(0, 10))
          assert.equal(first.totalIsExact, isCounted)
          assert.ok(isCounted ? first.total === all.length : first.total <= Math.min(all.length, COUNTED_MAX))
          const uncounted = await page({ exactTotal: false })
          assert.deepEqual([uncounted.rows, uncounted.next === null], [first.rows, first.next === null])
          assert.ok(uncounted.totalIsExact ? uncounted.total === all.length : uncounted.total <= all.length)
          // Beyond the rows that are passed by in the order.
          const deep = Math.min(150, Math.floor((all.length - 1) / 10))
          if (deep < 1) continue
          const far = await page({ pageNum: deep + 1 })
          assert.deepEqual(far.rows, all.slice(deep * 10, deep * 10 + 10))
          const before = await page({ before: far.previous ?? '' })
          assert.deepEqual(before.rows, all.slice(deep * 10 - 10, deep * 10))
          const again = await page({ after: before.next ?? '' })
          assert.deepEqual(again.rows, far.rows)
        }
      })

  it('has the exact total if that is asked for', async () => {
    const asked = { ownerId: 3, kind: 'most' } as const
    const { total, totalIsExact } = await pageOf(asked, { exactTotal: true })
    assert.deepEqual([total, totalIsExact], [items.filter((item) => isMeant(asked, item)).length, true])
  })
})

describe('GRO-3: rows of one end of the order, which are too many to be counted or sorted', () => {
  /** The first rows are more than are looked at one by one, and the others more than are sorted. */
  const FIRST = 25_000
  const isLate = sql<boolean>`i.id > ${sql.lit(FIRST)}`
  const condition = sql<boolean>`(${isLate} and i.score is distinct from 100)`
  const late: Filter = { found: condition, seen: condition, along: sql`i.id`, byKey: isLate }
  const ids = items.filter(({ id, score }) => id > FIRST && score !== 100).map(({ id }) => id)

  for (const isAsc of ['asc', 'desc'] as const)
    it(`are read from an index of theirs in the order of the key, ${isAsc}`, async () => {
      await sql`create index if not exists item_late on item (id) where id > ${sql.lit(FIRST)}`.execute(db)
      let statements = 0
      const counting = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          statements++
          return Promise.resolve(result)
        },
      })
      const list = { ...listOf({ ownerId: null, kind: null }), filters: [late] }
      const { rows } = await selectLargePage(
        counting,
        list,
        { paging: { pageNum: 1, pageSize: 10, isAsc }, sorting: SORTING },
        (keys) => Promise.resolve([...keys]),
      )
      assert.deepEqual(rows, (isAsc === 'asc' ? ids : ids.toReversed()).slice(0, 10))
      // One statement finds that they are too many to be counted, the next one finds the page.
      assert.equal(statements, 2)
    })
})

describe('GRO-4: a page that the list has not', () => {
  const refuses = (paging: Partial<Paging>, field: string) =>
    assert.rejects(pageOf({ ownerId: null, kind: null }, paging), (error) => {
      assert.ok(error instanceof NoSuchPage, String(error))
      assert.equal(error.field, field)
      return true
    })

  it('is numbered beyond record 10,000', async () => {
    assert.equal((await pageOf({ ownerId: null, kind: null }, { pageNum: 1001 })).rows[0], 10_001)
    await refuses({ pageNum: 1002 }, 'pageNum')
  })

  it('follows a cursor of another order, one that is none, or one of values that no row can have', async () => {
    const { next } = await pageOf({ ownerId: null, kind: null }, { orderByColumn: 'score' })
    await refuses({ after: next ?? '' }, 'after')
    await refuses({ before: 'no cursor' }, 'before')
    const forged = Buffer.from(JSON.stringify([' asc', 'x'])).toString('base64url')
    await refuses({ after: forged }, 'after')
  })
})
