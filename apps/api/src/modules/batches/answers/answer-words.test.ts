// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { ACCOUNT, answerOf, openBatchWorld } from '../../../../test/batch-world.ts'
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

const { batchId } = await draft([await payable(await person(), '2000')])
await lock(batchId)
await release(batchId)
const lines = await linesOf(batchId)

it('PAY-6: each word of banks for what came back, arrived or is under way is taken as that', async () => {
  const countsOf = async (result: string) => {
    const file = answerOf(batchId, lines, { change: () => ({ result }) })
    const { data } = await locker.attempt(batchAnswerRoutes.read, { query: { batchId }, file })
    return data && [data.paid, data.returned]
  }
  for (const word of RETURNED.split(' ')) assert.deepEqual(await countsOf(word), [0, 1], word)
  for (const word of PAID.split(' ')) assert.deepEqual(await countsOf(word), [1, 0], word)
  for (const word of OPEN.split(' ')) assert.deepEqual(await countsOf(word), [0, 0], word)
})

it('PAY-6: of several headings for the same the most usual one counts, wherever it stands', async () => {
  const { name, netAmount } = lines[0]!
  // Banks name the account that paid, and what became of the order, beside what became of the payment.
  const columns = [
    ['账号', '02000012345678901'],
    ['收款账号', ACCOUNT.bankAccount],
    ['户名', '仁和会议服务有限公司'],
    ['收款户名', name],
    ['发生额', '0.50'],
    ['金额', netAmount],
    ['结果', '交易成功'],
    ['处理状态', '已退回'],
    ['原因', '无'],
    ['失败原因', '户名不符'],
  ]
  for (const order of [columns, columns.toReversed()]) {
    const text = [0, 1].map((row) => order.map((column) => column[row]).join(',')).join('\r\n')
    const file = new File([text], '回单.csv')
    const answer = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
    assert.deepEqual([answer.paid, answer.returned, answer.problems], [0, 1, 0])
    assert.deepEqual(
      answer.shown.map((row) => [row.name, row.amount, row.reason]),
      [[name, netAmount, '户名不符']],
    )
  }
})
