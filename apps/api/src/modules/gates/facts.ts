import type { Meeting } from '@consilium/contract/meetings.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'
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
  /** As entered at the meeting, and as audited. */
  title: string | null
  auditedTitle: string | null
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

export type AllowedCheck = 'tiers' | 'caps' | 'overlaps' | 'conflicts'

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
  /** What is beyond caps, tiers and times, and who has declared no interests; only read for checks that ask. */
  allowed: Readonly<Record<AllowedCheck, readonly Evidence[]>>
  /** What is over the budget of the project or what the meeting was allocated; only read for the check that asks. */
  overBudget: readonly Evidence[]
  /** Sum of the invoices for meals. */
  meals: string
  /** `yyyy-MM-dd` */
  today: string
}
