// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql, type Generated } from 'kysely'
import { openDatabase } from '../test/open-database.ts'
import { selectBatch, type Batch, type BatchOrder, type Cursor } from './select-batch.ts'

interface Project {
  project_id: Generated<number>
  project_name: string
  manager_score: string | null
  create_time: string
}

const db = await openDatabase<{ project: Project }>()
after(() => db.destroy())

const SCORES = ['1.50', null, '3.00', '1.50', null, '2.25', '3.00', null, '1.50']
const SORTING = {
  columns: { name: 'project_name', score: 'manager_score', createTime: 'create_time' },
  key: 'project_id',
} as const

await sql`create table project (project_id bigserial primary key, project_name text not null,
  manager_score numeric(4, 2), create_time timestamptz not null)`.execute(db)
await db
  .insertInto('project')
  .values(
    SCORES.map((score, index) => ({
      project_name: `项目${index % 4}`,
      manager_score: score,
      // All rows fall within one second, the resolution of times on the wire.
      create_time: `2026-11-20 09:30:00.${String(index).padStart(6, '0')}`,
    })),
  )
  .execute()

const projects = () =>
  db.selectFrom('project').select(['project_id as id', 'project_name as name', 'manager_score as score'])

interface Row {
  id: number
  name: string
  score: string | null
}

async function inBatches(order: BatchOrder, size: number) {
  const sizes: number[] = []
  const rows: Row[] = []
  let behind: Cursor | null = null
  do {
    const batch: Batch<Row> = await selectBatch(db, projects(), order, SORTING, behind, size)
    rows.push(...batch.rows)
    sizes.push(batch.rows.length)
    behind = batch.next
  } while (behind)
  return { rows, sizes }
}

describe('reading in batches', () => {
  for (const isAsc of ['asc', 'desc'] as const)
    for (const [orderByColumn, column] of [
      [undefined, 'project_id'],
      ['name', 'project_name'],
      ['score', 'manager_score'],
      ['createTime', 'create_time'],
    ] as const)
      it(`returns each row once, in the order of the list: ${orderByColumn ?? 'by key'} ${isAsc}`, async () => {
        const wanted = await projects()
          .orderBy(column, (order) => (isAsc === 'asc' ? order.asc() : order.desc()).nullsLast())
          .orderBy('project_id', isAsc)
          .execute()
        for (const size of [1, 2, 4, SCORES.length, 100])
          assert.deepEqual((await inBatches({ orderByColumn, isAsc }, size)).rows, wanted, `by ${size}`)
      })

  it('adds no columns, and ends with the last rows', async () => {
    const byKey = await inBatches({ isAsc: 'asc' }, 4)
    const byName = await inBatches({ orderByColumn: 'name', isAsc: 'asc' }, 4)
    for (const { rows, sizes } of [byKey, byName]) {
      assert.deepEqual(sizes, [4, 4, 1])
      assert.deepEqual(Object.keys(rows[0]!).toSorted(), ['id', 'name', 'score'])
    }
    const none = projects().where('project_name', '=', 'none')
    for (const orderByColumn of [undefined, 'name'])
      assert.deepEqual(await selectBatch(db, none, { orderByColumn, isAsc: 'asc' }, SORTING, null), {
        rows: [],
        next: null,
      })
  })

  it('continues after a deleted row and returns the rest once', async () => {
    const all = await projects().orderBy('project_id').execute()
    const first = await selectBatch(db, projects(), { isAsc: 'asc' }, SORTING, null, 4)
    await db.deleteFrom('project').where('project_id', 'in', [all[3]!.id, all[5]!.id]).execute()
    const rest = await selectBatch(db, projects(), { isAsc: 'asc' }, SORTING, first.next, 100)
    assert.deepEqual([...first.rows, ...rest.rows], all.toSpliced(5, 1))
    assert.equal(rest.next, null)
  })

  it('returns each row once even if its position changes, and none that no longer matches the filters', async () => {
    const order = { orderByColumn: 'score', isAsc: 'asc' } as const
    const scored = () => projects().where('manager_score', 'is not', null)
    const all = await scored().orderBy('manager_score').orderBy('project_id').execute()
    const first = await selectBatch(db, scored(), order, SORTING, null, 2)
    const setScore = (row: Row, score: string | null) =>
      db.updateTable('project').set({ manager_score: score }).where('project_id', '=', row.id).execute()
    await setScore(all[0]!, '9.00')
    await setScore(all[2]!, null)
    const rows = [...first.rows]
    for (let { next } = first; next;) {
      const batch: Batch<Row> = await selectBatch(db, scored(), order, SORTING, next)
      rows.push(...batch.rows)
      next = batch.next
    }
    assert.deepEqual(rows, all.toSpliced(2, 1))
  })
})
