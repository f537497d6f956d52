import { messageRoutes, type Message } from '@consilium/contract/messages/messages.ts'
import { Group, Paper, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LinkButton } from '../../components/links.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { minute } from '../../lib/format.ts'
import { useSetUnreadCount } from '../../lib/live/live.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useRole } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { addressOf, labelOf } from '@consilium/web-kit/message-link.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'
import { dated } from '../../components/dated.tsx'

/** Marks a message as read when it is opened. */
function useReading({ msgId, isRead }: Message): void {
  const { mutate } = useSend(messageRoutes.markRead)
  const setUnread = useSetUnreadCount()
  useEffect(() => {
    if (isRead) return
    mutate({ params: { msgId } }, { onSuccess: ({ unreadCount }) => setUnread(unreadCount) })
  }, [msgId, isRead, mutate, setUnread])
}

function MessageText({ message }: { message: Message }) {
  const t = useTexts(messageTexts)
  const address = addressOf(message, useRole())
  useReading(message)
  return (
    <Paper withBorder radius="md" p="md" maw={720}>
      <Text style={{ whiteSpace: 'pre-line' }}>{dated(message.content)}</Text>
      {address !== null && (
        <Group mt="lg">
          <LinkButton to={address}>{t(labelOf(message))}</LinkButton>
        </Group>
      )}
    </Paper>
  )
}

export function Page() {
  const t = useTexts(messageTexts)
  const { msgId }: { msgId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={messageRoutes.get}
      params={{ msgId }}
      title={({ title }) => title}
      subtitle={({ kind, createTime }) => `${t(kind)} · ${minute(createTime)}`}
      backTo="/messages"
    >
      {(message) => <MessageText message={message} />}
    </RecordPage>
  )
}
