import { cashDifferenceRoutes } from '@consilium/contract/payments/cash-differences.ts'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../components/links.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'

/** Says how many differences of a payer are open; nothing while there are none. */
export function OpenDifferences({ orgId }: { orgId: number | undefined }) {
  const t = useTexts(paymentTexts)
  const query = { isSettled: false, pageSize: 1, ...(orgId === undefined ? {} : { orgId }) }
  const { data } = useQuery({
    queryKey: [cashDifferenceRoutes.list.path, query],
    queryFn: ({ signal }) => call(cashDifferenceRoutes.list, { query, signal }),
  })
  if (!data || data.total === 0) return null
  const of = orgId === undefined ? '' : `&orgId=${orgId}`
  return (
    <Alert color="orange" variant="light" py={6} mb="sm">
      {t('openDifferences', { count: data.total })}{' '}
      <TextLink to={`/labor-payments/differences?isSettled=false${of}`} inherit>
        {t('differences')}
      </TextLink>
    </Alert>
  )
}
