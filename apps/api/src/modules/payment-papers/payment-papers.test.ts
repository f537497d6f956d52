// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { DEFAULT_TAX_TERMS, taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import {
  paymentPaperRoutes as routes,
  type PaymentPaper,
} from '@consilium/contract/payments/payment-papers.ts'
import { paymentRoutes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { paperRoutes } from '@consilium/contract/signing/papers.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { exportedRows } from '../../../test/exports/exported-rows.ts'
import { startApi, type ExpertUser, type User } from '../../../test/harness.ts'
import { pdfText } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { fileOf, invoicePicture, startOcrServer, type Printed } from '../../../test/ocr-server.ts'
import { freshIdNumber } from '../../../test/payment-world.ts'

const POLL_MS = 30
const POLLS = 2000
const clock = movableClock()
const ocr = await startOcrServer()
const api = await startApi({ clock, env: { OCR_URL: ocr.url } })
after(async () => {
  await api.close()
  await ocr.close()
})
const world = await openBatchWorld(api, clock)
const { manager, executor, rival, sponsor, locker, payee, pay, person, payable } = world
beforeEach(() => ocr.become('works'))

const TODAY = clock.today()
const period = TODAY.slice(0, 7)
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]

async function papersOf(payments: readonly Pick<LaborPayment, 'entryId'>[], user: User = locker) {
  const { rows } = await user.call(routes.list, { query: { period, pageSize: 200 } })
  return payments.map(({ entryId }) => rows.find((row) => row.entryId === entryId))
}
const statesOf = async (...payments: Pick<LaborPayment, 'entryId'>[]) =>
  (await papersOf(payments)).map((paper) => paper?.state ?? null)

/** The payment once it is in this state. */
async function until(payment: Pick<LaborPayment, 'entryId'>, state: PaymentPaper['state']) {
  for (let poll = 0; poll < POLLS; poll++) {
    const [paper] = await papersOf([payment])
    if (paper?.state === state) return paper
    await delay(POLL_MS)
  }
  throw assert.fail(`payment ${payment.entryId} does not become ${state}`)
}

let invoices = 26_427_000_000
const freshNumber = () => `${invoices++}000000000`
const printedFor = ({ name, payableAmount }: PaymentPaper, given: Printed = {}): Printed => ({
  invoice_type: '32',
  invoice_number: freshNumber(),
  issue_date: TODAY,
  buyer_name: executor.orgName,
  seller_name: name,
  amount: payableAmount,
  total_amount: payableAmount,
  ...given,
})
const attach = (entryId: number, printed: Printed, user: User = locker) =>
  user.attempt(routes.attach, { query: { entryId }, file: fileOf(invoicePicture(printed)) })
/** A payment that needs an invoice. */
async function large(amount = '2000', given: { expert?: ExpertUser } = {}): Promise<PaymentPaper> {
  const payment = await pay(given.expert ?? (await payee()), amount, TODAY)
  const [paper] = await papersOf([payment])
  assert.equal(paper?.state, 'invoiceMissing')
  return paper
}

