import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startApi } from '../../../test/harness.ts'
import { selectBatch, type Batch, type BatchOrder, type Cursor } from './select-batch.ts'

const api = await startApi()
after(() => api.close())

const manager = await api.manager()
const SCORES = ['1.50', null, '3.00', '1.50', null, '2.25', '3.00', null, '1.50']
const SORTING = {
  columns: { name: 'project_name', score: 'manager_score', createTime: 'create_time' },
  key: 'project_id',
} as const

await api.db
  .insertInto('project')
  .values(
    SCORES.map((score, index) => ({
      project_name: `项目${index % 4}`,
      manager_score: score,
      create_user_id: manager.userId,
      // All within one second of the wire.
      create_time: `2026-11-20 09:30:00.${String(index).padStart(6, '0')}`,
    })),
  )
  .execute()

const projects = () =>
  api.db.selectFrom('project').select(['project_id as id', 'project_name as name', 'manager_score as score'])

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
    const batch: Batch<Row> = await selectBatch(api.db, projects(), order, SORTING, behind, size)
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
      it(`gives each row once, in the order of the list: ${orderByColumn ?? 'by key'} ${isAsc}`, async () => {
        const wanted = await projects().orderBy(column, isAsc).orderBy('project_id', isAsc).execute()
        for (const size of [1, 2, 4, SCORES.length, 100])
          assert.deepEqual((await inBatches({ orderByColumn, isAsc }, size)).rows, wanted, `by ${size}`)
      })

  it('adds no columns of its own, and knows which batch is the last', async () => {
    const { rows, sizes } = await inBatches({ isAsc: 'asc' }, 4)
    assert.deepEqual(sizes, [4, 4, 1])
    assert.deepEqual(Object.keys(rows[0]!).toSorted(), ['id', 'name', 'score'])
    assert.deepEqual((await inBatches({ isAsc: 'asc' }, SCORES.length)).sizes, [SCORES.length])
    const none = projects().where('project_name', '=', 'none')
    const empty = await selectBatch(api.db, none, { isAsc: 'asc' }, SORTING, null)
    assert.deepEqual(empty, { rows: [], next: null })
  })

  it('gives each row once though rows come, move and go meanwhile', async () => {
    const order = { orderByColumn: 'score', isAsc: 'asc' } as const
    const all = await projects().orderBy('manager_score').orderBy('project_id').execute()
    const first = await selectBatch(api.db, projects(), order, SORTING, null, 4)
    const [gone, moved] = [all[5]!, all[0]!]
    await api.db.deleteFrom('project').where('project_id', '=', gone.id).execute()
    await api.db
      .updateTable('project')
      .set({ manager_score: '9.00' })
      .where('project_id', '=', moved.id)
      .execute()
    const added = { project_name: '后来', manager_score: '9.50', create_user_id: manager.userId }
    await api.db.insertInto('project').values(added).execute()
    const second = await selectBatch(api.db, projects(), order, SORTING, first.next)
    const third = await selectBatch(api.db, projects(), order, SORTING, second.next)
    assert.deepEqual([...first.rows, ...second.rows, ...third.rows], all.toSpliced(5, 1))
    assert.equal(third.next, null)
  })

  it('leaves out what the filters no longer let through', async () => {
    const scored = () => projects().where('manager_score', 'is not', null)
    const first = await selectBatch(api.db, scored(), { isAsc: 'asc' }, SORTING, null, 2)
    const ids = (await scored().orderBy('project_id').execute()).map(({ id }) => id)
    await api.db
      .updateTable('project')
      .set({ manager_score: null })
      .where('project_id', '=', ids[2]!)
      .execute()
    const second = await selectBatch(api.db, scored(), { isAsc: 'asc' }, SORTING, first.next)
    assert.deepEqual(
      second.rows.map(({ id }) => id),
      ids.slice(3, 4),
    )
  })
})
