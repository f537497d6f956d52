import { z } from 'zod'
import { AuditStatus } from '../experts/expert-record.ts'
import { event } from './event.ts'

export const planEvents = {
  audited: event('projectPlan.audited', {
    version: 1,
    record: 'projectPlan',
    fields: z.object({ auditStatus: AuditStatus }),
  }),
} as const
