import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { call } from '../../lib/requests/api.ts'
import { useRole } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { addressOf } from '@consilium/web-kit/message-link.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'

/** The short address of a notice, which leads whoever got it to the record. */
export function Page() {
  const t = useTexts(messageTexts)
  const role = useRole()
  const navigate = useNavigate()
  const { code = '' }: { code?: string } = useParams({ strict: false })
  const { data: link, error } = useQuery({
    queryKey: [noticeRoutes.openLink.path, code],
    queryFn: ({ signal }) => call(noticeRoutes.openLink, { params: { code }, signal }),
    retry: false,
  })
  const address = link && (addressOf({ kind: 'meetingInvitation', link }, role) ?? '/messages')
  useEffect(() => {
    if (address) void navigate({ to: address, replace: true })
  }, [address, navigate])
  if (!error) return <Loader aria-label={t('opening')} />
  return (
    <Stack align="flex-start">
      <RequestError error={error} />
      <LinkButton to="/messages">{t('allMessages')}</LinkButton>
    </Stack>
  )
}
