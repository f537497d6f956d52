// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import {
  paymentPaperRoutes as routes,
  type PaymentPaper,
} from '@consilium/contract/payments/payment-papers.ts'
import { pdfForPerson, pictureForPerson, type ForPerson } from '@consilium/ocr/synth/pdf-invoices.ts'
import { startOcr } from '@consilium/ocr/test/ocr-service.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { startApi } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { freshIdNumber } from '../../../test/payment-world.ts'

/** These tests check results, however slow the machine is. */
const PATIENT = { pageMs: 100_000, totalMs: 100_000 }

const clock = movableClock()
const ocr = await startOcr({ limits: PATIENT })
const api = await startApi({ clock, env: { OCR_URL: ocr.url } })
after(async () => {
  await api.close()
  await ocr.close()
})
await ocr.untilReady()
const { manager, executor, locker, payee, pay } = await openBatchWorld(api, clock)

/** As a company is named: in the letters and digits of a made name, a reader of pictures may take 1 for l. */
const PAYER = '仁和会务服务有限公司'
const { orgId, version } = await manager.call(organizationRoutes.get, { params: { orgId: executor.orgId } })
await manager.call(organizationRoutes.update, { body: { orgId, version, orgName: PAYER } })

const TODAY = clock.today()
const period = TODAY.slice(0, 7)
let numbers = 26_117_000_000

/** A payment above the threshold, and what the tax office prints for it. */
async function owed(amount: string): Promise<{ paper: PaymentPaper; printed: ForPerson }> {
  const idNumber = freshIdNumber()
  const { entryId } = await pay(await payee(idNumber), amount, TODAY)
  const { rows } = await locker.call(routes.list, { query: { period, pageSize: 200 } })
  const paper = rows.find((row) => row.entryId === entryId)
  assert.equal(paper?.state, 'invoiceMissing')
  const printed = {
    number: `${numbers++}000000123`,
    date: TODAY,
    payer: { name: PAYER, taxId: '91350100M000100Y43' },
    payee: { name: paper.name, idNumber },
    goods: '*现代服务*讲课费',
    totalCents: Math.round(Number(paper.payableAmount) * 100),
  }
  return { paper, printed }
}
const attach = ({ entryId }: PaymentPaper, bytes: Buffer, name: string) =>
  locker.attempt(routes.attach, { query: { entryId }, file: new File([new Uint8Array(bytes)], name) })

it('PAY-7: the recognition service reads an invoice that the tax office issued, and its payment has it', async () => {
  const { paper, printed } = await owed('4321.09')
  const kept = await attach(paper, await pdfForPerson(printed), '代开发票.pdf')
  assert.equal(kept.status, 200, JSON.stringify(kept.error))
  const { invoiceNumber, issueDate, sellerName, totalAmount } = kept.data.invoice!
  assert.deepEqual(
    [kept.data.state, invoiceNumber, issueDate, sellerName, totalAmount],
    ['invoice', printed.number, TODAY, `${paper.name}（个人）`, '4321.09'],
  )
})

it('PAY-7: a photographed invoice of the tax office is read from its pixels', async () => {
  const { paper, printed } = await owed('2580')
  const kept = await attach(paper, await pictureForPerson(printed, 'photographed'), '代开发票.jpg')
  assert.equal(kept.status, 200, JSON.stringify(kept.error))
  assert.deepEqual(
    [kept.data.state, kept.data.invoice?.invoiceNumber, kept.data.invoice?.totalAmount],
    ['invoice', printed.number, '2580.00'],
  )
})

it('PAY-7: an invoice for another person or amount is read, and refused with what it says', async () => {
  const { paper, printed } = await owed('3000')
  const other = { ...printed, payee: { ...printed.payee, name: '欧阳明' }, totalCents: 300_001 }
  const refused = await attach(paper, await pdfForPerson(other), '代开发票.pdf')
  assert.deepEqual([refused.status, refused.error?.error], [422, 'PAPER_INVOICE_DIFFERS'])
  assert.deepEqual(
    refused.error?.details?.map(({ message }) => message),
    [`销售方“欧阳明（个人）”，应为“${paper.name}”`, '价税合计“3000.01”，应为“3000.00”'],
  )
  const { rows } = await locker.call(routes.list, { query: { period, pageSize: 200 } })
  assert.equal(rows.find(({ entryId }) => entryId === paper.entryId)?.state, 'invoiceMissing')
})
