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
  /** The bank has said that the payment of a batch arrived. */
  arrived: event('payment.arrived', {
    version: 1,
    record: 'payment',
    fields: z.object({ batchId: f.id }),
  }),
  /** The service made the receipt that proves the payment for the payer's tax. */
  receiptIssued: event('payment.receiptIssued', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
  invoiceAttached: event('payment.invoiceAttached', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id, invoiceId: f.id }),
  }),
  invoiceReleased: event('payment.invoiceReleased', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id, invoiceId: f.id }),
  }),
  reversed: event('payment.reversed', {
    version: 1,
    record: 'payment',
    fields: z.object({ attendeeId: f.id }),
  }),
} as const
