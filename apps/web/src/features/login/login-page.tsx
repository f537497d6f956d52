import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { LoginBody, SmsLoginBody, type LoginAnswer } from '@consilium/contract/login/login.ts'
import { Group, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactorChallenge } from '@consilium/contract/login/proofs.ts'
import type { z } from 'zod'
import { PasswordField, PhoneField, TextField } from '../../components/forms/fields.tsx'
import { TextLink } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { rememberLogin } from '../../lib/session/proven-phone.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorTexts } from './factor-texts.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { loginTexts } from './texts.ts'
import { useArrival } from './use-arrival.ts'

// Few accounts have a second factor, so the first login on a phone should not wait for this code.
const SecondStep = onDemand(() => import('./second-step.tsx'))
const PasskeyLogin = onDemand(() => import('./passkey-login.tsx'), null)

function ByPassword({ onDone }: { onDone: (answer: LoginAnswer) => void }) {
  const t = useTexts(loginTexts)
  const state = useRecordForm<z.input<typeof LoginBody>, LoginAnswer>({
    schema: LoginBody,
    submit: (body) => call(accountRoutes.login, { body }),
    onDone: (answer) => {
      rememberLogin(false)
      onDone(answer)
    },
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('submit')} failureTitle={t('failed')}>
      <TextField
        name="username"
        label={t('userName')}
        placeholder={t('userNameOrPhone')}
        autoComplete="username webauthn"
      />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <Group justify="flex-end">
        <TextLink to="/forgotten" size="sm" underline="always">
          {t('forgotten')}
        </TextLink>
      </Group>
    </RecordForm>
  )
}

function BySms({ onDone }: { onDone: (answer: LoginAnswer) => void }) {
  const t = useTexts(loginTexts)
  const state = useRecordForm<z.input<typeof SmsLoginBody>, LoginAnswer>({
    schema: SmsLoginBody,
    submit: (body) => call(accountRoutes.smsLogin, { body }),
    onDone: (answer) => {
      rememberLogin(true)
      onDone(answer)
    },
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('submit')} failureTitle={t('failed')}>
      <PhoneField name="phone" label={t('phone')} />
      <SmsCodeField name="code" purpose="login" />
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(loginTexts)
  const factor = useTexts(factorTexts)
  const arrive = useArrival()
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const goOn = (answer: LoginAnswer) => (answer.secondFactor ? setChallenge(answer.secondFactor) : arrive())
  if (challenge)
    return (
      <OutsideFrame title={factor('title')}>
        <SecondStep challenge={challenge} onDone={arrive} onBack={() => setChallenge(null)} />
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={t('title')}>
      <Stack gap="md">
        <Tabs defaultValue="password" keepMounted={false}>
          <Tabs.List grow mb="md">
            <Tabs.Tab value="password">{t('byPassword')}</Tabs.Tab>
            <Tabs.Tab value="sms">{t('bySms')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="password">
            <ByPassword onDone={goOn} />
          </Tabs.Panel>
          <Tabs.Panel value="sms">
            <BySms onDone={goOn} />
          </Tabs.Panel>
        </Tabs>
        <PasskeyLogin onDone={arrive} />
        <Group gap={4} justify="center">
          <Text size="sm">{t('noAccount')}</Text>
          <TextLink to="/register" size="sm" underline="always">
            {t('register')}
          </TextLink>
        </Group>
      </Stack>
    </OutsideFrame>
  )
}
