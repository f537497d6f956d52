import type { AttendeeCreate } from '@consilium/contract/attendees/attendees.ts'
import type { AuditStatus, ExpertCreate } from '@consilium/contract/experts/experts.ts'
import type { MeetingCreate, MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { OrgType, PersonCreate } from '@consilium/contract/persons/persons.ts'
import type { ProjectCreate } from '@consilium/contract/projects/projects.ts'
import type { z } from 'zod'

/** The plan of a data set, made before any request. References are indexes into the lists of the same data set. */
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
  /** The account has the demonstration's password. Others still have their initial one. */
  entered: boolean
}

export interface PlannedOrganization {
  orgType: OrgType
  orgName: string
  businessNature: string
  creditCode: string
  userName: string
  phone: string
  name: string
  surchargeRate: string | null
  people: PlannedPerson[]
}

export interface PlannedExpert {
  profile: Sent<typeof ExpertCreate>
  audit: AuditStatus
  /** The expert logs in, signs agreements and submits plans. */
  active: boolean
  hasIdentityCard: boolean
}

export interface PlannedProject {
  fields: Sent<typeof ProjectCreate> & { projectNo: string }
  sponsors: number[]
  executors: number[]
  /** An index into the staff. */
  lead: number | null
  score: string | null
}

/** The state of an agreement. `superseded` has an amendment that waits; `resigned` has a signed one. */
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
  /** The reason for sending the meeting back to its stage from the next one. */
  sentBack: string | null
  /** The attendees are invited when the meeting is created, without an agreed fee. */
  invitedAtOnce: boolean
  /** In days from today. */
  day: number
  attendees: PlannedAttendee[]
}
