import type { AttendeeCreate } from '@consilium/contract/attendees.ts'
import type { AuditStatus, ExpertCreate } from '@consilium/contract/experts.ts'
import type { MeetingCreate, MeetingStage } from '@consilium/contract/meetings.ts'
import type { OrgType, PersonCreate } from '@consilium/contract/persons.ts'
import type { ProjectCreate } from '@consilium/contract/projects.ts'
import type { z } from 'zod'

/** What is to be there, before anything is sent. References are places in the lists of the same data set. */
export interface DataSet {
  seed: number
  staff: StaffMember[]
  organizations: PlannedOrganization[]
  experts: PlannedExpert[]
  projects: PlannedProject[]
  meetings: PlannedMeeting[]
}

export interface StaffMember {
  roleType: 'manager' | 'leader'
  userName: string
  name: string
  phone: string
}

type Sent<Schema extends z.ZodType> = z.input<Schema>

export interface PlannedPerson extends Sent<typeof PersonCreate> {
  /** Given the demonstration's password; the others still have the initial one. */
  entered: boolean
}

export interface PlannedOrganization {
  orgType: OrgType
  orgName: string
  businessNature: string
  userName: string
  phone: string
  name: string
  surchargeRate: string | null
  people: PlannedPerson[]
}

export interface PlannedExpert {
  profile: Sent<typeof ExpertCreate>
  audit: AuditStatus
  /** Logs in, signs and hands in plans. */
  active: boolean
  hasIdentityCard: boolean
}

export interface PlannedProject {
  fields: Sent<typeof ProjectCreate> & { projectNo: string }
  sponsors: number[]
  executors: number[]
  /** Among the staff. */
  lead: number | null
  score: string | null
}

/** How far an agreement has come; `superseded` waits for a new signature, `resigned` has it. */
export const AGREEMENT_GOALS = ['open', 'filled', 'read', 'signed', 'superseded', 'resigned'] as const
export type AgreementGoal = (typeof AGREEMENT_GOALS)[number]

export interface PlannedAttendee {
  expert: number
  fields: Omit<Sent<typeof AttendeeCreate>, 'meetingId' | 'phone' | 'onSitePhotos'>
  goal: AgreementGoal
}

export interface PlannedMeeting {
  fields: Omit<Sent<typeof MeetingCreate>, 'projectId' | 'execUserId' | 'expertIds'> & { businessId: string }
  project: number
  executor: number
  stage: MeetingStage
  /** Why it came back to its stage from the one after it. */
  sentBack: string | null
  /** All at once with the meeting, their fees still to be agreed. */
  invitedAtOnce: boolean
  /** Days from now. */
  day: number
  attendees: PlannedAttendee[]
}
