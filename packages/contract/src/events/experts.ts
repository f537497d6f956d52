import { z } from 'zod'
import { AuditStatus } from '../experts/experts.ts'
import { event } from './event.ts'

export const expertEvents = {
  audited: event('expert.audited', {
    version: 1,
    record: 'expert',
    fields: z.object({ auditStatus: AuditStatus }),
  }),
} as const
