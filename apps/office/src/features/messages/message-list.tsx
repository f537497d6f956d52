import { MessageKind, messageRoutes } from '@consilium/contract/messages/messages.ts'
import { Badge, Button, Text } from '@mantine/core'
import { IconChecks, IconSettings } from '@tabler/icons-react'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { List } from '../../components/list/list-page.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { LinkButton } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { useSetUnreadCount, useUnreadCount } from '../../lib/live/live.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'
import { dated } from '../../components/dated.tsx'

function ReadAll() {
  const t = useTexts(messageTexts)
  const say = useErrorText()
  const unread = useUnreadCount()
  const setUnread = useSetUnreadCount()
  const send = useSend(messageRoutes.readAll)
  const readAll = () =>
    send.mutateAsync({}).then(
      ({ unreadCount }) => {
        setUnread(unreadCount)
        notifyDone(t('allRead'))
      },
      (error: unknown) => notifyFailed(t('readAll'), say(error)),
    )
  return (
    <Button
      variant="default"
      disabled={unread === 0}
      loading={send.isPending}
      leftSection={<IconChecks size={16} aria-hidden />}
      onClick={() => void readAll()}
    >
      {t('readAll')}
    </Button>
  )
}

function Head() {
  const t = useTexts(messageTexts)
  return (
    <PageHeader
      title={t('title')}
      actions={
        <>
          <LinkButton to="/notices" variant="default" leftSection={<IconSettings size={16} aria-hidden />}>
            {t('settings')}
          </LinkButton>
          <ReadAll />
        </>
      }
    />
  )
}

export function Page() {
  const t = useTexts(messageTexts)
  return (
    <>
      <Head />
      <List
        name="messages"
        title={t('title')}
        route={messageRoutes.list}
        groupBy={({ kind, link, isRead }) => link && `${kind} ${link.resource} ${link.id} ${isRead}`}
        emptyHint={t('emptyHint')}
        rowId={({ msgId }) => msgId}
        rowTitle={({ title }) => title}
        rowTo={({ msgId }) => `/messages/${msgId}`}
        filters={[
          {
            kind: 'select',
            name: 'isRead',
            label: t('state'),
            options: [
              { value: 'false', label: t('unread') },
              { value: 'true', label: t('read') },
            ],
          },
          {
            kind: 'select',
            name: 'kind',
            label: t('kind'),
            options: MessageKind.options.map((kind) => ({ value: kind, label: t(kind) })),
          },
        ]}
        columns={[
          {
            key: 'title',
            label: t('subject'),
            render: ({ title, isRead }) => (
              <Text span inherit fw={isRead ? 400 : 700}>
                {dated(title)}
              </Text>
            ),
          },
          {
            key: 'state',
            label: t('state'),
            card: 'badge',
            render: ({ isRead }) => (
              <Badge variant={isRead ? 'default' : 'filled'}>{t(isRead ? 'read' : 'unread')}</Badge>
            ),
          },
          { key: 'kind', label: t('kind'), render: ({ kind }) => t(kind) },
          createTimeColumn(t('time')),
        ]}
      />
    </>
  )
}
