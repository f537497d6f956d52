import type { CheckResult, MeetingCheck } from '@consilium/contract/gates.ts'
import type { Meeting, MeetingStage } from '@consilium/contract/meetings.ts'

/** The fields of a meeting that checks look at. */
export type Subject = Pick<
  Meeting,
  | 'execUserId'
  | 'laborBudget'
  | 'invitationTitle'
  | 'invitationContent'
  | 'scheduleStartTime'
  | 'scheduleLocation'
  | 'supervisionMode'
  | 'supervisionUserName'
  | 'attendeeCount'
  | 'signedCount'
>

/** The numbers of a meeting's records that checks look at. */
export interface Counts {
  signInSheets: number
  photos: number
  supervisionRecords: number
  invoices: number
  duplicateInvoices: number
  materialReviews: number
}

type Verdict = Omit<CheckResult, 'id'>

const filledIn = (...values: readonly unknown[]): Verdict => ({
  met: values.every((value) => value !== null),
  count: null,
})
const present = (count: number): Verdict => ({ met: count > 0, count })
const noneLeft = (count: number): Verdict => ({ met: count === 0, count })

const CHECKS: Readonly<Record<MeetingCheck, (meeting: Subject, counts: Counts) => Verdict>> = {
  executor: ({ execUserId }) => filledIn(execUserId),
  budget: ({ laborBudget }) => filledIn(laborBudget),
  invitation: ({ invitationTitle, invitationContent }) => filledIn(invitationTitle, invitationContent),
  schedule: ({ scheduleStartTime, scheduleLocation }) => filledIn(scheduleStartTime, scheduleLocation),
  attendees: ({ attendeeCount }) => present(attendeeCount),
  signatures: ({ attendeeCount, signedCount }) => ({
    met: attendeeCount > 0 && signedCount === attendeeCount,
    count: attendeeCount - signedCount,
  }),
  supervision: ({ supervisionMode, supervisionUserName }) => filledIn(supervisionMode, supervisionUserName),
  signInSheet: (_, { signInSheets }) => present(signInSheets),
  photos: (_, { photos }) => present(photos),
  supervisionRecord: (_, { supervisionRecords }) => present(supervisionRecords),
  invoices: (_, { invoices }) => present(invoices),
  duplicateInvoices: (_, { duplicateInvoices }) => noneLeft(duplicateInvoices),
  materialReview: (_, { materialReviews }) => present(materialReviews),
}

/** What a meeting should have before it enters each stage. */
const NEEDED: Readonly<Record<MeetingStage, readonly MeetingCheck[]>> = {
  draft: [],
  approved: ['executor', 'budget'],
  inviting: ['invitation'],
  scheduled: ['attendees', 'schedule'],
  agreements: ['attendees', 'schedule'],
  ready: ['signatures'],
  inSession: ['supervision'],
  materials: ['signInSheet', 'photos'],
  settlement: ['signInSheet', 'photos', 'supervisionRecord', 'invoices'],
  closed: ['signatures', 'duplicateInvoices', 'materialReview'],
}

export const checksFor = (stage: MeetingStage, meeting: Subject, counts: Counts): CheckResult[] =>
  NEEDED[stage].map((id) => ({ id, ...CHECKS[id](meeting, counts) }))
