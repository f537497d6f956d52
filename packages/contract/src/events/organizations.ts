import { z } from 'zod'
import { event } from './event.ts'

export const organizationEvents = {
  /** Agreements wait for a seal that names nobody. */
  sealUnnamed: event('organization.sealUnnamed', {
    version: 1,
    record: 'organization',
    fields: z.object({}),
  }),
} as const
