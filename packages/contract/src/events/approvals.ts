import { z } from 'zod'
import { event } from './event.ts'

const NONE = z.object({})

/** What becomes of a request that has steps. */
export const approvalEvents = {
  opened: event('approval.opened', { version: 1, record: 'approval', fields: z.object({ stepId: z.int() }) }),
  sentBack: event('approval.sentBack', { version: 1, record: 'approval', fields: NONE }),
  reminded: event('approval.reminded', {
    version: 1,
    record: 'approval',
    fields: z.object({ stepId: z.int(), number: z.int() }),
  }),
  ended: event('approval.ended', {
    version: 1,
    record: 'approval',
    fields: z.object({ status: z.enum(['approved', 'refused', 'stale']) }),
  }),
} as const
