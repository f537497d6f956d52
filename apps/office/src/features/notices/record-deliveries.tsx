import {
  DELIVERY_KIND_LABELS,
  deliveryRoutes,
  type Delivery,
} from '@consilium/contract/notices/deliveries.ts'
import { NOTICE_CHANNEL_LABELS } from '@consilium/contract/notices/notice-kinds.ts'
import { reminderRoutes } from '@consilium/contract/notices/reminder-rules.ts'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { TextLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { minute, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useReason } from './reasons.ts'
import { recordTexts } from './record-texts.ts'
import { dated } from '../../components/dated.tsx'

const SHOWN = '20'
const HEIGHT = 80

/** The record whose notices are shown, as the list of deliveries filters by it. */
type About = { meetingId: number } | { attendeeId: number }

/** What became of a delivery and when. */
function useOutcome(): (delivery: Delivery) => string {
  const t = useTexts(recordTexts)
  const reasonOf = useReason()
  return ({ state, reason, dueTime, sentTime, settledTime }) => {
    if (state === 'queued') return t('queued', { time: minute(dueTime) })
    if (state === 'sent') return t('sent', { time: minute(sentTime) })
    if (state === 'delivered') return t('delivered', { time: minute(settledTime) })
    return t(state, { reason: reasonOf(reason) })
  }
}

function Row({ delivery, isNamed }: { delivery: Delivery; isNamed: boolean }) {
  const t = useTexts(recordTexts)
  const kind = useLabel(DELIVERY_KIND_LABELS)
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const outcome = useOutcome()
  const { name, isReminder, state } = delivery
  const what = [kind(delivery.kind), ...(isReminder ? [t('reminder')] : [])].join(' · ')
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="wrap">
      <Text size="sm">{[...(isNamed && name !== null ? [name] : []), what].join(' · ')}</Text>
      <Text size="sm" c={state === 'failed' ? 'red' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
        {channel(delivery.channel)} · {dated(outcome(delivery))}
      </Text>
    </Group>
  )
}

/** What was sent about a record when, and whether it arrived. */
export default function RecordDeliveries({ about }: { about: About }) {
  const t = useTexts(recordTexts)
  const may = useMay()
  const [[name, id] = ['meetingId', 0]] = Object.entries(about)
  const { data, error, refetch } = useQuery({
    queryKey: [deliveryRoutes.list.path, about],
    queryFn: ({ signal }) => call(deliveryRoutes.list, { query: { ...about, pageSize: SHOWN }, signal }),
  })
  return (
    <Section
      title={t('title')}
      actions={
        <Group gap="md">
          {name === 'meetingId' && may(reminderRoutes.preview) && (
            <TextLink to={`/reminder-rules?meetingId=${id}`} size="sm">
              {t('when')}
            </TextLink>
          )}
          <TextLink to={`/deliveries?${name}=${id}`} size="sm">
            {t('all')}
          </TextLink>
        </Group>
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data?.rows.length === 0 && <Text size="sm">{t('none')}</Text>}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.rows.map((delivery) => (
          <Row key={delivery.deliveryId} delivery={delivery} isNamed={name === 'meetingId'} />
        ))}
      </Stack>
    </Section>
  )
}
