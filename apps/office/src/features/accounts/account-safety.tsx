import { accountRoutes, type Account } from '@consilium/contract/accounts/accounts.ts'
import { ownSessionRoutes } from '@consilium/contract/login/own-sessions.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { PhoneField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProofProvider } from '../security/proof.tsx'
import { useAttempt } from '../security/use-attempt.tsx'
import { accountTexts } from './texts.ts'

/** Actions of an administrator for users who are locked out or whose account is misused. */
export const AccountSafety = (props: { account: Account }) => (
  <ProofProvider>
    <Safety {...props} />
  </ProofProvider>
)

type Chosen = 'factors' | 'sessions' | 'phone'

function Choices({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const t = useTexts(accountTexts)
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => onChoose('phone')}>
        {t('replacePhone')}
      </Button>
      <Button variant="default" onClick={() => onChoose('factors')}>
        {t('resetFactors')}
      </Button>
      <Button variant="default" onClick={() => onChoose('sessions')}>
        {t('endSessions')}
      </Button>
    </Group>
  )
}

function Safety({ account: { userId, name, phone } }: { account: Account }) {
  const t = useTexts(accountTexts)
  const { attempt, failure } = useAttempt()
  const [open, setOpen] = useState<Chosen | null>(null)
  const reset = () =>
    attempt(async () => {
      await call(secondFactorRoutes.reset, { body: { userId } })
      notifyDone(t('factorsReset'))
    })
  const end = () =>
    attempt(async () => {
      await call(ownSessionRoutes.endOf, { body: { userId } })
      notifyDone(t('sessionsEnded'))
    })
  return (
    <Section title={t('safety')}>
      {failure}
      <Text size="sm" mb="sm">
        {t('safetyHint')}
      </Text>
      <Choices onChoose={setOpen} />
      {open === 'phone' && (
        <FormDialog
          title={t('replacePhone')}
          route={accountRoutes.replacePhone}
          initial={{ userId, phone }}
          saveLabel={t('replacePhone')}
          doneText={t('phoneReplaced')}
          onClose={() => setOpen(null)}
        >
          <Text size="sm">{t('replacePhoneHint', { name })}</Text>
          <PhoneField name="phone" label={t('newPhone')} autoComplete="off" />
        </FormDialog>
      )}
      {open === 'factors' && (
        <Confirm
          title={t('resetFactorsQuestion', { name })}
          confirmLabel={t('resetFactors')}
          danger
          onConfirm={reset}
          onClose={() => setOpen(null)}
        >
          {t('resetFactorsHint')}
        </Confirm>
      )}
      {open === 'sessions' && (
        <Confirm
          title={t('endSessionsQuestion', { name })}
          confirmLabel={t('endSessions')}
          danger
          onConfirm={end}
          onClose={() => setOpen(null)}
        >
          {t('endSessionsHint')}
        </Confirm>
      )}
    </Section>
  )
}
