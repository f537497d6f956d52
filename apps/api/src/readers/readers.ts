import type { Context } from '../context.ts'
import type { Handler } from '../infra/event-log/event-log.ts'
import type { Reader } from '../infra/event-log/reading.ts'
import type { Modules } from '../modules.ts'
import { createBotReader } from './bots/reader.ts'
import { createMessageReader } from './messages/reader.ts'
import { createNoticeReader } from './notices/reader.ts'
import { createPaymentPaperReader } from './payment-papers/reader.ts'
import { createReminderReader } from './reminders/reader.ts'
import { createTimelineReader } from './timelines/reader.ts'
import { createIdentityReader } from './identities/reader.ts'
import { createVerificationReader } from './verification/reader.ts'

/** The readers of events, a folder and a line each. */
export const createReaders = (
  { clock }: Pick<Context, 'clock'>,
  { approvals, bots, deliveries, experts, invoices, messages, paymentPapers, reminders, timelines }: Modules,
): { within: readonly Handler[]; after: readonly Reader[] } => ({
  within: createMessageReader(messages, approvals, clock),
  after: [
    createNoticeReader(deliveries),
    createReminderReader(reminders, clock),
    createTimelineReader(timelines),
    createVerificationReader(invoices.verification),
    createIdentityReader(experts.identityChecks),
    createBotReader(bots),
    createPaymentPaperReader(paymentPapers),
  ],
})
