import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { day } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { useFactors, useRefreshFactors } from './security-query.ts'
import type { Enrolment } from './totp-dialog.tsx'
import { useAttempt } from './use-attempt.tsx'
import { dated } from '../../components/dated.tsx'

const TotpDialog = onDemand(() => import('./totp-dialog.tsx'))
const RecoveryCodesDialog = onDemand(() => import('./recovery-codes-dialog.tsx'))

function State({ totpTime }: { totpTime: string | null }) {
  const t = useTexts(factorPanelTexts)
  return (
    <Group gap="sm">
      <Badge variant="light" color={totpTime === null ? 'gray' : 'teal'}>
        {t(totpTime === null ? 'off' : 'on')}
      </Badge>
      <Text size="sm">{dated(totpTime === null ? t('totpHint') : t('since', { day: day(totpTime) }))}</Text>
    </Group>
  )
}

function TurnOff({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const t = useTexts(factorPanelTexts)
  return (
    <Confirm
      title={t('turnOffTotp')}
      confirmLabel={t('turnOff')}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('turnOffHint')}
    </Confirm>
  )
}

/** The authenticator app: set up and turn off. */
export function TotpPanel() {
  const t = useTexts(factorPanelTexts)
  const { totpTime } = useFactors()
  const refresh = useRefreshFactors()
  const { attempt, failure } = useAttempt()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const begin = () => attempt(async () => setEnrolment(await call(secondFactorRoutes.beginTotp, {})))
  const remove = () =>
    attempt(async () => {
      await call(secondFactorRoutes.removeTotp, {})
      notifyDone(t('totpOff'))
      await refresh()
    })
  return (
    <Section
      title={t('totp')}
      actions={
        totpTime === null ? (
          <Button onClick={() => void begin()}>{t('setUp')}</Button>
        ) : (
          <Button variant="default" onClick={() => setLeaving(true)}>
            {t('turnOff')}
          </Button>
        )
      }
    >
      {failure}
      <State totpTime={totpTime} />
      {enrolment && (
        <TotpDialog
          enrolment={enrolment}
          onClose={() => setEnrolment(null)}
          onDone={(recoveryCodes) => {
            setEnrolment(null)
            setCodes(recoveryCodes)
            if (!recoveryCodes) void refresh()
          }}
        />
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
      {isLeaving && <TurnOff onConfirm={() => void remove()} onClose={() => setLeaving(false)} />}
    </Section>
  )
}
