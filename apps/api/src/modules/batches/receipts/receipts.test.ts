// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, describe, it } from 'node:test'
import { zip } from '@consilium/archive/test/zip.ts'
import {
  batchReceiptRoutes as routes,
  type ReceiptImport,
} from '@consilium/contract/batches/batch-receipts.ts'
import { batchRoutes, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { sql } from 'kysely'
import { openBatchWorld } from '../../../../test/batch-world.ts'
import { startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { archiveOf, startOcrServer, writtenPdf } from '../../../../test/ocr-server.ts'

const MIB = 1024 * 1024
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
const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name)
const zipOf = (entries: Record<string, Buffer>, name = '回单.zip') => file(archiveOf(entries), name)
const send = (batchId: number, files: File[], user: User = locker) =>
  user.attempt(routes.import, { body: { batchId }, files })
const outcomesOf = ({ data }: { data: ReceiptImport }) => data.rows.map(({ outcome }) => outcome)
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const ofLine = (lineId: number) => locker.call(routes.ofLine, { params: { lineId } })

describe('receipts of the bank', () => {
  it('PAY-6: receipts in a ZIP are attached by reference in name or text, or by account and amount, each with a result', async () => {
    const { batchId, lines } = await sent('5000', '6000', '7000', '8000', '8000')
    const [first, second, third, fourth] = lines as [PaymentBatchLine, ...PaymentBatchLine[]]
    const start = await locker.call(routes.sums, { params: { batchId } })
    assert.deepEqual(start, { lines: 5, attached: 0, missing: 5, unread: 0, waiting: 0 })
    const grouped = (amount: string) => amount.replace(/(\d)(?=(\d{3})+\.)/g, '$1,')
    const named = pdf()
    const archive = zipOf({
      [`回单/${first.reference}_5000.pdf`]: named,
      '回单/a.pdf': pdf(`摘要：${second!.reference!.slice(0, 6)} ${second!.reference!.slice(6)}`),
      '回单/b.pdf': pdf(`收款账号 6222 **** 5678\n金额 ￥${grouped(third!.netAmount)}`),
      '回单/c.pdf': pdf(`收款账号 62220202****5678 金额 ${fourth!.netAmount}`),
      '回单/d.pdf': pdf('手续费 1.00'),
      '回单/e.pdf': pdf('CL9999999999'),
      '回单/f.pdf': pdf(`${first.reference} ${second!.reference}`),
      '回单/g.txt': Buffer.from(first.reference!),
      [`回单/${fourth!.reference}.pdf`]: writtenPdf('短').subarray(0, 20),
      '__MACOSX/回单/._a.pdf': Buffer.from('x'),
    })
    const reply = await send(batchId, [archive])
    assert.equal(reply.status, 200)
    assert.deepEqual(outcomesOf(reply), [
      'attached',
      'attached',
      'attached',
      'several',
      'noLine',
      'noLine',
      'several',
      'notPdf',
      'damaged',
    ])
    assert.deepEqual(
      reply.data.rows.slice(0, 3).map(({ lineId, name }) => [lineId, name]),
      [first, second!, third!].map(({ lineId, name }) => [lineId, name]),
    )
    assert.deepEqual([reply.data.attached, reply.data.known, reply.data.problems], [3, 0, 6])
    const end = await locker.call(routes.sums, { params: { batchId } })
    assert.deepEqual(end, { lines: 5, attached: 3, missing: 2, unread: 0, waiting: 4 })
    const listed = await linesOf(batchId)
    assert.deepEqual(
      listed.map(({ receiptId }) => receiptId !== null),
      [true, true, true, false, false],
    )
    const without = await locker.call(batchRoutes.lines, {
      query: { batchId, hasReceipt: false, orderByColumn: 'lineId', isAsc: 'asc' },
    })
    assert.deepEqual(
      without.rows.map(({ lineId }) => lineId),
      lines.slice(3).map(({ lineId }) => lineId),
    )
    const receiptId = listed[0]!.receiptId!
    const bytes = await locker.call(routes.file, { params: { receiptId } })
    assert.deepEqual(Buffer.from(bytes.bytes), named)
    // The same file once more, with another name for the first one, changes nothing.
    const again = await send(batchId, [archive, file(named, 'CL-other.pdf')])
    assert.deepEqual([again.data.attached, again.data.known], [0, 4])
    assert.equal((await ofLine(first.lineId)).length, 1)
    const taken = await send(batchId, [file(pdf(), `${first.reference}.pdf`)])
    assert.deepEqual(outcomesOf(taken), ['taken'])
    assert.equal((await linesOf(batchId))[0]!.receiptId, receiptId)
  })

  it('PAY-6: what a file is about is read once the recognition service answers', async () => {
    const { batchId, lines } = await sent('5000', '6000')
    const files = () => [
      file(Buffer.concat([writtenPdf(`${lines[0]!.reference} ok`)]), 'a.pdf'),
      file(writtenPdf(`回单 ${batchId}`), `${lines[1]!.reference}.pdf`),
    ]
    ocr.become('down')
    assert.deepEqual(outcomesOf(await send(batchId, files())), ['unread', 'attached'])
    ocr.become('works')
    // What could not be read was kept, and a job may have read it meanwhile.
    const [first, second] = outcomesOf(await send(batchId, files()))
    assert.ok(first === 'attached' || first === 'known', first)
    assert.equal(second, 'known')
    assert.ok((await linesOf(batchId)).every(({ receiptId }) => receiptId !== null))
    // The service cannot read it, now or later.
    const unreadable = file(Buffer.from('%PDF-1.7\nnothing\n%%EOF'), 'b.pdf')
    assert.deepEqual(outcomesOf(await send(batchId, [unreadable])), ['damaged'])
  })

  it('PAY-6: a receipt is replaced only by name of the former one, which stays', async () => {
    const { batchId, lines } = await sent('5000', '6000')
    const [{ lineId }, other] = lines as [PaymentBatchLine, PaymentBatchLine]
    const attach = (bytes: Buffer, replaces?: number, line = lineId) =>
      locker.attempt(routes.attach, {
        query: { lineId: line, ...(replaces === undefined ? {} : { replaces }) },
        file: file(bytes, '回单.pdf'),
      })
    const [one, two] = [pdf(), pdf()]
    const { data: first } = await attach(one)
    assert.deepEqual(refused(await attach(two)), [409, 'RECEIPT_CHANGED'])
    assert.deepEqual(refused(await attach(one, first.receiptId)), [409, 'RECEIPT_KNOWN'])
    assert.deepEqual(refused(await attach(one, undefined, other.lineId)), [409, 'RECEIPT_KNOWN'])
    const { data: second } = await attach(two, first.receiptId)
    assert.deepEqual(refused(await attach(pdf(), first.receiptId)), [409, 'RECEIPT_CHANGED'])
    const kept = await ofLine(lineId)
    assert.deepEqual(
      kept.map(({ receiptId, replacedTime }) => [receiptId, replacedTime === null]),
      [
        [second.receiptId, true],
        [first.receiptId, false],
      ],
    )
    assert.equal(kept[0]!.sha256, createHash('sha256').update(two).digest('hex'))
    const former = await locker.call(routes.file, { params: { receiptId: first.receiptId } })
    assert.deepEqual(Buffer.from(former.bytes), one)
    // In an import a former receipt is known; by hand it takes the place again.
    assert.deepEqual(outcomesOf(await send(batchId, [file(one, 'x.pdf')])), ['known'])
    assert.equal((await attach(one, second.receiptId)).status, 200)
    assert.equal((await ofLine(lineId)).length, 3)
    assert.deepEqual(refused(await attach(Buffer.from('text'), undefined, other.lineId)), [
      415,
      'FILE_TYPE_REFUSED',
    ])
    assert.deepEqual(refused(await attach(Buffer.from('%PDF-1.7 cut'), undefined, other.lineId)), [
      422,
      'RECEIPT_DAMAGED',
    ])
    assert.deepEqual(refused(await attach(pdf(), undefined, 999_999_999)), [404, 'NOT_FOUND'])
    const { rows } = await sql<{ replaced: boolean }>`
      select (fields->>'isReplacement')::boolean as replaced from event
      where name = 'payment.receiptAttached' and (fields->>'lineId')::bigint = ${lineId} order by event_id`.execute(
      api.db,
    )
    assert.deepEqual(
      rows.map(({ replaced }) => replaced),
      [false, true, true],
    )
  })

  it('PAY-6: of the same receipts at once each is attached once, and of two for a line one is', async () => {
    const { batchId, lines } = await sent('5000', '6000', '7000')
    const archive = zipOf(Object.fromEntries(lines.map(({ reference }) => [`${reference}.pdf`, pdf()])))
    const replies = await Promise.all(
      [locker, releaser, locker, releaser].map((user) => send(batchId, [archive], user)),
    )
    const outcomes = replies.flatMap(outcomesOf)
    assert.equal(outcomes.filter((outcome) => outcome === 'attached').length, 3)
    assert.equal(outcomes.filter((outcome) => outcome === 'known').length, 9)
    const [line] = lines
    const receiptId = (await ofLine(line!.lineId))[0]!.receiptId
    const replaced = await Promise.all(
      [1, 2, 3].map(() =>
        locker.attempt(routes.attach, {
          query: { lineId: line!.lineId, replaces: receiptId },
          file: file(pdf(), '回单.pdf'),
        }),
      ),
    )
    assert.equal(replaced.filter(({ status }) => status === 200).length, 1)
    assert.equal(replaced.filter(({ status }) => status === 409).length, 2)
    const kept = await ofLine(line!.lineId)
    assert.deepEqual([kept.length, kept.filter(({ replacedTime }) => replacedTime === null).length], [2, 1])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from staged_file
      where not is_abandoned`.execute(api.db)
    assert.equal(rows[0]!.count, 0)
  })

  it('PAY-6: finance of the payer sees receipts and nobody else', async () => {
    const expert = await person()
    const { batchId } = await draft([await payable(expert, '5000')])
    const early = await send(batchId, [file(pdf(), 'a.pdf')])
    assert.deepEqual(refused(early), [409, 'BATCH_STATE'])
    await lock(batchId)
    await release(batchId)
    const [line] = await linesOf(batchId)
    const { lineId } = line!
    const told = async () => (await expert.call(messageRoutes.list, {})).total
    const before = await told()
    assert.deepEqual(outcomesOf(await send(batchId, [file(pdf(), `${line!.reference}.pdf`)])), ['attached'])
    const receiptId = (await ofLine(lineId))[0]!.receiptId
    const answers = async (user: User) => [
      (await user.attempt(routes.file, { params: { receiptId } })).status,
      (await user.attempt(routes.ofLine, { params: { lineId } })).status,
      (await user.attempt(routes.sums, { params: { batchId } })).status,
      (await send(batchId, [file(pdf(), 'a.pdf')], user)).status,
      (await user.attempt(routes.attach, { query: { lineId }, file: file(pdf(), 'a.pdf') })).status,
    ]
    for (const user of [manager, executor, rival, world.sponsor, expert])
      assert.deepEqual(await answers(user), [403, 403, 403, 403, 403])
    const stranger = await api.person(rival, 'finance')
    assert.deepEqual(await answers(stranger), [404, 404, 404, 404, 404])
    assert.equal(await told(), before)
    const { rows } = await (
      await api.admin()
    ).call(operationLogRoutes.list, { query: { operation: 'batchReceipt.' } })
    assert.ok(
      rows.some(
        ({ operation, target }) => operation === 'batchReceipt.file' && target?.includes(String(receiptId)),
      ),
    )
  })

  it('PAY-6: an import has at most 500 receipts of 5 MiB and 60 MiB in all, and a damaged ZIP is one result', async () => {
    const { batchId, lines } = await sent('5000')
    const many = (count: number) =>
      zipOf(Object.fromEntries(Array.from({ length: count }, (_none, at) => [`${at}.txt`, Buffer.from('x')])))
    const full = await send(batchId, [many(500)])
    assert.deepEqual([full.status, full.data.rows.length], [200, 500])
    assert.deepEqual(refused(await send(batchId, [many(501)])), [422, 'RECEIPTS_TOO_MANY'])
    assert.deepEqual(refused(await send(batchId, [many(500), file(pdf(), 'a.pdf')])), [
      422,
      'RECEIPTS_TOO_MANY',
    ])
    const sized = (size: number) => {
      const end = Buffer.from('\n%%EOF')
      return Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(size - 8 - end.length, 'x'), end])
    }
    const name = `${lines[0]!.reference}.pdf`
    assert.deepEqual(refused(await send(batchId, [zipOf({ [name]: sized(5 * MIB + 1) })])), [
      422,
      'RECEIPTS_TOO_LARGE',
    ])
    assert.deepEqual(refused(await send(batchId, [file(sized(5 * MIB + 1), name)])), [
      422,
      'RECEIPTS_TOO_LARGE',
    ])
    assert.deepEqual(outcomesOf(await send(batchId, [zipOf({ [name]: sized(5 * MIB) })])), ['attached'])
    const texts = (count: number) =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: count }, (_none, at) => [`${at}.txt`, Buffer.alloc(5 * MIB, 'x')]),
        ),
      )
    assert.equal((await send(batchId, [texts(12)])).status, 200)
    assert.deepEqual(refused(await send(batchId, [texts(13)])), [422, 'RECEIPTS_TOO_LARGE'])
    assert.deepEqual(refused(await send(batchId, [texts(12), file(pdf(), 'a.pdf')])), [
      422,
      'RECEIPTS_TOO_LARGE',
    ])
    const single = (count: number) =>
      Array.from({ length: count }, (_none, at) => file(Buffer.from('x'), `${at}.txt`))
    assert.equal((await send(batchId, single(50))).status, 200)
    assert.deepEqual(refused(await send(batchId, single(51))), [400, 'TOO_MANY_FILES'])
    const upload = (size: number) => send(batchId, [file(Buffer.alloc(size, 'x'), '大.pdf')])
    assert.deepEqual(refused(await upload(20 * MIB)), [422, 'RECEIPTS_TOO_LARGE'])
    assert.deepEqual(refused(await upload(20 * MIB + 1)), [413, 'BODY_TOO_LARGE'])
    const cut = file(archiveOf({ 'a.pdf': pdf() }).subarray(0, 60), '坏.zip')
    const traversing = file(zip([{ name: '../a.pdf', bytes: pdf() }]), '越界.zip')
    const damagedEntry = file(zip([{ name: 'a.pdf', bytes: pdf(), crc: 1 }]), '坏项.zip')
    const reply = await send(batchId, [cut, traversing, damagedEntry])
    assert.deepEqual(
      reply.data.rows.map(({ fileName, outcome }) => [fileName, outcome]),
      [
        ['坏.zip', 'damaged'],
        ['越界.zip', 'damaged'],
        ['a.pdf', 'damaged'],
      ],
    )
  })
})
