// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { batchReceiptRoutes as routes } from '@consilium/contract/batches/batch-receipts.ts'
import { bankReceipt, scannedBankReceipt } from '@consilium/ocr/synth/bank-receipt.ts'
import { startOcr } from '@consilium/ocr/test/ocr-service.ts'
import { ACCOUNT, openBatchWorld } from '../../../../test/batch-world.ts'
import { startApi } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'

/** These tests check results, however slow the machine is. */
const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
const POLL_MS = 100
const POLLS = 1500

const clock = movableClock()
const ocr = await startOcr({ limits: PATIENT })
const api = await startApi({ clock, env: { OCR_URL: ocr.url } })
after(async () => {
  await api.close()
  await ocr.close()
})
await ocr.untilReady()
const { locker, person, payable, draft, lock, release, linesOf } = await openBatchWorld(api, clock)

it('PAY-6: the recognition service reads receipts with a text and scanned ones, and each finds its line', async () => {
  const due = []
  for (const fee of ['5000', '6000', '7000', '8000']) due.push(await payable(await person(), fee))
  const { batchId } = await draft(due)
  await lock(batchId)
  await release(batchId)
  const lines = await linesOf(batchId)
  const printed = ({ name, netAmount }: (typeof lines)[number], remark: string) => [
    '中国工商银行 电子回单',
    '付款户名：仁和会议服务有限公司',
    `收款户名：${name}`,
    `收款账号：${ACCOUNT.bankAccount}`,
    `金额：${netAmount} 元`,
    `附言：${remark}`,
  ]
  const [first, second, third, fourth] = lines
  const pdfs = [
    await bankReceipt(printed(first!, first!.reference!)),
    await bankReceipt(printed(second!, '劳务费')),
    await scannedBankReceipt(printed(third!, third!.reference!)),
    await scannedBankReceipt(printed(fourth!, '劳务费')),
  ]
  const files = pdfs.map((bytes, at) => new File([new Uint8Array(bytes)], `${at}.pdf`))
  const result = await locker.call(routes.import, { body: { batchId }, files })
  assert.deepEqual([result.rows.length, result.problems], [4, 0])
  const sums = () => locker.call(routes.sums, { params: { batchId } })
  for (let poll = 0; poll < POLLS && (await sums()).unread > 0; poll++) await delay(POLL_MS)
  assert.deepEqual(await sums(), { lines: 4, attached: 4, missing: 0, unread: 0, waiting: 0 })
  for (const [at, { lineId }] of lines.entries()) {
    const [receipt] = await locker.call(routes.ofLine, { params: { lineId } })
    assert.equal(receipt?.fileName, `${at}.pdf`)
  }
})
