import { paymentEvents } from '@consilium/contract/events/payments.ts'
import { onAll } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { PaymentPapers } from '../../modules/payment-papers/service.ts'

/** Has receipts made for payments that were recorded, or that arrived, as far as they need one, and withdraws those of reversed ones. */
export const createPaymentPaperReader = ({
  settled,
  reversed,
}: Pick<PaymentPapers, 'settled' | 'reversed'>): Reader => ({
  name: 'payment-papers',
  begins: 'now',
  handlers: (
    [
      [paymentEvents.recorded, settled],
      [paymentEvents.arrived, settled],
      [paymentEvents.reversed, reversed],
    ] as const
  ).map(([kind, follow]) =>
    onAll(kind, (trx, events) =>
      follow(
        trx,
        events.map(({ recordId }) => recordId),
      ),
    ),
  ),
})
