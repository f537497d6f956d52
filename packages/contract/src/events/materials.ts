import { z } from 'zod'
import { VERIFICATION_STATES } from '../invoices/verification.ts'
import { event } from './event.ts'
import { changesOf } from './records.ts'

export const materialEvents = {
  meetingMaterial: changesOf('meetingMaterial'),
  meetingInvoice: {
    ...changesOf('meetingInvoice'),
    /** The authority answered, or the verification was given up. */
    verified: event('meetingInvoice.verified', {
      version: 1,
      record: 'meetingInvoice',
      fields: z.object({ state: z.enum(VERIFICATION_STATES) }),
    }),
  },
  meetingSupervisor: changesOf('meetingSupervisor'),
  meetingAuditLog: changesOf('meetingAuditLog'),
  meetingExecutor: changesOf('meetingExecutor'),
} as const
