import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { statusQuery } from './security-query.ts'
import { TotpPanel } from './totp-panel.tsx'

/** The second factors, with a notice if the role requires one. */
export function FactorPanels() {
  const t = useTexts(factorPanelTexts)
  const { data: status, error, refetch } = useQuery(statusQuery)
  if (error && !status) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!status) return <Skeleton height={240} aria-busy />
  return (
    <>
      {status.missing && (
        <Alert color="yellow" role="status" title={t('required')}>
          {t(status.required === 'both' ? 'requiredBoth' : 'requiredAny')}
        </Alert>
      )}
      <TotpPanel />
      <PasskeysPanel />
      <RecoveryPanel />
    </>
  )
}
