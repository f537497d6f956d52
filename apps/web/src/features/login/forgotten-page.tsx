import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import * as f from '@consilium/contract/fields.ts'
import { Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { PasswordField, PhoneField } from '../../components/forms/fields.tsx'
import { LinkButton, TextLink } from '../../components/links.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { loginTexts } from './texts.ts'

const schema = accountRoutes.forgottenPassword.body

function ForgottenForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(loginTexts)
  const state = useRecordForm<z.input<typeof schema>, null>({
    schema,
    submit: (body) => call(accountRoutes.forgottenPassword, { body }),
    onDone,
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('setPassword')}>
      <Text size="sm">{t('forgottenHint')}</Text>
      <PhoneField name="phone" label={t('phone')} />
      <SmsCodeField name="smsCode" purpose="resetPassword" />
      <PasswordField
        name="newPassword"
        label={t('newPassword')}
        autoComplete="new-password"
        description={t('passwordHint', { min: f.PASSWORD_MIN, max: f.PASSWORD_MAX })}
      />
    </RecordForm>
  )
}

/** Lets the owner of an account's phone choose a new password. */
export function Page() {
  const t = useTexts(loginTexts)
  const [isDone, setDone] = useState(false)
  return (
    <OutsideFrame title={t('forgotten')}>
      {isDone ? (
        <Alert color="teal" role="status" title={t('passwordSet')}>
          <LinkButton to="/login" mt="sm">
            {t('title')}
          </LinkButton>
        </Alert>
      ) : (
        <>
          <ForgottenForm onDone={() => setDone(true)} />
          <Text size="sm" c="dimmed" mt="md">
            {t('noSms')}
          </Text>
          <Group justify="center" mt="md">
            <TextLink to="/login" size="sm" underline="always">
              {t('backToLogin')}
            </TextLink>
          </Group>
        </>
      )}
    </OutsideFrame>
  )
}
