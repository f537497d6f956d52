import type { Meeting } from '@consilium/contract/meetings.ts'
import type { MaterialType } from '@consilium/contract/materials.ts'

/** The fields of a meeting that checks look at. */
export type Subject = Pick<
  Meeting,
  | 'meetingId'
  | 'currentStage'
  | 'execUserId'
  | 'laborBudget'
  | 'invitationTitle'
  | 'invitationContent'
  | 'scheduleStartTime'
  | 'scheduleEndTime'
  | 'scheduleLocation'
  | 'supervisionMode'
  | 'supervisionUserName'
>

export interface AttendeeFact {
  attendeeId: number
  expertId: number
  name: string
  isSigned: boolean
  payable: string
  photos: number
}

export interface InvoiceFact {
  recordId: number
  version: number
  invoiceNumber: string | null
  buyerName: string | null
  needsReview: boolean
  isDuplicate: boolean
}

/** All that the checks look at, read together from one meeting, whoever may see it. */
export interface Facts {
  meeting: Subject
  attendees: readonly AttendeeFact[]
  invoices: readonly InvoiceFact[]
  /** Names of the organizations that may be invoiced. */
  buyers: readonly string[]
  /** Number of materials of each type. */
  materials: Readonly<Partial<Record<MaterialType, number>>>
  supervisionRecords: number
  materialReviews: number
  /** `yyyy-MM-dd` */
  today: string
}
