import {
  DELIVERY_KIND_LABELS,
  deliveryRoutes,
  type ChannelState,
  type Delivery,
} from '@consilium/contract/notices/deliveries.ts'
import { noticeTemplateRoutes } from '@consilium/contract/notices/templates.ts'
import {
  DELIVERY_STATE_LABELS,
  DELIVERY_STATES,
  NOTICE_CHANNEL_LABELS,
  NOTICE_CHANNELS,
  type DeliveryState,
} from '@consilium/contract/notices/notice-kinds.ts'
import { Badge, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { LinkButton } from '../../components/links.tsx'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { deliveryTexts } from './delivery-texts.ts'
import { useReason } from './reasons.ts'
import { dated } from '../../components/dated.tsx'
import { Dots } from '../../components/dots.tsx'

const DELIVERY_KINDS = Object.keys(DELIVERY_KIND_LABELS) as Delivery['kind'][]
const COLORS: Readonly<Record<DeliveryState, string>> = {
  queued: 'gray',
  sent: 'lagoon',
  delivered: 'teal',
  failed: 'red',
  suppressed: 'yellow',
}
const REPEATABLE: readonly DeliveryState[] = ['failed', 'suppressed']
/** Bots repeat by themselves, and a code is of no use later. */
const isRepeatable = ({ state, channel, kind }: Delivery): boolean =>
  REPEATABLE.includes(state) && (channel === 'sms' || channel === 'mail') && kind !== 'code'

/** Takes messages where there is no provider. */
const FILE = 'file'

/** Groups are told for nothing. */
const isCharged = (channel: ChannelState['channel']): boolean => channel === 'sms' || channel === 'mail'

function ChannelCard({ state }: { state: ChannelState }) {
  const t = useTexts(deliveryTexts)
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const reasonOf = useReason()
  const { sent, delivered, failed, units, waiting, oldestWaiting, lastError, lastErrorTime } = state
  return (
    <Paper withBorder radius="md" p="sm">
      <Text fw={600}>
        {channel(state.channel)}
        {state.provider !== state.channel &&
          ` · ${state.provider === FILE ? t('noProvider') : state.provider}`}
      </Text>
      <Text size="sm">{t('ofDay', { sent, delivered, failed })}</Text>
      <Text size="sm" component="div">
        <Dots
          items={[
            waiting === 0 || oldestWaiting === null
              ? t('noneWaits')
              : t('waits', { waiting, time: minute(oldestWaiting) }),
            isCharged(state.channel) && t('units', { units }),
          ]}
        />
      </Text>
      {lastError !== null && (
        <Text size="sm" c="dimmed">
          {dated(minute(lastErrorTime))} {reasonOf(lastError)}
        </Text>
      )}
    </Paper>
  )
}

/** How the channels have done within a day, for the operator. */
function Channels() {
  const { data, error, refetch } = useQuery({
    queryKey: [deliveryRoutes.channels.path],
    queryFn: ({ signal }) => call(deliveryRoutes.channels, { signal }),
  })
  if (!data && error) return <RequestError error={error} onRetry={() => void refetch()} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mb="md">
      {data?.channels.map((state) => (
        <ChannelCard key={`${state.channel} ${state.provider}`} state={state} />
      ))}
    </SimpleGrid>
  )
}

function useResend(): (delivery: Delivery) => void {
  const t = useTexts(deliveryTexts)
  const say = useErrorText()
  const { mutate } = useSend(deliveryRoutes.resend)
  return ({ deliveryId }) =>
    mutate(
      { params: { deliveryId } },
      {
        onSuccess: () => notifyDone(t('resent')),
        onError: (error) => notifyFailed(t('resend'), say(error)),
      },
    )
}

/** What was sent to whom when, and whether it arrived. */
export function Page() {
  const t = useTexts(deliveryTexts)
  const may = useMay()
  const kind = useLabel(DELIVERY_KIND_LABELS)
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const stateLabel = useLabel(DELIVERY_STATE_LABELS)
  const resend = useResend()
  const reasonOf = useReason()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {may(deliveryRoutes.limits) && (
              <LinkButton to="/deliveries/limits" variant="default">
                {t('limits')}
              </LinkButton>
            )}
            {may(noticeTemplateRoutes.list) && (
              <LinkButton to="/deliveries/texts" variant="default">
                {t('texts')}
              </LinkButton>
            )}
          </>
        }
      />
      {may(deliveryRoutes.channels) && <Channels />}
      <List
        name="deliveries"
        title={t('title')}
        route={deliveryRoutes.list}
        emptyHint={t('emptyHint')}
        rowId={({ deliveryId }) => deliveryId}
        rowTitle={(delivery) => kind(delivery.kind)}
        rowActions={(delivery) =>
          may(deliveryRoutes.resend) && isRepeatable(delivery)
            ? [{ label: t('resend'), icon: IconSend, onSelect: () => resend(delivery) }]
            : []
        }
        filters={[
          {
            kind: 'select',
            name: 'state',
            label: t('state'),
            options: DELIVERY_STATES.map((value) => ({ value, label: stateLabel(value) })),
          },
          {
            kind: 'select',
            name: 'kind',
            label: t('kind'),
            options: DELIVERY_KINDS.map((value) => ({ value, label: kind(value) })),
          },
          {
            kind: 'select',
            name: 'channel',
            label: t('channel'),
            options: NOTICE_CHANNELS.map((value) => ({ value, label: channel(value) })),
          },
        ]}
        columns={[
          { key: 'kind', label: t('kind'), render: (delivery) => kind(delivery.kind) },
          { key: 'name', label: t('name'), render: ({ name }) => orNothing(name) },
          { key: 'channel', label: t('channel'), render: (delivery) => channel(delivery.channel) },
          {
            key: 'state',
            label: t('state'),
            card: 'badge',
            render: ({ state }) => (
              <Badge variant="light" color={COLORS[state]}>
                {stateLabel(state)}
              </Badge>
            ),
          },
          { key: 'reason', label: t('reason'), render: ({ reason }) => reasonOf(reason) },
          { key: 'sentTime', label: t('sentTime'), render: ({ sentTime }) => minute(sentTime) },
          createTimeColumn(t('createTime')),
        ]}
      />
    </>
  )
}
