import { z } from 'zod'
import { MessageKind } from '../messages/messages.ts'
import { event } from './event.ts'

export const noticeEvents = {
  /** A message was written in the portal; its other deliveries follow. */
  raised: event('message.raised', {
    version: 1,
    record: 'message',
    fields: z.object({ kind: MessageKind, isReminder: z.boolean() }),
  }),
} as const
