import { setTimeout as pause } from 'node:timers/promises'
import { paymentPaperRoutes, type PaymentPaper } from '@consilium/contract/payments/payment-papers.ts'
import { pdfForPerson } from '@consilium/ocr/synth/for-person.ts'
import type { Player } from './cast.ts'
import { expect } from './narrator.ts'

const CENTS = 100
/** The recognition service loads its models after the start. */
const PATIENCE_MS = 60_000
const POLL_MS = 1000

/** The invoice that a tax office issues for the payee (代开), as a file. */
async function issue({ name, payableAmount, paidDate, orgName }: PaymentPaper): Promise<File> {
  const totalCents = Math.round(Number(payableAmount) * CENTS)
  const bytes = await pdfForPerson({
    number: `26${String(Date.now()).padStart(18, '0')}`,
    date: paidDate,
    payer: { name: orgName, taxId: '91350100M000100Y43' },
    payee: { name, idNumber: '11010519491231002X' },
    goods: '*现代服务*讲课费',
    totalCents,
  })
  return new File([new Uint8Array(bytes)], '代开发票.pdf')
}

/** Uploads the invoice that a payment lacks; the recognition service reads it. Where that does not run, nothing is kept. */
export async function bringInvoice({ call, attempt }: Player, period: string): Promise<string> {
  const { rows } = await call(paymentPaperRoutes.list, { query: { period, state: 'invoiceMissing' } })
  const [paper] = rows
  expect(paper !== undefined, 'no payment lacks an invoice')
  const file = await issue(paper)
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { status, data, error } = await attempt(paymentPaperRoutes.attach, {
      query: { entryId: paper.entryId },
      file,
    })
    if (status === 200) {
      const { state, invoice } = data
      expect(state === 'invoice' && invoice !== null, `the payment says ${state}`)
      return `number ${invoice.invoiceNumber}, seller ${invoice.sellerName} and ${invoice.totalAmount} are read and are those of the payment`
    }
    expect(error?.error === 'RECOGNITION_AWAY', `the invoice is refused: ${JSON.stringify(error)}`)
    if (Date.now() > deadline) return 'recognition does not run here, so that nothing is kept'
    await pause(POLL_MS)
  }
}