describe('papers of payments', () => {
  it('PAY-7: below the VAT threshold of a day a receipt is made, from it on an invoice is expected', async () => {
    const idNumber = freshIdNumber()
    const below = await pay(await payee(idNumber), '1009.99', TODAY)
    const at = await pay(await payee(), '1010.00', TODAY)
    const paper = await until(below, 'receipt')
    assert.deepEqual([paper.hasReceipt, paper.needsInvoice, paper.invoice], [true, false, null])
    assert.deepEqual(await statesOf(at), ['invoiceMissing'])
    // What one person gets on one day counts together, also for what was paid before.
    for (const [amount, state] of [
      ['409.99', 'receipt'],
      ['410.00', 'invoiceMissing'],
    ] as const) {
      const twice = await payee()
      const first = await pay(twice, '600', TODAY)
      await until(first, 'receipt')
      const second = await pay(twice, amount, TODAY)
      await until(second, state)
      assert.deepEqual(await statesOf(first), [state])
    }
    const { bytes } = await locker.call(routes.receipt, { params: { entryId: below.entryId } })
    const text = pdfText(bytes)
    for (const said of [
      '收款凭证',
      executor.orgName,
      below.name,
      idNumber,
      '1009.99',
      '壹仟零玖元玖角玖分',
      TODAY,
      '2018年第28号',
    ])
      assert.ok(text.includes(said), said)
    const code = /verify\/([a-z2-9]{32})/.exec(text)?.[1] ?? ''
    const verified = await rival.call(paperRoutes.verify, { params: { code } })
    assert.deepEqual(
      [verified.kind, verified.documentHash],
      ['paymentReceipt', createHash('sha256').update(bytes).digest('hex')],
    )
  })

  it('PAY-7: a payment of a batch has its receipt once it has arrived, and a returned one leaves the list', async () => {
    const fees = [await payable(await person(), '500'), await payable(await person(), '700')]
    const { batchId } = await world.draft(fees)
    await world.lock(batchId)
    await world.release(batchId)
    const { rows } = await locker.call(paymentRoutes.list, { query: { period, pageSize: 200 } })
    const entries = fees.map(({ attendeeId }) => rows.find((row) => row.attendeeId === attendeeId)!)
    assert.deepEqual(await statesOf(...entries), [null, null])
    await locker.call(batchRoutes.settle, { body: { batchId } })
    for (const entry of entries) await until(entry, 'receipt')
    const [line] = await world.linesOf(batchId)
    await locker.call(batchRoutes.returnLines, {
      body: { batchId, lineIds: [line!.lineId], reason: '账号有误' },
    })
    assert.deepEqual(await statesOf(...entries), [null, 'receipt'])
  })

  it('PAY-7: whoever verifies the receipt of a payment that was reversed is told that it is no longer valid', async () => {
    const [kept, gone] = [await pay(await payee(), '300', TODAY), await pay(await payee(), '300', TODAY)]
    const codes: string[] = []
    for (const payment of [kept, gone]) {
      await until(payment, 'receipt')
      const { bytes } = await locker.call(routes.receipt, { params: { entryId: payment.entryId } })
      codes.push(/verify\/([a-z2-9]{32})/.exec(pdfText(bytes))?.[1] ?? '')
    }
    const withdrawn = async (code = '') =>
      (await rival.call(paperRoutes.verify, { params: { code } })).withdrawnTime
    assert.deepEqual(await Promise.all(codes.map(withdrawn)), [null, null])
    await executor.call(paymentRoutes.reverse, { body: { entryId: gone.entryId, reason: '付错' } })
    for (let poll = 0; poll < POLLS && (await withdrawn(codes[1])) === null; poll++) await delay(POLL_MS)
    assert.match((await withdrawn(codes[1])) ?? '', /^2026-/)
    assert.equal(await withdrawn(codes[0]), null)
  })

  it('PAY-7: without an identity number there is no receipt, and what is due is made when it is asked for', async () => {
    const nameless = await payee(null)
    const payment = await pay(nameless, '500', TODAY)
    assert.deepEqual(await statesOf(payment), ['numberMissing'])
    const missing = await locker.attempt(routes.receipt, { params: { entryId: payment.entryId } })
    assert.deepEqual(refused(missing), [404, 'NOT_FOUND'])
    const other = await pay(await payee(), '500', TODAY)
    await until(other, 'receipt')
    // As a payment from before receipts were made.
    await api.db.deleteFrom('payment_paper').where('entry_id', '=', other.entryId).execute()
    assert.deepEqual(await statesOf(other), ['receiptDue'])
    const asked = await Promise.all([1, 2, 3].map(() => locker.attempt(routes.make, { body: { period } })))
    assert.deepEqual(
      asked.map(({ status, data }) => [status, data.count]),
      [
        [202, 1],
        [202, 1],
        [202, 1],
      ],
    )
    await until(other, 'receipt')
    assert.deepEqual((await locker.call(routes.make, { body: { period } })).count, 0)
    const foreign = await rival.attempt(routes.make, { body: { period, orgId: executor.orgId } })
    assert.deepEqual(refused(foreign), [404, 'NOT_FOUND'])
  })

  it('PAY-7: an invoice is kept if seller, buyer and amount are those of the payment, and what differs is said', async () => {
    const paper = await large('2000')
    const { entryId, name } = paper
    const wrong = await attach(
      entryId,
      printedFor(paper, { seller_name: '王五', total_amount: '2000.01', buyer_name: '别家公司' }),
    )
    assert.deepEqual(refused(wrong), [422, 'PAPER_INVOICE_DIFFERS'])
    assert.deepEqual(
      wrong.error?.details?.map(({ message }) => message),
      [
        `销售方“王五”，应为“${name}”`,
        `购买方“别家公司”，应为“${executor.orgName}”`,
        '价税合计“2000.01”，应为“2000.00”',
      ],
    )
    for (const total of ['1999.99', '2000.01'])
      assert.deepEqual(refused(await attach(entryId, printedFor(paper, { total_amount: total }))), [
        422,
        'PAPER_INVOICE_DIFFERS',
      ])
    const empty = await locker.attempt(routes.attach, {
      query: { entryId },
      file: fileOf(Buffer.from('text'), 'a.txt'),
    })
    assert.deepEqual(refused(empty), [415, 'FILE_TYPE_REFUSED'])
    ocr.become('down')
    assert.deepEqual(refused(await attach(entryId, printedFor(paper))), [503, 'RECOGNITION_AWAY'])
    ocr.become('works')
    // Tax offices print a note behind the name.
    const printed = printedFor(paper, { seller_name: `${name}（个人）` })
    const kept = await attach(entryId, printed)
    assert.deepEqual(
      [kept.status, kept.data.state, kept.data.invoice?.invoiceNumber, kept.data.invoice?.totalAmount],
      [200, 'invoice', printed.invoice_number, '2000.00'],
    )
    assert.deepEqual(refused(await attach(entryId, printedFor(paper))), [409, 'PAPER_INVOICE_EXISTS'])
    const { invoiceId } = kept.data.invoice!
    const { bytes } = await locker.call(routes.invoiceFile, { params: { invoiceId } })
    assert.deepEqual(Buffer.from(bytes), invoicePicture(printed))
    const released = await locker.call(routes.release, { params: { invoiceId } })
    assert.deepEqual([released.state, released.invoice], ['invoiceMissing', null])
    assert.deepEqual(refused(await locker.attempt(routes.release, { params: { invoiceId } })), [
      404,
      'NOT_FOUND',
    ])
  })

  it('PAY-7: an invoice serves one payment, and none that a meeting has used', async () => {
    const expert = await payee()
    const [one, other] = [await large('2000', { expert }), await large('2000', { expert })]
    const printed = printedFor(one)
    const both = await Promise.all([one, other, one, other].map(({ entryId }) => attach(entryId, printed)))
    assert.equal(both.filter(({ status }) => status === 200).length, 1)
    assert.ok(both.every(({ status }) => status === 200 || status === 409))
    const [first, second] = await papersOf([one, other])
    const [served, bare] = first?.invoice ? [first, second!] : [second!, first!]
    assert.deepEqual(refused(await attach(bare.entryId, printed)), [409, 'PAPER_INVOICE_USED'])
    // Another picture of the same invoice is the same invoice.
    const again = printedFor(bare, { invoice_number: printed.invoice_number!, check_code: '1234' })
    assert.deepEqual(refused(await attach(bare.entryId, again)), [409, 'PAPER_INVOICE_USED'])
    const { meetingId } = await world.meeting()
    const ofMeeting = async (invoiceNumber: string) =>
      executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, invoiceNumber } })
    const doubled = await ofMeeting(printed.invoice_number!)
    assert.deepEqual([doubled.duplicateOf?.uses, doubled.duplicateOf?.isFirst], [2, true])
    const number = freshNumber()
    await ofMeeting(number)
    const used = await attach(bare.entryId, printedFor(bare, { invoice_number: number }))
    assert.deepEqual(refused(used), [409, 'PAPER_INVOICE_USED'])
    // The invoice of a payment that was reversed is free for the payment that follows.
    await executor.call(paymentRoutes.reverse, { body: { entryId: served.entryId, reason: '付错' } })
    const record = await executor.call(materialRoutes.meetingInvoice.list, { query: { meetingId } })
    for (const { recordId } of record.rows)
      await executor.call(materialRoutes.meetingInvoice.remove, { params: { recordId: String(recordId) } })
    assert.equal((await attach(bare.entryId, printed)).status, 200)
  })

  it('PAY-7: whether invoices are expected is a dated setting of the payer', async () => {
    const expert = await payee()
    const paper = await large('3000', { expert })
    const { orgId } = executor
    const { version, today } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
    assert.equal(today.invoiceExpected, true)
    const change = (validFrom: string, invoiceExpected: boolean, from: number) =>
      manager.call(taxSettingsRoutes.change, {
        body: { ...DEFAULT_TAX_TERMS, orgId, version: from, validFrom, invoiceExpected, reason: '内部规定' },
      })
    await change(TODAY, false, version)
    assert.deepEqual(await statesOf(paper), ['notExpected'])
    const { data } = await attach(paper.entryId, printedFor(paper))
    assert.equal(data.state, 'invoice')
    const later = await change(TODAY, true, version + 1)
    assert.equal(later.settings[0]?.invoiceExpected, true)
    assert.deepEqual(await statesOf(paper), ['invoice'])
  })

  it('PAY-7: a month has sums by state and an export, for finance of the payer and those who see its ledger', async () => {
    const sums = await locker.call(routes.sums, { query: { period } })
    const { rows } = await locker.call(routes.list, { query: { period, pageSize: 200 } })
    const cents = (amounts: string[]) =>
      amounts.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0)
    assert.equal(sums.count, rows.length)
    assert.equal(cents([sums.amount]), cents(rows.map(({ payableAmount }) => payableAmount)))
    for (const { state, count, amount } of sums.states) {
      const own = rows.filter((row) => row.state === state)
      assert.deepEqual([count, cents([amount])], [own.length, cents(own.map((row) => row.payableAmount))])
    }
    const lacking = await locker.call(routes.list, { query: { period, isLacking: true, pageSize: 200 } })
    assert.deepEqual(
      lacking.rows.map(({ entryId }) => entryId),
      rows
        .filter(({ state }) => ['receiptDue', 'numberMissing', 'invoiceMissing'].includes(state))
        .map(({ entryId }) => entryId),
    )
    const exported = await exportedRows(locker, routes.export, { period, state: 'invoiceMissing' })
    assert.equal(exported.length, rows.filter(({ state }) => state === 'invoiceMissing').length)
    assert.ok(exported.every((row) => row['扣除凭证'] === '缺代开发票'))
    const receipt = rows.find(({ hasReceipt }) => hasReceipt)
    const { entryId } = receipt!
    const answers = async (user: User) => [
      (await user.attempt(routes.list, { query: { period } })).status,
      (await user.attempt(routes.sums, { query: { period } })).status,
      (await user.attempt(routes.receipt, { params: { entryId } })).status,
      (await attach(entryId, printedFor(receipt!), user)).status,
      (await user.attempt(routes.make, { body: { period } })).status,
    ]
    assert.deepEqual(await answers(await api.person(executor, 'finance')), [200, 200, 200, 200, 202])
    assert.deepEqual(await answers(manager), [200, 200, 200, 403, 403])
    for (const user of [sponsor, await payee()])
      assert.deepEqual(await answers(user), [403, 403, 403, 403, 403])
    assert.deepEqual(await answers(rival), [200, 200, 404, 404, 202])
    const foreign = await rival.call(routes.list, { query: { period } })
    assert.deepEqual(foreign.rows, [])
  })
})
