import { CHECK_LABELS, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { checkTexts } from './check-texts.ts'

type TextKey = keyof (typeof checkTexts)['pairs']

/** The tab in which a check can be fulfilled. */
export type Tab = 'overview' | 'attendees' | 'attendance' | 'materials' | 'invoices' | 'gate'

/** Where each check of the service can be fulfilled, and what there is to do, if that is more than its label says. */
export const CHECKS: Readonly<Record<MeetingCheck, { text?: TextKey; tab: Tab }>> = {
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
  agenda: { tab: 'materials' },
  attendeePhotos: { tab: 'attendees' },
  attendanceReviewed: { tab: 'attendance' },
  attendanceLong: { tab: 'attendance' },
  titles: { text: 'checkTitles', tab: 'attendees' },
  invoiceDifferences: { tab: 'invoices' },
  invoiceBuyers: { tab: 'invoices' },
  invoiceBuyerCodes: { tab: 'invoices' },
  invoiceDates: { tab: 'invoices' },
  invoiceSellers: { tab: 'invoices' },
  invoiceCategories: { tab: 'invoices' },
  invoiceAllocations: { tab: 'invoices' },
  invoiceSeries: { tab: 'invoices' },
  invoicesVerified: { text: 'checkVerified', tab: 'invoices' },
  invoiceOriginals: { text: 'checkOriginals', tab: 'invoices' },
  feesWithinBudget: { tab: 'attendees' },
  tiers: { tab: 'attendees' },
  caps: { tab: 'attendees' },
  overlaps: { tab: 'attendees' },
  conflicts: { tab: 'attendees' },
  meals: { tab: 'invoices' },
  budgetHeld: { tab: 'invoices' },
  ended: { tab: 'overview' },
  endedWithin: { tab: 'overview' },
}

/** What there is to do for a check, in the language of the page. */
export function useCheckText(): (id: MeetingCheck) => string {
  const t = useTexts(checkTexts)
  const label = useLabel(CHECK_LABELS)
  return (id) => {
    const { text } = CHECKS[id]
    return text === undefined ? label(id) : t(text)
  }
}
