import { z } from 'zod'
import * as f from '../fields.ts'
import { event } from './event.ts'

export const paymentEvents = {
  recorded: event('payment.recorded', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
  /** The bank gave the money back; the payment is reversed beside this. */
  returned: event('payment.returned', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
  /** A receipt of the bank was attached to the line of a batch that the payment is; a former one stays beside it. */
  receiptAttached: event('payment.receiptAttached', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id, lineId: f.id, receiptId: f.id, isReplacement: z.boolean() }),
  }),
  reversed: event('payment.reversed', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
} as const
