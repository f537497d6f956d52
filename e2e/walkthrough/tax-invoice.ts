import { setTimeout as pause } from 'node:timers/promises'
import { paymentPaperRoutes } from '@consilium/contract/payments/payment-papers.ts'
import { issueTaxInvoice } from '../demo/paying/tax-invoice.ts'
import type { Player } from './cast.ts'
import { expect } from './narrator.ts'

/** The recognition service loads its models after the start. */
const PATIENCE_MS = 30_000
const POLL_MS = 3000

/** Uploads the invoice that a payment lacks; the recognition service reads it. Where that does not run, nothing is kept. */
export async function bringInvoice({ call, attempt }: Player, period: string): Promise<string> {
  const { rows } = await call(paymentPaperRoutes.list, { query: { period, state: 'invoiceMissing' } })
  const [paper] = rows
  expect(paper !== undefined, 'no payment lacks an invoice')
  const file = await issueTaxInvoice(paper)
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const outcome = await attempt(paymentPaperRoutes.attach, {
      query: { entryId: paper.entryId },
      file,
    })
    if (outcome.error === null) {
      const { state, invoice } = outcome.data
      expect(state === 'invoice' && invoice !== null, `the payment says ${state}`)
      return `number ${invoice.invoiceNumber}, seller ${invoice.sellerName} and ${invoice.totalAmount} are read and are those of the payment`
    }
    const { error } = outcome
    expect(error.error === 'RECOGNITION_AWAY', `the invoice is refused: ${JSON.stringify(error)}`)
    if (Date.now() > deadline) return 'recognition does not run here, so that nothing is kept'
    await pause(POLL_MS)
  }
}
