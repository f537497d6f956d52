import {
  CAP_MEASURE_LABELS,
  CAP_PERIOD_LABELS,
  CAP_SCOPE_LABELS,
  capRoutes,
  type CapPolicy,
  type NearCap,
} from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { TextLink } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import table from '../../components/table.module.css'
import { usePhone } from '../../components/forms/use-phone.ts'
import { call } from '../../lib/requests/api.ts'
import { money, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useStart } from '../../components/rules/start.ts'
import { useVersionColumns } from '../../components/rules/version-columns.tsx'
import { CapBadge } from './cap-badges.tsx'
import { capTexts } from './texts.ts'

const PolicyDialog = onDemand(() => import('./policy-dialog.tsx'))

/** Sponsors know experts by name, and have no page of them. */
function ExpertName({ row: { expertId, name } }: { row: NearCap }) {
  const may = useMay()
  return may(expertRoutes.get) ? (
    <TextLink to={`/experts/${expertId}`} inherit>
      {name}
    </TextLink>
  ) : (
    name
  )
}

function NearTable({ near }: { near: readonly NearCap[] }) {
  const t = useTexts(capTexts)
  const [scope, period, measure] = [
    useLabel(CAP_SCOPE_LABELS),
    useLabel(CAP_PERIOD_LABELS),
    useLabel(CAP_MEASURE_LABELS),
  ]
  const isPhone = usePhone()
  const capOf = (row: NearCap) =>
    [row.orgName ?? scope(row.scope), row.productName ?? [], period(row.period), measure(row.measure)]
      .flat()
      .join(' · ')
  if (near.length === 0) return <Text size="sm">{t('nobody')}</Text>
  if (isPhone)
    return (
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('near')}>
        {near.map((row, index) => (
          <li key={index}>
            <Group justify="space-between" wrap="nowrap">
              <ExpertName row={row} />
              <CapBadge state={row.state} />
            </Group>
            <Text size="xs" c="dimmed">
              {capOf(row)}
            </Text>
            <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {money(row.used)} / {money(row.limit)}
            </Text>
          </li>
        ))}
      </Stack>
    )
  return (
    <div className={table['scroll']} tabIndex={0} role="group" aria-label={t('near')}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('expert')}</th>
            <th scope="col">{t('cap')}</th>
            <th scope="col" className={table['figure']}>
              {t('used')}
            </th>
            <th scope="col" className={table['figure']}>
              {t('limit')}
            </th>
            <th scope="col">{t('state')}</th>
          </tr>
        </thead>
        <tbody>
          {near.map((row, index) => (
            <tr key={index}>
              <td>
                <ExpertName row={row} />
              </td>
              <td>{capOf(row)}</td>
              <td className={table['figure']}>{money(row.used)}</td>
              <td className={table['figure']}>{money(row.limit)}</td>
              <td>
                <CapBadge state={row.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Kept free, so that the versions below do not move. */
const NEAR_HEIGHT = 24

/** Who is near a cap, and the versions of caps and tiers. */
export function Page() {
  const t = useTexts(capTexts)
  const start = useStart()
  const [shown, setShown] = useState<CapPolicy | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [capRoutes.near.path],
    queryFn: ({ signal }) => call(capRoutes.near, { signal }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={capRoutes.createPolicy} to="/caps/new">
            {t('newPolicy')}
          </CreateButton>
        }
      />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <Box mb="md">
          <Section title={t('near')}>
            <div style={{ minHeight: NEAR_HEIGHT }}>
              {data ? <NearTable near={data} /> : <Skeleton height={NEAR_HEIGHT} aria-busy />}
            </div>
          </Section>
        </Box>
      )}
      <List
        name="cap-policies"
        title={t('policies')}
        route={capRoutes.listPolicies}
        emptyHint={t('noPolicies')}
        emptyAction={<FirstButton route={capRoutes.createPolicy} to="/caps/new" />}
        rowId={({ policyId }) => policyId}
        rowTitle={start}
        rowActions={(policy) => [
          { label: t('seeContents'), icon: IconListDetails, onSelect: () => setShown(policy) },
        ]}
        filters={[]}
        columns={useVersionColumns<CapPolicy>({
          key: 'contents',
          label: t('contents'),
          render: ({ caps, tiers }) => t('counts', { caps: caps.length, tiers: tiers.length }),
        })}
      />
      {shown && <PolicyDialog policy={shown} onClose={() => setShown(null)} />}
    </>
  )
}
