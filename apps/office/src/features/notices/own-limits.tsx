import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { NOTICE_CHANNEL_LABELS } from '@consilium/contract/notices/notice-kinds.ts'
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { limitTexts } from './limit-texts.ts'
import { Usage } from './usage.tsx'

/** How many messages the caller's own organization may send, and has sent. */
export function OwnLimitsSection() {
  const t = useTexts(limitTexts)
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const { data, error, refetch } = useRecord(deliveryRoutes.ownLimits, {})
  return (
    <Section title={t('ownTitle')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('ownHint')}
      </Text>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {data?.limits.map(({ channel: way, sentToday, perDay, sentThisMonth, perMonth }) => (
          <Stack key={way} gap={4}>
            <Text fw={600}>{channel(way)}</Text>
            <Text size="sm" c="dimmed">
              {t('today')}
            </Text>
            <Usage sent={sentToday} limit={perDay} label={`${channel(way)} · ${t('today')}`} />
            <Text size="sm" c="dimmed" mt={4}>
              {t('month')}
            </Text>
            <Usage sent={sentThisMonth} limit={perMonth} label={`${channel(way)} · ${t('month')}`} />
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  )
}
