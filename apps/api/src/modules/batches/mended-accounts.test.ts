// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { batchAnswerRoutes as answers } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes as routes } from '@consilium/contract/batches/batches.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { startApi, type ExpertUser } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'

const MINUTE_MS = 60_000
const MIDNIGHT = 24 * 60
const clock = movableClock()
/** Five minutes before midnight, so that the next day comes before what was proven has lapsed. */
function goToEvening(): void {
  const [hours = 0, minutes = 0] = clock.wire().slice('yyyy-MM-dd '.length).split(':').map(Number)
  clock.advance((MIDNIGHT - 5 - (hours * 60 + minutes)) * MINUTE_MS)
}
goToEvening()
const api = await startApi({ clock })
after(() => api.close())
const world = await openBatchWorld(api, clock)
const { manager, executor, locker, person, payable, draft, lock, release, linesOf } = world

const MENDED = {
  bankName: '中国工商银行',
  bankAccount: '6222021234567890128',
  bankBranch: '杭州武林支行',
  bankRegion: '浙江省 杭州市',
}

async function mend(expert: ExpertUser, account: Partial<typeof MENDED> = MENDED) {
  const { version } = await expert.call(expertRoutes.me, {})
  return expert.call(expertRoutes.updateMe, { body: { version, ...account } })
}
async function approve({ expertId }: ExpertUser) {
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version, auditStatus: 'approved' as const }
  return manager.call(expertRoutes.update, { body })
}
const reasonsFor = async ({ meetingId }: { meetingId: number }) =>
  (await executor.call(routes.payable, { query: { meetingId } })).rows[0]?.reasons

/** A fee that the bank has returned. */
async function bounced(expert: ExpertUser) {
  const fee = await payable(expert, '5000')
  const { batchId } = await draft([fee])
  await lock(batchId)
  await release(batchId)
  const [line] = await linesOf(batchId)
  assert.deepEqual([line?.accountOf, line?.bankAccount], ['agreement', '6222***********5678'])
  await locker.call(routes.returnLines, { body: { batchId, lineIds: [line!.lineId], reason: '账户已销户' } })
  return fee
}

it('PAY-3 PAY-6: after a returned payment the next one goes to the mended account, once it is audited and a day old', async () => {
  const expert = await person()
  const fee = await bounced(expert)
  const { rows: messages } = await expert.call(messageRoutes.list, { query: { kind: 'paymentReturned' } })
  assert.equal(messages.length, 1)
  assert.match(messages[0]?.content ?? '', /账户已销户.*更正“我的资料”中的收款账户/)
  assert.deepEqual(messages[0]?.link, { resource: 'expert', id: expert.expertId })
  // Nothing was mended: whoever pays decides whether the bank is tried again.
  assert.deepEqual(await reasonsFor(fee), [])
  await mend(expert)
  assert.deepEqual(await reasonsFor(fee), ['bankAccountWaits'])
  await approve(expert)
  assert.deepEqual(await reasonsFor(fee), ['bankAccountNew'])
  const early = await draft([fee])
  assert.deepEqual(
    [(await lock(early.batchId)).lines, (await linesOf(early.batchId))[0]?.reasons],
    [0, ['bankAccountNew']],
  )
  await locker.call(routes.cancel, { body: { batchId: early.batchId } })
  clock.advance(6 * MINUTE_MS)
  assert.deepEqual(await reasonsFor(fee), [])

  const { batchId } = await draft([fee])
  const [unlocked] = await linesOf(batchId)
  assert.deepEqual([unlocked?.accountOf, unlocked?.bankAccount], ['profile', '6222***********0128'])
  const preview = await executor.call(paymentRoutes.preview, {
    query: { attendeeId: fee.attendeeId, paidDate: clock.today() },
  })
  assert.deepEqual([preview.bankAccount, preview.bankName], ['6222***********0128', '中国工商银行'])
  await lock(batchId)
  // What is changed after the lock concerns the next payment.
  await mend(expert, { ...MENDED, bankAccount: '6222029999999999999' })
  const { fileName } = await release(batchId)
  assert.match(fileName ?? '', /-1笔-[\d.]+元\.csv$/)
  const [line] = await linesOf(batchId)
  assert.deepEqual(
    [line?.state, line?.accountOf, line?.bankAccount, line?.bankName, line?.bankBranch],
    ['exported', 'profile', '6222***********0128', '中国工商银行', '杭州武林支行'],
  )
  const { bytes } = await locker.call(routes.download, { body: { batchId, purpose: '上传网银' } })
  const [, row = ''] = Buffer.from(bytes).toString('utf8').split('\r\n')
  assert.ok(row.includes(',6222021234567890128,'), row)
  assert.ok(row.includes(',中国工商银行杭州武林支行,'), row)
  // The agreement stays as it was signed.
  const signed = await executor.call(agreementRoutes.get, { params: { attendeeId: fee.attendeeId } })
  assert.equal(signed.bankAccount, '6222***********5678')
  const answer = new File(
    [`收款账号,收款户名,金额,处理状态\n6222021234567890128,${line!.name},${line!.netAmount},交易成功`],
    '回单.csv',
  )
  const read = await locker.call(answers.read, { query: { batchId }, file: answer })
  assert.deepEqual([read.paid, read.problems], [1, 0])
})

it('PAY-3: an account that waits is not paid to, even where the agreement names it, and another one is', async () => {
  const expert = await person()
  const fee = await payable(expert, '5000')
  const same = await payable(expert, '3000', { account: { bankAccount: MENDED.bankAccount } })
  await mend(expert)
  // This agreement was signed with its own account, which nothing has returned.
  assert.deepEqual(await reasonsFor(fee), [])
  assert.deepEqual(await reasonsFor(same), ['bankAccountWaits'])
})

it('PAY-3: an account that changes while a batch is locked is paid to as it was audited, or not at all', async () => {
  const nodes = api.engine.kind === 'embedded' ? [] : [await api.startNode()]
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const expert = await person()
    const fee = await bounced(expert)
    await mend(expert)
    await approve(expert)
    await api.db
      .updateTable('expert')
      .set({ account_from: null })
      .where('expert_id', '=', expert.expertId)
      .execute()
    const { batchId } = await draft([fee])
    await Promise.all([
      lock(batchId),
      mend(expert, { ...MENDED, bankAccount: `62220299999999999${String(round).padStart(2, '0')}` }),
    ])
    const [line] = await linesOf(batchId)
    outcomes.add(line?.state ?? '')
    if (line?.state === 'locked') assert.equal(line.bankAccount, '6222***********0128')
    else assert.deepEqual([line?.state, line?.reasons], ['refused', ['bankAccountWaits']])
  }
  for (const node of nodes) await node.close()
  assert.ok(outcomes.size > 0)
})
