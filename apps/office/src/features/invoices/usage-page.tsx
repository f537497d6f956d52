import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import type { VerificationUsage } from '@consilium/contract/invoices/verification.ts'
import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import table from '../../components/table.module.css'
import { PageHeader } from '../../components/page-header.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { verificationTexts } from './verification-texts.ts'

const PERCENT = 100
const HEIGHT = 240

function Days({ days }: Pick<VerificationUsage, 'days'>) {
  const t = useTexts(verificationTexts)
  if (days.length === 0) return <Text size="sm">{t('usageNone')}</Text>
  return (
    <div className={table['scroll']} role="region" aria-label={t('usageTitle')} tabIndex={0}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('usageDay')}</th>
            <th scope="col" className={table['figure']}>
              {t('usageCalls')}
            </th>
            <th scope="col" className={table['figure']}>
              {t('usageFailures')}
            </th>
            <th scope="col" className={table['figure']}>
              {t('usageCost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, calls, failures, cost }) => (
            <tr key={day}>
              <td>{day}</td>
              <td className={table['figure']}>{calls}</td>
              <td className={table['figure']}>{failures}</td>
              <td className={table['figure']}>{money(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What the verification of invoices has used. */
export function Page() {
  const t = useTexts(verificationTexts)
  const { data, error, refetch } = useQuery({
    queryKey: [verificationRoutes.usage.path],
    queryFn: ({ signal }) => call(verificationRoutes.usage, { signal }),
  })
  return (
    <>
      <PageHeader title={t('usageTitle')} />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data && (
        <Stack gap="md">
          {!data.isOn && <Alert color="yellow">{t('usageOff')}</Alert>}
          {data.isOn && (
            <Stack gap={4}>
              <Text size="sm">
                {t('usageToday', { calls: data.callsToday, budget: data.budget })} ·{' '}
                {t('usageWaiting', { count: data.waiting })}
              </Text>
              <Progress
                value={(PERCENT * data.callsToday) / data.budget}
                color={data.callsToday >= data.budget ? 'red' : 'lagoon'}
                aria-label={t('usageToday', { calls: data.callsToday, budget: data.budget })}
              />
              {data.callsToday >= data.budget && <Text size="sm">{t('usageSpent')}</Text>}
            </Stack>
          )}
          <Days days={data.days} />
        </Stack>
      )}
    </>
  )
}
