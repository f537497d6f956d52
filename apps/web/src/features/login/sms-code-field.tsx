import { accountRoutes } from '@consilium/contract/accounts.ts'
import { phone as phoneField } from '@consilium/contract/fields.ts'
import { SMS_CODE_LENGTH } from '@consilium/contract/verification.ts'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { typedText } from '../../components/form-values.ts'
import { TextField } from '../../components/fields.tsx'
import { useFormAround } from '../../components/record-form.tsx'
import { RequestError } from '../../components/request-error.tsx'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { loginTexts } from './texts.ts'

const SECONDS_PER_MINUTE = 60

/** The code that was sent to the phone in the same form, and the button that sends it. */
export function SmsCodeField({ name }: { name: string }) {
  const t = useTexts(loginTexts)
  const { form } = useFormAround()
  const [waitSeconds, setWait] = useState(0)
  const [sentFor, setSentFor] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (waitSeconds === 0) return undefined
    const timer = setTimeout(() => setWait(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])
  const phone = typedText(form.getValues()['phone'])
  const send = async () => {
    setError(null)
    try {
      const { data } = await call(accountRoutes.smsCode, { body: { phone } })
      setWait(data.retryAfterSeconds)
      setSentFor(data.expiresInSeconds)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextField name={name} label={t('smsCode')} inputMode="numeric" autoComplete="one-time-code" />
        <Button
          variant="light"
          mt={25}
          miw={150}
          disabled={waitSeconds > 0 || !phoneField.safeParse(phone).success}
          onClick={() => void send()}
        >
          {waitSeconds > 0 ? t('sendAgain', { seconds: waitSeconds }) : t('sendCode')}
        </Button>
      </Group>
      <Text size="sm" role="status" aria-live="polite" data-digits={SMS_CODE_LENGTH}>
        {sentFor !== null && t('codeSent', { minutes: Math.round(sentFor / SECONDS_PER_MINUTE) })}
      </Text>
      {error !== null && <RequestError error={error} />}
    </>
  )
}
