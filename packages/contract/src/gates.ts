import { z } from 'zod'

/** What a meeting can need before it moves to its next stage. */
export const MEETING_CHECKS = [
  'executor',
  'budget',
  'invitation',
  'schedule',
  'attendees',
  'signatures',
  'supervision',
  'signInSheet',
  'photos',
  'supervisionRecord',
  'invoices',
  'duplicateInvoices',
  'materialReview',
] as const
export type MeetingCheck = (typeof MEETING_CHECKS)[number]

export const CheckResult = z
  .object({
    id: z.enum(MEETING_CHECKS),
    met: z.boolean(),
    count: z.int().nullable().meta({
      description:
        'Records found; for signatures and duplicateInvoices those still open; null if fields of the meeting decide',
    }),
  })
  .meta({ id: 'CheckResult' })
export type CheckResult = z.infer<typeof CheckResult>
