import { z } from 'zod'
import { AuditStatus } from '../experts/experts.ts'
import { event } from './event.ts'

export const expertEvents = {
  audited: event('expert.audited', {
    version: 1,
    record: 'expert',
    fields: z.object({ auditStatus: AuditStatus }),
  }),
  /** The account of an expert is another one, or the audit of such a one has ended. */
  accountChanged: event('expert.accountChanged', {
    version: 1,
    record: 'expert',
    fields: z.object({ isWaiting: z.boolean() }),
  }),
} as const
