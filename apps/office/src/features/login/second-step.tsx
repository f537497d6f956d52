import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import type { SecondFactorChallenge } from '@consilium/contract/login/proofs.ts'
import { SecondFactorBody, secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { TextField } from '../../components/forms/fields.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { askPasskey, isCancelled, passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorTexts } from '@consilium/web-kit/words/factor-texts.ts'

type Body = z.input<typeof SecondFactorBody>

interface StepProps {
  challenge: SecondFactorChallenge
  onDone: (answer: LoginAnswer) => void
}

const send = (body: Body) => call(secondFactorRoutes.login, { body })

/** The second step of a login, by one of the account's second factors. */
export default function SecondStep({ challenge, onDone, onBack }: StepProps & { onBack: () => void }) {
  const t = useTexts(factorTexts)
  const { methods } = challenge
  const byPasskey = challenge.passkey !== null && passkeysWork()
  const typed = methods.includes('code') ? 'code' : 'recoveryCode'
  const [field, setField] = useState<'code' | 'recoveryCode' | null>(
    byPasskey && typed === 'recoveryCode' ? null : typed,
  )
  const other = field === 'recoveryCode' ? 'code' : 'recoveryCode'
  return (
    <Stack gap="md">
      <Text size="sm">{t(field === null ? 'askPasskey' : field === 'code' ? 'askCode' : 'askRecovery')}</Text>
      {field !== null && <ByText key={field} field={field} challenge={challenge} onDone={onDone} />}
      {byPasskey && <ByPasskey challenge={challenge} onDone={onDone} isMain={field === null} />}
      {methods.includes(other) && (
        <Button variant="subtle" onClick={() => setField(other)}>
          {t(other === 'code' ? 'useCode' : 'useRecovery')}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('back')}
      </Button>
    </Stack>
  )
}

function ByText({ field, challenge: { challenge }, onDone }: StepProps & { field: 'code' | 'recoveryCode' }) {
  const t = useTexts(factorTexts)
  const state = useRecordForm<Body, LoginAnswer>({
    schema: SecondFactorBody,
    initial: { challenge },
    submit: send,
    onDone,
  })
  const { form } = state
  useEffect(() => form.getInputNode(field)?.focus(), [form, field])
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('verify')}>
      {field === 'code' ? (
        <TextField name="code" label={t('code')} inputMode="numeric" autoComplete="one-time-code" />
      ) : (
        <TextField name="recoveryCode" label={t('recoveryCode')} autoComplete="off" />
      )}
    </RecordForm>
  )
}

function ByPasskey({ challenge: { challenge, passkey }, onDone, isMain }: StepProps & { isMain: boolean }) {
  const t = useTexts(factorTexts)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const ask = async () => {
    if (!passkey) return
    setBusy(true)
    setError(null)
    try {
      onDone(await send({ challenge, passkey: await askPasskey(passkey) }))
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== null && <RequestError error={error} />}
      <Button variant={isMain ? 'filled' : 'light'} loading={isBusy} onClick={() => void ask()}>
        {t('usePasskey')}
      </Button>
    </>
  )
}
