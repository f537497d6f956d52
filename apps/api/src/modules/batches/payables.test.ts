// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { batchRoutes as routes } from '@consilium/contract/batches/batches.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { startApi } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openBatchWorld(api, clock)
const { executor, rival, locker, person, payable } = world

it('PAY-2 WEB-32: what is payable is listed alone, added up, and made a batch of at once', async () => {
  const ready = await payable(await person(), '3000')
  const bare = await world.agreed(await person(), '3000', { isSigned: false })
  const listed = async (meetingId: number, isPayable: boolean) => {
    const { rows, total } = await executor.call(routes.payable, { query: { meetingId, isPayable } })
    assert.equal(total, rows.length)
    return rows.map(({ attendeeId }) => attendeeId)
  }
  for (const [fee, isReady] of [
    [ready, true],
    [bare, false],
  ] as const) {
    assert.deepEqual(await listed(fee.meetingId, isReady), [fee.attendeeId])
    assert.deepEqual(await listed(fee.meetingId, !isReady), [])
  }
  const sums = await executor.call(routes.payableSums, { query: { meetingId: ready.meetingId } })
  assert.deepEqual(sums, {
    payable: 1,
    unpayable: 0,
    isComplete: true,
    payableAmount: '3000.00',
    taxAmount: '465.55',
    netAmount: '2534.45',
  })
  const others = await executor.call(routes.payableSums, { query: { meetingId: bare.meetingId } })
  assert.deepEqual([others.payable, others.unpayable, others.netAmount], [0, 1, '0.00'])
  const rivals = await rival.call(routes.payableSums, { query: { meetingId: ready.meetingId } })
  assert.deepEqual([rivals.payable, rivals.unpayable], [0, 0])
  const create = (meetingId: number) =>
    locker.attempt(routes.create, { body: { title: '全部', meetingId, onlyPayable: true } })
  const empty = await create(bare.meetingId)
  assert.deepEqual([empty.status, empty.error?.error], [422, 'BATCH_EMPTY'])
  assert.equal((await create(ready.meetingId)).data.lines, 1)
  const both = await locker.call(routes.create, {
    body: { title: '两笔', attendeeIds: [ready.attendeeId, bare.attendeeId], onlyPayable: true },
  })
  assert.equal(both.lines, 1)
})
