import { hospitalRoutes, type UnresolvedUnit } from '@consilium/contract/hospitals/hospitals.ts'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalOptions } from './hospital-options.ts'
import { hospitalTexts } from './texts.ts'

const SHOWN = 20

function Unit({ unit: { unit, experts, suggestions } }: { unit: UnresolvedUnit }) {
  const t = useTexts(hospitalTexts)
  const settle = useSend(hospitalRoutes.settle)
  const create = useSend(hospitalRoutes.create)
  const [chosen, setChosen] = useState<number | null>(null)
  const isBusy = settle.isPending || create.isPending
  const say = (hospitalId: number | null) => settle.mutate({ body: { unit, hospitalId } })
  const error = settle.error ?? create.error
  return (
    <Paper withBorder p="md" radius="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{unit}</Text>
          <Text size="sm">{t('expertCount', { count: experts })}</Text>
        </Group>
        {error && <RequestError error={error} />}
        {suggestions.length > 0 && (
          <Group gap="sm">
            {suggestions.map(({ hospitalId, name }) => (
              <Button
                key={hospitalId}
                variant="light"
                h="auto"
                mih={40}
                styles={{ label: { whiteSpace: 'normal' } }}
                disabled={isBusy}
                onClick={() => say(hospitalId)}
              >
                {t('isSame', { name })}
              </Button>
            ))}
          </Group>
        )}
        <Group gap="sm" align="end">
          <RemoteSelect label={t('other')} source={hospitalOptions} value={chosen} onChange={setChosen} />
          <Button variant="default" disabled={chosen === null || isBusy} onClick={() => say(chosen)}>
            {t('settle')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => create.mutate({ body: { name: unit } })}>
            {t('addNew')}
          </Button>
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => say(null)}>
            {t('noHospital')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** What experts wrote that is no hospital's name; whatever is settled leaves the list. */
export function Page() {
  const t = useTexts(hospitalTexts)
  const query = { pageSize: SHOWN, orderByColumn: 'experts', isAsc: 'desc' } as const
  const { data, error, refetch } = useQuery({
    queryKey: [hospitalRoutes.unresolved.path, query],
    queryFn: ({ signal }) => call(hospitalRoutes.unresolved, { query, signal }),
  })
  return (
    <>
      <PageHeader title={t('unresolved')} backTo="/hospitals" />
      <Stack gap="md" maw={860}>
        <Text size="sm">{t('unresolvedHint')}</Text>
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={160} />}
        {data && (
          <Text role="status" fw={600}>
            {data.total === 0 ? t('allResolved') : t('unresolvedCount', { count: data.total })}
          </Text>
        )}
        {data && data.rows.length > 0 && (
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.rows.map((unit) => (
              <Unit key={unit.unit} unit={unit} />
            ))}
          </Stack>
        )}
      </Stack>
    </>
  )
}
