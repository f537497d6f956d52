import { materialEvents } from '@consilium/contract/events/materials.ts'
import { on } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Invoices } from '../../modules/invoices/service.ts'

/** Has new invoices verified, and those of which something else is to be asked. Without a verifier it does nothing. */
export const createVerificationReader = ({
  askForNew,
}: Pick<Invoices['verification'], 'askForNew'>): Reader => ({
  name: 'invoice-verification',
  begins: 'now',
  handlers: [materialEvents.meetingInvoice.created, materialEvents.meetingInvoice.changed].map((kind) =>
    on(kind, (trx, { recordId }) => askForNew(trx, recordId)),
  ),
})
