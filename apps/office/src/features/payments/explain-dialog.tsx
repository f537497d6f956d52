import { paymentRoutes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { SettlementTable } from './settlement-table.tsx'
import { paymentTexts } from './texts.ts'

/** Why the amounts of an entry are what they are. */
export default function ExplainDialog({ entry, onClose }: { entry: LaborPayment; onClose: () => void }) {
  const t = useTexts(paymentTexts)
  const language = useLanguage()
  const { entryId, name } = entry
  const { data, error, refetch } = useQuery({
    queryKey: [paymentRoutes.explain.path, entryId, language],
    queryFn: ({ signal }) => call(paymentRoutes.explain, { params: { entryId }, signal }),
  })
  return (
    <Dialog title={t('whyFor', { name })} size="lg" onClose={onClose}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data ? <SettlementTable {...data} /> : !error && <Skeleton height={220} aria-busy />}
    </Dialog>
  )
}
