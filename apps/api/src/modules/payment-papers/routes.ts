import { paymentPaperRoutes as routes } from '@consilium/contract/payments/payment-papers.ts'
import type { Bind } from '../../domain/bind.ts'
import type { PaymentPapers } from './service.ts'

export function bindPaymentPapers(on: Bind, papers: PaymentPapers): void {
  on(routes.list, ({ actor, query }) => papers.list(actor, query))
  on(routes.sums, ({ actor, query }) => papers.sums(actor, query))
  on(routes.export, ({ actor, body, language }) => papers.export(actor, body, language))
  on(routes.receipt, ({ actor, params }) => papers.receipt(actor, params.entryId))
  on(routes.make, ({ actor, body }) => papers.make(actor, body))
  on(routes.attach, ({ actor, query, upload }) => papers.attach(actor, query.entryId, upload))
  on(routes.release, ({ actor, params }) => papers.release(actor, params.invoiceId))
  on(routes.invoiceFile, ({ actor, params }) => papers.invoiceFile(actor, params.invoiceId))
}
