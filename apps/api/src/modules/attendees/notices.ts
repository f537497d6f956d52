import type { Db } from '../../infra/db/db.ts'
import type { Messages } from '../messages/service.ts'
import type { MeetingFacts } from '../meetings/service.ts'
import type { LockedAttendee } from './repository.ts'

type Present = Pick<LockedAttendee, 'attendeeId' | 'userId'>

const linkTo = (attendeeId: number) => ({ resource: 'meetingAttendee', id: attendeeId })

const whenAndWhere = ({ meetingName, scheduleStartTime, scheduleLocation }: MeetingFacts) => ({
  meetingName,
  time: scheduleStartTime ?? '',
  place: scheduleLocation ?? '',
})

/** Messages to experts about their meetings, sent in the transaction of the change they report. */
export const createNotices = (messages: Pick<Messages, 'send'>) => ({
  async tellInvited(trx: Db, meeting: MeetingFacts, { attendeeId, userId }: Present): Promise<void> {
    await messages.send(trx, {
      userId,
      kind: 'meetingInvitation',
      params: { ...whenAndWhere(meeting), projectName: meeting.projectName },
      link: linkTo(attendeeId),
    })
  },

  async tellMoved(trx: Db, meeting: MeetingFacts, present: readonly Present[]): Promise<void> {
    const params = whenAndWhere(meeting)
    for (const { attendeeId, userId } of present)
      await messages.send(trx, { userId, kind: 'meetingMoved', params, link: linkTo(attendeeId) })
  },

  /** Tells whoever runs the meeting what an expert answered. */
  async tellReplied(
    trx: Db,
    {
      userId,
      meetingId,
      ...params
    }: { userId: number; meetingId: number } & Record<'name' | 'meetingName' | 'reply' | 'reason', string>,
  ): Promise<void> {
    const link = { resource: 'meeting', id: meetingId }
    await messages.send(trx, { userId, kind: 'invitationReply', params, link })
  },

  /** The message has no link, because the attendee rows are about to be deleted. */
  async tellRemoved(
    trx: Db,
    removed: readonly (Present & Pick<LockedAttendee, 'meetingName'>)[],
  ): Promise<void> {
    for (const { userId, meetingName } of removed)
      await messages.send(trx, { userId, kind: 'attendeeRemoved', params: { meetingName }, link: null })
  },
})

export type Notices = ReturnType<typeof createNotices>
