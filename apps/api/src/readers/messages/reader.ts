import type { Clock } from '../../infra/clock.ts'
import type { Handler } from '../../infra/event-log/event-log.ts'
import { accountHandlers } from './accounts.ts'
import { agreementHandlers } from './agreements.ts'
import type { Approvals } from '../../modules/approvals/service.ts'
import { approvalHandlers } from './approvals.ts'
import { auditHandlers } from './audits.ts'
import type { Inboxes } from './inbox.ts'
import { meetingHandlers } from './meetings.ts'
import { paymentHandlers } from './payments.ts'

/** Reads events within their transactions, so that whoever asks right after an answer sees the message and its count. */
export const createMessageReader = (
  inboxes: Inboxes,
  approvals: Pick<Approvals, 'told'>,
  clock: Clock,
): readonly Handler[] => [
  ...approvalHandlers(inboxes.send, approvals),
  ...accountHandlers(inboxes.send),
  ...auditHandlers(inboxes.send),
  ...meetingHandlers(inboxes, clock),
  ...agreementHandlers(inboxes.send),
  ...paymentHandlers(inboxes.send),
]
