import type { ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import type { OriginalProblem, VerificationState } from '@consilium/contract/invoices/verification.ts'
import type { Buyer } from '../invoices/service.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { AttendanceOfMeeting } from '../attendance/service.ts'
import type { InvoiceType, MaterialType } from '@consilium/contract/materials/materials.ts'

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
  invoiceType: InvoiceType | null
  invoiceCode: string | null
  invoiceNumber: string | null
  /** `yyyy-MM-dd` */
  issueDate: string | null
  buyerName: string | null
  buyerTaxId: string | null
  sellerName: string | null
  sellerTaxId: string | null
  totalAmount: string | null
  expenseCategory: ExpenseCategory | null
  verificationState: VerificationState
  /** Why its file is not the original that its kind wants. */
  originalProblem: OriginalProblem | null
  needsReview: boolean
  isDuplicate: boolean
}

export type AllowedCheck = 'tiers' | 'caps' | 'overlaps' | 'conflicts'

/** All that the checks look at, read together from one meeting, whoever may see it. */
export interface Facts {
  meeting: Subject
  attendees: readonly AttendeeFact[]
  invoices: readonly InvoiceFact[]
  /** The organizations that may be invoiced. */
  payers: readonly Buyer[]
  project: { startTime: string | null; endTime: string | null }
  /** The categories that the budget of the project has. */
  budgetCategories: readonly ExpenseCategory[]
  /** What was allocated to the meeting. */
  allocations: readonly { category: ExpenseCategory; amount: string }[]
  /** Number of materials of each type. */
  materials: Readonly<Partial<Record<MaterialType, number>>>
  supervisionRecords: number
  materialReviews: number
  /** Whose presence is still to be reviewed, and whether all were there; only read for the checks that ask. */
  attendance: AttendanceOfMeeting
  /** What is beyond caps, tiers and times, and who has declared no interests; only read for checks that ask. */
  allowed: Readonly<Record<AllowedCheck, readonly Evidence[]>>
  /** What is over the budget of the project or what the meeting was allocated; only read for the check that asks. */
  overBudget: readonly Evidence[]
  /** Sum of the invoices for meals. */
  meals: string
  /** `yyyy-MM-dd` */
  today: string
}
