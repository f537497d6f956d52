import { ATTENDANCE_LABELS } from '@consilium/contract/attendees/attendance.ts'
import { AttendeeReply, REPLY_LABELS, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Badge } from '@mantine/core'
import { orNothing, useLabel } from '../../lib/format.ts'

export function useReplyOptions() {
  const label = useLabel(REPLY_LABELS)
  return AttendeeReply.options.map((value) => ({ value, label: label(value) }))
}

type Answered = Pick<Attendee, 'attendance' | 'reply' | 'replyReason' | 'signatureStatus'>

/** What the expert answered to the invitation, with its reason. Nobody waits for an answer from an expert who has signed. */
export function ReplyBadge({ attendance, reply, replyReason, signatureStatus }: Answered) {
  const label = useLabel(ATTENDANCE_LABELS)
  if (reply === null)
    return signatureStatus === 'signed' ? (
      orNothing(null)
    ) : (
      <Badge variant="light" color={attendance === 'expired' ? 'orange' : 'gray'}>
        {label(attendance)}
      </Badge>
    )
  return (
    <Badge
      variant="light"
      color={reply === 'accepted' ? 'teal' : 'red'}
      {...(replyReason === null ? {} : { title: replyReason })}
    >
      {label(attendance)}
    </Badge>
  )
}
