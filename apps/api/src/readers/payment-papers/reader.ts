import { paymentEvents } from '@consilium/contract/events/payments.ts'
import { onAll } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { PaymentPapers } from '../../modules/payment-papers/service.ts'

/** Has receipts made for payments that were recorded, or that arrived, as far as they need one. */
export const createPaymentPaperReader = ({ settled }: Pick<PaymentPapers, 'settled'>): Reader => ({
  name: 'payment-papers',
  begins: 'now',
  handlers: [paymentEvents.recorded, paymentEvents.arrived].map((kind) =>
    onAll(kind, (trx, events) =>
      settled(
        trx,
        events.map(({ recordId }) => recordId),
      ),
    ),
  ),
})
