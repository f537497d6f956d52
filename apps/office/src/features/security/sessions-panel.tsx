import { ownSessionRoutes, type OwnSession } from '@consilium/contract/login/own-sessions.ts'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { sessionTexts } from '@consilium/web-kit/words/session-texts.ts'
import { useAttempt } from './use-attempt.tsx'
import { Dots } from '../../components/dots.tsx'

const PAGE_SIZE = 10

/** The sessions of the account, last used first, with more on request. */
export function SessionsPanel() {
  const t = useTexts(sessionTexts)
  const [pages, setPages] = useState(1)
  const [isEnding, setEnding] = useState(false)
  const { attempt, failure } = useAttempt()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions', pages],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(ownSessionRoutes.list, { query: { pageSize: pages * PAGE_SIZE }, signal }),
  })
  const endOthers = () =>
    attempt(async () => {
      const { ended } = await call(ownSessionRoutes.endOthers, {})
      notifyDone(t('ended', { count: ended }))
      await refetch()
    })
  const hasOthers = (data?.total ?? 0) > 1
  return (
    <Section
      title={t('sessions')}
      actions={
        hasOthers && (
          <Button variant="default" onClick={() => setEnding(true)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {failure}
      <Stack gap="md" aria-busy={data === undefined}>
        {data?.rows.map((session) => (
          <Session key={session.sessionId} session={session} onEnded={() => void refetch()} />
        ))}
        {data && data.total > data.rows.length && (
          <Button variant="subtle" onClick={() => setPages(pages + 1)}>
            {t('more')}
          </Button>
        )}
      </Stack>
      {isEnding && (
        <Confirm
          title={t('endOthersQuestion')}
          confirmLabel={t('endOthers')}
          onConfirm={endOthers}
          onClose={() => setEnding(false)}
        >
          {t('endOthersHint')}
        </Confirm>
      )}
    </Section>
  )
}

/** From where and when a session was used. */
function Use({ session: { address, lastUsedTime, createTime } }: { session: OwnSession }) {
  const t = useTexts(sessionTexts)
  const used = minute(lastUsedTime)
  return (
    <Text size="xs" c="dimmed" component="div">
      <Dots items={[orNothing(address), t('used', { used }), t('since', { since: minute(createTime) })]} />
    </Text>
  )
}

function Session({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const t = useTexts(sessionTexts)
  const { sessionId, isCurrent, lastUsedTime } = session
  const device = session.device ?? t('unknownDevice')
  const { attempt, failure } = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const used = minute(lastUsedTime)
  const end = () =>
    attempt(async () => {
      await call(ownSessionRoutes.end, { params: { sessionId: String(sessionId) } })
      notifyDone(t('ended', { count: 1 }))
      onEnded()
    })
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Stack gap={0} miw={0}>
        {failure}
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {device}
          </Text>
          {isCurrent && (
            <Badge variant="light" color="teal">
              {t('current')}
            </Badge>
          )}
        </Group>
        <Use session={session} />
      </Stack>
      {!isCurrent && (
        <Button
          variant="default"
          flex="none"
          aria-label={t('endOne', { device, used })}
          onClick={() => setAsking(true)}
        >
          {t('end')}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('endQuestion', { device })}
          confirmLabel={t('end')}
          onConfirm={end}
          onClose={() => setAsking(false)}
        >
          {t('endHint')}
        </Confirm>
      )}
    </Group>
  )
}
