import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import type { Meeting, MeetingStage } from '@consilium/contract/meetings.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { meetingTexts } from './texts.ts'

type TextKey = Extract<keyof (typeof meetingTexts)['pairs'], `check${string}`>

/** The tab in which a check can be fulfilled. */
export type Tab = 'overview' | 'attendees' | 'materials' | 'invoices'

/** A requirement of a stage, answered by the meeting itself or by the number of records in a list. */
export type Check = { key: TextKey; tab: Tab } & (
  | { of: (meeting: Meeting) => boolean }
  | { count: Route; query: Record<string, string>; isMet: (total: number, meeting: Meeting) => boolean }
)

const some = (total: number) => total > 0
const none = (total: number) => total === 0

const CHECKS = {
  checkExecutor: { tab: 'overview', of: ({ execUserId }: Meeting) => execUserId !== null },
  checkSchedule: {
    tab: 'overview',
    of: ({ scheduleStartTime, scheduleLocation }: Meeting) =>
      scheduleStartTime !== null && scheduleLocation !== null,
  },
  checkInvitation: {
    tab: 'overview',
    of: ({ invitationTitle, invitationContent }: Meeting) =>
      invitationTitle !== null && invitationContent !== null,
  },
  checkBudget: { tab: 'overview', of: ({ laborBudget }: Meeting) => laborBudget !== null },
  checkAttendees: { tab: 'attendees', of: ({ attendeeCount }: Meeting) => attendeeCount > 0 },
  checkSigned: {
    tab: 'attendees',
    count: attendeeRoutes.list,
    query: { signatureStatus: 'unsigned' },
    isMet: (total: number, { attendeeCount }: Meeting) => total === 0 && attendeeCount > 0,
  },
  checkSupervision: {
    tab: 'overview',
    of: ({ supervisionMode, supervisionUserName }: Meeting) =>
      supervisionMode !== null && supervisionUserName !== null,
  },
  checkSupervisor: { tab: 'materials', count: materialRoutes.meetingSupervisor.list, query: {}, isMet: some },
  checkSignIn: {
    tab: 'materials',
    count: materialRoutes.meetingMaterial.list,
    query: { materialType: 'signIn' },
    isMet: some,
  },
  checkPhotos: {
    tab: 'materials',
    count: materialRoutes.meetingMaterial.list,
    query: { materialType: 'photo' },
    isMet: some,
  },
  checkInvoices: { tab: 'invoices', count: materialRoutes.meetingInvoice.list, query: {}, isMet: some },
  checkDuplicates: {
    tab: 'invoices',
    count: materialRoutes.meetingInvoice.list,
    query: { duplicated: 'true' },
    isMet: none,
  },
  checkAudit: { tab: 'materials', count: materialRoutes.meetingAuditLog.list, query: {}, isMet: some },
} as const

type CheckKey = keyof typeof CHECKS

/** What should be there before a meeting leaves a stage. The service does not enforce it; users see what is missing. */
const BEFORE_LEAVING: Record<MeetingStage, readonly CheckKey[]> = {
  draft: ['checkExecutor', 'checkBudget'],
  approved: ['checkInvitation'],
  inviting: ['checkAttendees', 'checkSchedule'],
  scheduled: ['checkAttendees', 'checkSchedule'],
  agreements: ['checkSigned'],
  ready: ['checkSupervision'],
  inSession: ['checkSignIn', 'checkPhotos'],
  materials: ['checkSignIn', 'checkPhotos', 'checkSupervisor', 'checkInvoices'],
  settlement: ['checkSigned', 'checkDuplicates', 'checkAudit'],
  closed: [],
}

export const checksOf = (stage: MeetingStage): Check[] =>
  BEFORE_LEAVING[stage].map((key) => ({ key, ...CHECKS[key] }) as Check)
