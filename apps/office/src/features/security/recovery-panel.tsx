import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { useFactors, useRefreshFactors } from './security-query.ts'
import { useAttempt } from './use-attempt.tsx'

const RecoveryCodesDialog = onDemand(() => import('./recovery-codes-dialog.tsx'))

export function RecoveryPanel() {
  const t = useTexts(factorPanelTexts)
  const { totpTime, passkeys, recoveryCodesLeft } = useFactors()
  const refresh = useRefreshFactors()
  const { attempt, failure } = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (totpTime === null && passkeys.length === 0) return null
  const renew = () =>
    attempt(async () => setCodes((await call(secondFactorRoutes.renewRecoveryCodes, {})).recoveryCodes))
  return (
    <Section
      title={t('recoveryCodes')}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('renew')}
        </Button>
      }
    >
      {failure}
      <Text size="sm">{t('codesLeft', { count: recoveryCodesLeft })}</Text>
      {isAsking && (
        <Confirm
          title={t('renewQuestion')}
          confirmLabel={t('renew')}
          danger
          onConfirm={() => void renew()}
          onClose={() => setAsking(false)}
        >
          {t('renewHint')}
        </Confirm>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}
