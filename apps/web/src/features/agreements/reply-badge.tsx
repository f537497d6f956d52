import { AttendeeReply, REPLY_LABELS, type Attendee } from '@consilium/contract/attendees.ts'
import { Badge } from '@mantine/core'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { replyTexts } from './reply-texts.ts'

export function useReplyOptions() {
  const label = useLabel(REPLY_LABELS)
  return AttendeeReply.options.map((value) => ({ value, label: label(value) }))
}

/** What the expert answered to the invitation, with the reason where the list has room for it. */
export function ReplyBadge({ reply, replyReason }: Pick<Attendee, 'reply' | 'replyReason'>) {
  const t = useTexts(replyTexts)
  const label = useLabel(REPLY_LABELS)
  if (reply === null)
    return (
      <Badge variant="light" color="gray">
        {t('noReply')}
      </Badge>
    )
  return (
    <Badge
      variant="light"
      color={reply === 'accepted' ? 'teal' : 'red'}
      {...(replyReason === null ? {} : { title: replyReason })}
    >
      {label(reply)}
    </Badge>
  )
}
