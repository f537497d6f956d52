import type { Clock } from '../../infra/clock.ts'
import type { Handler } from '../../infra/event-log/event-log.ts'
import { accountHandlers } from './accounts.ts'
import { agreementHandlers } from './agreements.ts'
import { auditHandlers } from './audits.ts'
import type { Inbox } from './inbox.ts'
import { meetingHandlers } from './meetings.ts'

/** Reads events within their transactions, so that whoever asks right after an answer sees the message and its count. */
export const createMessageReader = (send: Inbox, clock: Clock): readonly Handler[] => [
  ...accountHandlers(send),
  ...auditHandlers(send),
  ...meetingHandlers(send, clock),
  ...agreementHandlers(send),
]
