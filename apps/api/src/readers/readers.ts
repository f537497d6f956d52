import type { Context } from '../context.ts'
import type { Handler } from '../infra/event-log/event-log.ts'
import type { Reader } from '../infra/event-log/reading.ts'
import type { Modules } from '../modules.ts'
import { createMessageReader } from './messages/reader.ts'
import { createTextReader } from './text-messages/reader.ts'

/** The readers of events, a folder and a line each. */
export const createReaders = (
  context: Context,
  { accounts, messages }: Modules,
): { within: readonly Handler[]; after: readonly Reader[] } => ({
  within: createMessageReader(messages.send, context.clock),
  after: [createTextReader(context, accounts)],
})
