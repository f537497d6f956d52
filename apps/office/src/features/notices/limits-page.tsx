import { deliveryRoutes, type NoticeLimit } from '@consilium/contract/notices/deliveries.ts'
import { NOTICE_CHANNEL_LABELS } from '@consilium/contract/notices/notice-kinds.ts'
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import table from '../../components/table.module.css'
import { useColon, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { limitTexts } from './limit-texts.ts'
import { Usage } from './usage.tsx'

const LimitDialog = onDemand(() => import('./limit-dialog.tsx'))

const HEIGHT = 240
function LimitRow({ limit, onChange }: { limit: NoticeLimit; onChange: () => void }) {
  const t = useTexts(limitTexts)
  const colon = useColon()
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const name = limit.orgName ?? t('whole')
  const label = `${name} · ${channel(limit.channel)}`
  return (
    <tr>
      <th scope="row">
        {name}
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {channel(limit.channel)}
          </Text>
          {limit.isDefault && (
            <Badge variant="light" color="gray">
              {t('default')}
            </Badge>
          )}
        </Group>
      </th>
      <td>
        <Usage sent={limit.sentToday} limit={limit.perDay} label={`${label} · ${t('today')}`} />
      </td>
      <td>
        <Usage sent={limit.sentThisMonth} limit={limit.perMonth} label={`${label} · ${t('month')}`} />
      </td>
      <td>
        <Button
          size="xs"
          px="xs"
          variant="default"
          onClick={onChange}
          aria-label={t('change') + colon + label}
        >
          {t('change')}
        </Button>
      </td>
    </tr>
  )
}

/** How many messages the service and its organizations may send, and have sent. */
export function Page() {
  const t = useTexts(limitTexts)
  const [open, setOpen] = useState<NoticeLimit | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [deliveryRoutes.limits.path],
    queryFn: ({ signal }) => call(deliveryRoutes.limits, { signal }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        backTo="/deliveries"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
      />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data && (
        <Group className={table['scroll']} role="region" aria-label={t('title')} tabIndex={0} wrap="nowrap">
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{t('scope')}</th>
                <th scope="col">{t('today')}</th>
                <th scope="col">{t('month')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {data.limits.map((limit) => (
                <LimitRow
                  key={`${limit.orgId} ${limit.channel}`}
                  limit={limit}
                  onChange={() => setOpen(limit)}
                />
              ))}
            </tbody>
          </table>
        </Group>
      )}
      {open !== null && <LimitDialog limit={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}
