import { z } from 'zod'
import { AuditStatus } from '../experts/expert-record.ts'
import { IdentityState } from '../experts/identity-check.ts'
import { event } from './event.ts'

export const expertEvents = {
  audited: event('expert.audited', {
    version: 1,
    record: 'expert',
    fields: z.object({ auditStatus: AuditStatus }),
  }),
  /** There is an expert, or one is somebody else by name or document. */
  identityStated: event('expert.identityStated', { version: 1, record: 'expert', fields: z.object({}) }),
  /** The verifier of identities has answered, or was given up. */
  identityChecked: event('expert.identityChecked', {
    version: 1,
    record: 'expert',
    fields: z.object({ state: IdentityState }),
  }),
  /** The account of an expert is another one, or the audit of such a one has ended. */
  accountChanged: event('expert.accountChanged', {
    version: 1,
    record: 'expert',
    fields: z.object({ isWaiting: z.boolean() }),
  }),
} as const
