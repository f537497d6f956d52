import type { MeetingCheck } from '@consilium/contract/gates.ts'
import type { meetingTexts } from './texts.ts'

type TextKey = Extract<keyof (typeof meetingTexts)['pairs'], `check${string}`>

/** The tab in which a check can be fulfilled. */
export type Tab = 'overview' | 'attendees' | 'materials' | 'invoices'

/** How the page names each check of the service, and where it can be fulfilled. */
export const CHECKS: Readonly<Record<MeetingCheck, { text: TextKey; tab: Tab }>> = {
  executor: { text: 'checkExecutor', tab: 'overview' },
  budget: { text: 'checkBudget', tab: 'overview' },
  invitation: { text: 'checkInvitation', tab: 'overview' },
  schedule: { text: 'checkSchedule', tab: 'overview' },
  attendees: { text: 'checkAttendees', tab: 'attendees' },
  signatures: { text: 'checkSigned', tab: 'attendees' },
  supervision: { text: 'checkSupervision', tab: 'overview' },
  signInSheet: { text: 'checkSignIn', tab: 'materials' },
  photos: { text: 'checkPhotos', tab: 'materials' },
  supervisionRecord: { text: 'checkSupervisor', tab: 'materials' },
  invoices: { text: 'checkInvoices', tab: 'invoices' },
  duplicateInvoices: { text: 'checkDuplicates', tab: 'invoices' },
  materialReview: { text: 'checkAudit', tab: 'materials' },
}
