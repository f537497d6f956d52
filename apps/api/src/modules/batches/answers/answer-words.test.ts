// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { answerOf, openBatchWorld } from '../../../../test/batch-world.ts'
import { startApi } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const { locker, person, payable, draft, lock, release, linesOf } = await openBatchWorld(api, clock)

const RETURNED =
  '交易失败 已退回 退汇 退票 退款 已冲正 驳回 银行拒绝 已撤销 作废 未成功 不成功 FAILED Returned rejected'
const PAID = '交易成功 处理完成 已付 已入账 已到账 SUCCESS Paid settled Completed'
const OPEN = '处理中 待银行处理 已受理'

it('PAY-6: each word of banks for what came back, arrived or is under way is taken as that', async () => {
  const { batchId } = await draft([await payable(await person(), '2000')])
  await lock(batchId)
  await release(batchId)
  const lines = await linesOf(batchId)
  const countsOf = async (result: string) => {
    const file = answerOf(batchId, lines, { change: () => ({ result }) })
    const { data } = await locker.attempt(batchAnswerRoutes.read, { query: { batchId }, file })
    return data && [data.paid, data.returned]
  }
  for (const word of RETURNED.split(' ')) assert.deepEqual(await countsOf(word), [0, 1], word)
  for (const word of PAID.split(' ')) assert.deepEqual(await countsOf(word), [1, 0], word)
  for (const word of OPEN.split(' ')) assert.deepEqual(await countsOf(word), [0, 0], word)
})
