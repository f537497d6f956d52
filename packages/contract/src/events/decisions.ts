import { z } from 'zod'
import { event } from './event.ts'

const NONE = z.object({})
const Outcome = z.object({ status: z.enum(['approved', 'refused']) })

/** What one person asks for and another decides. */
export const decisionEvents = {
  waiverAsked: event('meetingWaiver.asked', { version: 1, record: 'meetingWaiver', fields: NONE }),
  waiverDecided: event('meetingWaiver.decided', { version: 1, record: 'meetingWaiver', fields: Outcome }),
  budgetAsked: event('budgetChange.asked', { version: 1, record: 'budgetChange', fields: NONE }),
  budgetDecided: event('budgetChange.decided', { version: 1, record: 'budgetChange', fields: Outcome }),
} as const
