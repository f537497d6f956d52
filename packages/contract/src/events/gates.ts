import { z } from 'zod'
import { event } from './event.ts'

export const gateEvents = {
  /** An older installation learned that there is a strict set of rules. */
  strictOffered: event('gatePolicy.strictOffered', {
    version: 1,
    record: 'installation',
    fields: z.object({}),
  }),
} as const
