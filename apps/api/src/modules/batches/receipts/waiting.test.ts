// Engine: postgres
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  batchReceiptRoutes as routes,
  type ReceiptSums,
  type WaitingReceipt,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { sql } from 'kysely'
import { openBatchWorld } from '../../../../test/batch-world.ts'
import { startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { archiveOf, startOcrServer, writtenPdf } from '../../../../test/ocr-server.ts'
import { often } from '@consilium/test-kit/often.ts'

const POLL_MS = 50
const POLLS = 1200
/** As many as one upload may have, or more than a page of those that wait. */
const UPLOADED = often(210, 500)
const clock = movableClock()
const ocr = await startOcrServer()
const api = await startApi({ clock, env: { OCR_URL: ocr.url } })
after(async () => {
  await api.close()
  await ocr.close()
})
const world = await openBatchWorld(api, clock)
const { manager, executor, rival, locker, releaser, person, payable, draft, lock, release, linesOf } = world
beforeEach(() => ocr.become('works'))

/** A released batch with one line for each fee. */
async function sent(...fees: string[]): Promise<{ batchId: number; lines: PaymentBatchLine[] }> {
  const due = []
  for (const fee of fees) due.push(await payable(await person(), fee))
  const { batchId } = await draft(due)
  await lock(batchId)
  await release(batchId)
  return { batchId, lines: await linesOf(batchId) }
}

let receipts = 0
/** A receipt that no other one equals. */
const pdf = (text = '') => writtenPdf(`电子回单 第${++receipts}号\n${text}`)
const zipOf = (files: readonly Buffer[]) =>
  new File(
    [new Uint8Array(archiveOf(Object.fromEntries(files.map((bytes, at) => [`${at}.pdf`, bytes]))))],
    '回单.zip',
  )
const send = (batchId: number, files: readonly Buffer[], user: User = locker) =>
  user.call(routes.import, { body: { batchId }, files: [zipOf(files)] })
const waitingOf = (batchId: number): Promise<WaitingReceipt[]> =>
  locker.call(routes.waiting, { params: { batchId } })
const sumsOf = (batchId: number): Promise<ReceiptSums> => locker.call(routes.sums, { params: { batchId } })
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const assign = (waitingId: number, lineId: number, given: { replaces?: number; user?: User } = {}) =>
  (given.user ?? locker).attempt(routes.assign, {
    body: { waitingId, lineId, ...(given.replaces === undefined ? {} : { replaces: given.replaces }) },
  })

async function untilRead(batchId: number): Promise<ReceiptSums> {
  for (let poll = 0; poll < POLLS; poll++) {
    const sums = await sumsOf(batchId)
    if (sums.unread === 0) return sums
    await delay(POLL_MS)
  }
  throw assert.fail(`receipts of batch ${batchId} are not read`)
}

describe('receipts that wait for a line', () => {
  it('PAY-6: of hundreds of receipts without a reference in one upload each is attached or kept, and sending them again changes nothing', async () => {
    const { batchId, lines } = await sent('5000', '6000', '7000', '8000')
    const own = lines.map(({ netAmount }) => pdf(`收款账号 6222****5678\n金额 ${netAmount}`))
    const others = Array.from({ length: UPLOADED - 4 }, (_none, at) =>
      pdf(`收款账号 6222****0001\n金额 ${at}.50`),
    )
    const result = await send(batchId, [...others, ...own])
    assert.equal(result.rows.length, UPLOADED)
    const sums = await untilRead(batchId)
    assert.deepEqual(sums, { lines: 4, attached: 4, missing: 0, unread: 0, waiting: UPLOADED - 4 })
    assert.ok(
      (await waitingOf(batchId)).every(
        ({ reason, lines: fitting }) => reason === 'noLine' && fitting.length === 0,
      ),
    )
    assert.equal((await waitingOf(batchId)).length, 200)
    const again = await send(batchId, [...own, ...others])
    assert.deepEqual([again.attached, again.known, again.unread, again.problems], [0, 4, 0, UPLOADED - 4])
    assert.deepEqual(await sumsOf(batchId), sums)
  })

  it('PAY-6: a name decides between lines of one amount, and what stays open lists the lines that it may be of', async () => {
    const { batchId, lines } = await sent('5000', '5000', '6000')
    const [first, second, third] = lines as [PaymentBatchLine, PaymentBatchLine, PaymentBatchLine]
    await api.db
      .updateTable('labor_agreement')
      .set({ signer_name: '欧阳 明' })
      .where('attendee_id', '=', second.attendeeId)
      .execute()
    const { rows } = await send(batchId, [
      pdf(`收款户名 欧阳明\n收款账号 6222****5678\n金额 ${second.netAmount}`),
      pdf(`收款账号 6222****5678\n金额 ${first.netAmount}`),
      // Paid to another account, so that it is proposed only.
      pdf(`收款户名 ${third.name}\n收款账号 6222****0001\n金额 ${third.netAmount}`),
    ])
    assert.deepEqual(
      rows.map(({ outcome, lineId }) => [outcome, lineId]),
      [
        ['attached', second.lineId],
        ['several', null],
        ['noLine', null],
      ],
    )
    const [open, proposed] = await waitingOf(batchId)
    assert.deepEqual(
      open!.lines.map(({ lineId, name, netAmount, receiptId }) => [
        lineId,
        name,
        netAmount,
        receiptId !== null,
      ]),
      [
        [first.lineId, first.name, first.netAmount, false],
        [second.lineId, '欧阳 明', second.netAmount, true],
      ],
    )
    assert.deepEqual(
      proposed!.lines.map(({ lineId }) => lineId),
      [third.lineId],
    )
    const { bytes } = await locker.call(routes.waitingFile, { params: { waitingId: open!.waitingId } })
    assert.ok(Buffer.from(bytes).includes(first.netAmount))
  })

  it('PAY-6: ten lines are proposed at most', async () => {
    const { batchId, lines } = await sent(...Array.from({ length: 11 }, () => '5000'))
    const text = `收款账号 6222****5678\n金额 ${lines[0]!.netAmount}`
    await send(batchId, [pdf(text)])
    const [eleven] = await waitingOf(batchId)
    assert.equal(eleven!.lines.length, 10)
    const tenth = await sent(...Array.from({ length: 10 }, () => '5000'))
    await send(tenth.batchId, [pdf(text)])
    assert.equal((await waitingOf(tenth.batchId))[0]!.lines.length, 10)
  })

  it('PAY-6: a person assigns what waits to a line, or deletes it; of several at once one does', async () => {
    const { batchId, lines } = await sent('5000', '6000')
    const other = await sent('7000')
    const [{ lineId }, second] = lines as [PaymentBatchLine, PaymentBatchLine]
    await send(batchId, [pdf('一'), pdf('二'), pdf('三')])
    const [one, two, three] = await waitingOf(batchId)
    const replies = await Promise.all(
      [locker, releaser, locker, releaser].map((user) => assign(one!.waitingId, lineId, { user })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.ok(replies.every(({ status }) => [200, 404, 409].includes(status)))
    assert.deepEqual(refused(await assign(one!.waitingId, second.lineId)), [404, 'NOT_FOUND'])
    assert.deepEqual(refused(await assign(two!.waitingId, other.lines[0]!.lineId)), [404, 'NOT_FOUND'])
    assert.deepEqual(refused(await assign(two!.waitingId, lineId)), [409, 'RECEIPT_CHANGED'])
    const [current] = await locker.call(routes.ofLine, { params: { lineId } })
    const replaced = await assign(two!.waitingId, lineId, { replaces: current!.receiptId })
    assert.deepEqual([replaced.status, replaced.data.fileName], [200, two!.fileName])
    assert.equal((await locker.call(routes.ofLine, { params: { lineId } })).length, 2)
    const discard = () => locker.attempt(routes.discard, { params: { waitingId: three!.waitingId } })
    const discarded = await Promise.all([discard(), discard(), discard()])
    assert.deepEqual(
      discarded.map(({ status }) => status).toSorted((low, high) => low - high),
      [200, 404, 404],
    )
    assert.deepEqual(await sumsOf(batchId), { lines: 2, attached: 1, missing: 1, unread: 0, waiting: 0 })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from staged_file
      where not is_abandoned`.execute(api.db)
    assert.equal(rows[0]!.count, 0)
  })

  it('PAY-6: without the recognition service receipts are kept, and read and attached once it answers', async () => {
    const { batchId, lines } = await sent('5000', '6000')
    ocr.become('down')
    const files = [
      pdf(`参考号 ${lines[0]!.reference}`),
      pdf(`金额 ${lines[1]!.netAmount} 账号 6222****5678`),
      pdf('无'),
    ]
    const result = await send(batchId, files)
    assert.deepEqual([result.attached, result.unread, result.problems], [0, 3, 0])
    assert.deepEqual(await sumsOf(batchId), { lines: 2, attached: 0, missing: 2, unread: 3, waiting: 0 })
    assert.deepEqual(
      (await waitingOf(batchId)).map(({ reason }) => reason),
      ['unread', 'unread', 'unread'],
    )
    ocr.become('works')
    assert.deepEqual(await untilRead(batchId), { lines: 2, attached: 2, missing: 0, unread: 0, waiting: 1 })
    const [receipt] = await locker.call(routes.ofLine, { params: { lineId: lines[0]!.lineId } })
    assert.equal(receipt?.userName, '赵敏')
  })

  it('PAY-6: a receipt that no worker can read keeps no other one waiting', async () => {
    const { batchId, lines } = await sent('5000')
    ocr.become('loses workers')
    const result = await send(batchId, [pdf('一')])
    assert.equal(result.unread, 1)
    assert.deepEqual(await untilRead(batchId), { lines: 1, attached: 0, missing: 1, unread: 0, waiting: 1 })
    const [open] = await waitingOf(batchId)
    assert.equal(open!.reason, 'damaged')
    assert.equal((await assign(open!.waitingId, lines[0]!.lineId)).status, 200)
  })

  it('PAY-6: finance of the payer alone sees and assigns what waits', async () => {
    const { batchId, lines } = await sent('5000')
    await send(batchId, [pdf('一')])
    const [{ waitingId }] = (await waitingOf(batchId)) as [WaitingReceipt]
    const answers = async (user: User) => [
      (await user.attempt(routes.waitingFile, { params: { waitingId } })).status,
      (await assign(waitingId, lines[0]!.lineId, { user })).status,
      (await user.attempt(routes.discard, { params: { waitingId } })).status,
    ]
    for (const user of [manager, executor, rival, world.sponsor])
      assert.deepEqual(
        [(await user.attempt(routes.waiting, { params: { batchId } })).status, ...(await answers(user))],
        [403, 403, 403, 403],
      )
    const stranger = await api.person(rival, 'finance')
    assert.deepEqual(await answers(stranger), [404, 404, 404])
    assert.deepEqual(await stranger.call(routes.waiting, { params: { batchId } }), [])
    assert.equal((await waitingOf(batchId)).length, 1)
  })
})
