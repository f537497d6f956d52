import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { LoginBody, SmsLoginBody, type LoginAnswer } from '@consilium/contract/login/login.ts'
import type { Profile } from '@consilium/contract/profile/profile.ts'
import type { SecondFactorChallenge } from '@consilium/contract/login/proofs.ts'
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { PasswordField } from '../../components/forms/fields.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { unsavedTexts } from '../../components/forms/unsaved/unsaved-texts.ts'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { rememberLogin } from '@consilium/web-kit/login/proven-phone.ts'
import type { GateState } from '../../lib/session/session-gate.ts'
import { useTexts } from '../../lib/texts.ts'
import { abandonUnsaved, anythingUnsaved } from '../../lib/unsaved.ts'
import PasskeyLogin from './passkey-login.tsx'
import SecondStep from './second-step.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { loginTexts } from './texts.ts'

/** Above every dialog of a page; the page behind it cannot be read. */
const ON_TOP = 1000
const COVER = { backgroundOpacity: 0.85, blur: 16 } as const

interface LoginAgainProps {
  user: Profile['user']
  state: Exclude<GateState, 'open'>
  /** Called after a login; the page goes on if it is the same account. */
  onDone: () => void
}

type StepProps = Pick<LoginAgainProps, 'user'> & { onAnswer: (answer: LoginAnswer) => void }

function ByPassword({ user, onAnswer }: StepProps) {
  const t = useTexts(loginTexts)
  const state = useRecordForm<z.input<typeof LoginBody>, LoginAnswer>({
    schema: LoginBody,
    initial: { username: user.userName },
    submit: (body) => call(accountRoutes.login, { body }),
    onDone: (answer) => {
      rememberLogin(false)
      onAnswer(answer)
    },
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('submit')} failureTitle={t('failed')}>
      {/* For password managers. */}
      <input name="username" value={user.userName} autoComplete="username" readOnly hidden />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
    </RecordForm>
  )
}

function BySms({ user, onAnswer }: StepProps) {
  const t = useTexts(loginTexts)
  const state = useRecordForm<z.input<typeof SmsLoginBody>, LoginAnswer>({
    schema: SmsLoginBody,
    initial: { phone: user.phone },
    submit: (body) => call(accountRoutes.smsLogin, { body }),
    onDone: (answer) => {
      rememberLogin(true)
      onAnswer(answer)
    },
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('submit')} failureTitle={t('failed')}>
      <SmsCodeField name="code" purpose="login" />
    </RecordForm>
  )
}

/** Leaves the page for the login, which forgets all that this window holds. */
function leave(): void {
  abandonUnsaved()
  const { pathname, search } = location
  location.assign(`/login?${new URLSearchParams({ returnTo: pathname + search }).toString()}`)
}

type Step = { user: LoginAgainProps['user']; onAnswer: (answer: LoginAnswer) => void }

/** By password or by a code to the phone. */
function Ways(step: Step) {
  const t = useTexts(loginTexts)
  return (
    <Tabs defaultValue="password" keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="password">{t('byPassword')}</Tabs.Tab>
        <Tabs.Tab value="sms">{t('bySms')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="password">
        <ByPassword {...step} />
      </Tabs.Panel>
      <Tabs.Panel value="sms">
        <BySms {...step} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Asks for the password over the page whose session has ended. */
export default function LoginAgain({ user, state, onDone }: LoginAgainProps) {
  const t = useTexts(loginTexts)
  const unsaved = useTexts(unsavedTexts)
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const goOn = (answer: LoginAnswer) => (answer.secondFactor ? setChallenge(answer.secondFactor) : onDone())
  const step = { user, onAnswer: goOn }
  return (
    <Dialog
      onClose={() => undefined}
      title={t('again')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      zIndex={ON_TOP}
      overlayProps={COVER}
    >
      <Stack gap="md">
        {state === 'other account' ? (
          <Alert color="yellow" role="status">
            {t('otherAccount', { name: user.name })}
          </Alert>
        ) : (
          <Text size="sm">{t('againHint', { name: user.name })}</Text>
        )}
        {challenge ? (
          <SecondStep challenge={challenge} onDone={onDone} onBack={() => setChallenge(null)} />
        ) : user.phone === null ? (
          <ByPassword {...step} />
        ) : (
          <Ways {...step} />
        )}
        {!challenge && <PasskeyLogin onDone={onDone} />}
        {isLeaving ? (
          <Alert color="red" role="alert" title={unsaved('unsaved')}>
            <Text size="sm" mb="sm">
              {unsaved('unsavedHint')}
            </Text>
            <Group gap="sm">
              <Button variant="default" onClick={leave}>
                {unsaved('leave')}
              </Button>
              <Button onClick={() => setLeaving(false)}>{unsaved('stay')}</Button>
            </Group>
          </Alert>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => (anythingUnsaved() ? setLeaving(true) : leave())}
          >
            {t('otherLogin')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}
