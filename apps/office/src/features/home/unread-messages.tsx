import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LinkButton, PlainLink } from '../../components/links.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './unread-messages.module.css'
import { unreadTexts } from './unread-texts.ts'
import { dated } from '../../components/dated.tsx'

/** Number of rows in the panel; the rest is behind a link. */
const SHOWN = 4

const unreadQuery = {
  queryKey: [messageRoutes.list.path, 'home'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(messageRoutes.list, { query: { isRead: 'false', pageSize: SHOWN }, signal }),
}

/** The newest messages that wait to be read. */
export function UnreadMessages() {
  const t = useTexts(unreadTexts)
  const { data, error, refetch } = useQuery(unreadQuery)
  const all = data && data.total > 0 && (
    <LinkButton
      to="/messages?isRead=false"
      variant="subtle"
      aria-label={`${t('unread')} · ${t('allMessages', { count: data.total })}`}
    >
      {t('allMessages', { count: data.total })}
    </LinkButton>
  )
  return (
    <Section title={t('unread')} actions={all}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} aria-busy />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {t('noUnread')}
        </Text>
      )}
      <ul className={classes.rows}>
        {data?.rows.map(({ msgId, title, createTime }) => (
          <li key={msgId}>
            <PlainLink to={`/messages/${msgId}`} className={classes.line}>
              <span className={classes.text}>
                <Text span fw={600}>
                  {dated(title)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {dated(minute(createTime))}
                </Text>
              </span>
              <IconChevronRight size={18} aria-hidden className={classes.more} />
            </PlainLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
