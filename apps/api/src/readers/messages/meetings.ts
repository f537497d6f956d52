import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import type { Clock } from '../../infra/clock.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import { approversOf } from './approver-repository.ts'
import type { Inboxes } from './inbox.ts'
import {
  attendeeSubject,
  countingAttendees,
  meetingSubject,
  type AttendeeSubject,
} from './subject-repository.ts'

/** Approvers who are told of a new meeting. */
const APPROVERS_TOLD_MAX = 100

const linkToMeeting = (meetingId: number) => ({ resource: 'meeting', id: meetingId })
const linkTo = (attendeeId: number) => ({ resource: 'meetingAttendee', id: attendeeId })

const whenAndWhere = ({ meetingName, startTime, place }: AttendeeSubject) => ({
  meetingName,
  time: startTime ?? '',
  place: place ?? '',
})

/** To experts about their meetings, and to those who run and approve them. */
export const meetingHandlers = ({ send, settle }: Inboxes, clock: Clock): readonly Handler[] => [
  on(meetingEvents.created, async (trx, { recordId, fields: { projectId, needsApproval } }) => {
    if (!needsApproval) return
    const { meetingName, orgName, startTime } = await meetingSubject(trx, recordId)
    // The time tells the meeting from others of its project.
    const params = { meetingName, orgName: orgName ?? '', time: startTime ?? '' }
    const link = linkToMeeting(recordId)
    for (const userId of await approversOf(trx, projectId, APPROVERS_TOLD_MAX))
      await send(trx, { userId, kind: 'meetingAwaitsApproval', params, link })
  }),
  // What is no longer waited for is unread no longer.
  on(meetingEvents.stageChanged, async (trx, { recordId, fields: { from } }) => {
    if (from === 'draft') await settle(trx, 'meetingAwaitsApproval', linkToMeeting(recordId))
  }),
  on(meetingEvents.moved, async (trx, { recordId }) => {
    for (const attendee of await countingAttendees(trx, recordId, clock.wire())) {
      const { attendeeId, userId } = attendee
      const params = whenAndWhere(attendee)
      await send(trx, { userId, kind: 'meetingMoved', params, link: linkTo(attendeeId) })
    }
  }),
  on(meetingEvents.deleted, async (trx, { recordId }) => {
    await settle(trx, 'meetingAwaitsApproval', linkToMeeting(recordId))
    for (const { userId, meetingName } of await countingAttendees(trx, recordId, clock.wire()))
      await send(trx, { userId, kind: 'attendeeRemoved', params: { meetingName }, link: null })
  }),
  on(attendeeEvents.invited, async (trx, { recordId }) => {
    const attendee = await attendeeSubject(trx, recordId)
    await send(trx, {
      userId: attendee.userId,
      kind: 'meetingInvitation',
      params: { ...whenAndWhere(attendee), projectName: attendee.projectName },
      link: linkTo(recordId),
    })
  }),
  on(attendeeEvents.replied, async (trx, { recordId, fields: { meetingId, reply } }) => {
    const { name, meetingName, execUserId, createUserId, replyReason } = await attendeeSubject(trx, recordId)
    await send(trx, {
      userId: execUserId ?? createUserId,
      kind: 'invitationReply',
      params: { name, meetingName, reply, reason: replyReason ?? '' },
      link: { resource: 'meeting', id: meetingId },
    })
  }),
  on(attendeeEvents.removed, async (trx, { recordId }) => {
    const { userId, meetingName } = await attendeeSubject(trx, recordId)
    // Without a link, because the row is about to be deleted.
    await send(trx, { userId, kind: 'attendeeRemoved', params: { meetingName }, link: null })
  }),
]
