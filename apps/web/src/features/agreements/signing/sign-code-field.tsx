import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { agreement as agreementRoutes } from 'virtual:light-routes'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { call } from '../../../lib/requests/api.ts'
import { useTexts } from '../../../lib/texts.ts'
import { signingTexts } from './signing-texts.ts'

const CODE_LENGTH = 6
const SECONDS_PER_MINUTE = 60
const SECOND_MS = 1000
const LAST_DIGITS = 4

interface SignCodeFieldProps {
  attendeeId: number
  phone: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** A countdown in seconds. */
function useSeconds() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return undefined
    const timer = setTimeout(() => setSeconds(seconds - 1), SECOND_MS)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds] as const
}

/** The field for the code of this contract, with the button that sends it to the registered phone. */
export function SignCodeField({ attendeeId, phone, value, error, onChange }: SignCodeFieldProps) {
  const t = useTexts(signingTexts)
  const [wait, setWait] = useSeconds()
  const [minutes, setMinutes] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const send = async () => {
    setFailure(null)
    try {
      const data = await call(agreementRoutes.signCode, { body: { attendeeId } })
      setWait(data.retryAfterSeconds)
      setMinutes(Math.round(data.expiresInSeconds / SECONDS_PER_MINUTE))
    } catch (refused) {
      setFailure(refused)
    }
  }
  return (
    <div>
      <Group gap="sm" align="flex-start" wrap="nowrap" maw={420}>
        <TextInput
          flex={1}
          label={t('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
          value={value}
          error={error}
          onChange={({ currentTarget: { value: typed } }) => onChange(typed.replace(/\D/g, ''))}
        />
        <Button variant="light" mt={25} miw={150} disabled={wait > 0} onClick={() => void send()}>
          {wait > 0 ? t('sendAgain', { seconds: wait }) : t('sendCode')}
        </Button>
      </Group>
      <Text size="sm" mt={4} role="status" aria-live="polite">
        {minutes !== null && t('codeSent', { last: phone.slice(-LAST_DIGITS), minutes })}
      </Text>
      {failure !== null && <RequestError error={failure} />}
    </div>
  )
}

export const isCode = (value: string): boolean => value.length === CODE_LENGTH
