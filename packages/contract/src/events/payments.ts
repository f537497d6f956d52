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
  reversed: event('payment.reversed', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
} as const
