import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { isGone } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { useRole } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { addressOf } from '@consilium/web-kit/message-link.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'
import { noticeLinkTexts } from '@consilium/web-kit/words/notice-link-texts.ts'

/** Says why an address leads nowhere, instead of how the service refused it. */
function Gone({ toMessages }: { toMessages: ReactNode }) {
  const t = useTexts(noticeLinkTexts)
  return (
    <Center mih="60vh">
      <Stack align="center" ta="center" maw={420}>
        <Title order={1} size="h3">
          {t('gone')}
        </Title>
        <Text c="dimmed">{t('goneHint')}</Text>
        {toMessages}
      </Stack>
    </Center>
  )
}

/** The short address of a notice, which leads whoever of the office got it to the record. */
export function Page() {
  const t = useTexts(messageTexts)
  const role = useRole()
  const navigate = useNavigate()
  const { code = '' }: { code?: string } = useParams({ strict: false })
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    queryKey: [noticeRoutes.openLink.path, code],
    queryFn: ({ signal }) => call(noticeRoutes.openLink, { params: { code }, signal }),
    retry: false,
  })
  const address = link && (addressOf({ kind: 'meetingInvitation', link }, role) ?? '/messages')
  useEffect(() => {
    if (address) void navigate({ to: address, replace: true })
  }, [address, navigate])
  if (!error) return <Loader aria-label={t('opening')} />
  const toMessages = <LinkButton to="/messages">{t('allMessages')}</LinkButton>
  if (isGone(error)) return <Gone toMessages={toMessages} />
  return (
    <Stack align="flex-start">
      <RequestError error={error} onRetry={() => void refetch()} />
      {toMessages}
    </Stack>
  )
}
