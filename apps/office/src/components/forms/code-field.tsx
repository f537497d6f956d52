import { SMS_CODE_LENGTH, type CodeSent } from '@consilium/contract/login/verification.ts'
import { Box, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { codeTexts } from '@consilium/web-kit/words/code-texts.ts'
import { TextField } from './fields.tsx'
import { RequestError } from '../dialogs/request-error.tsx'

const SECONDS_PER_MINUTE = 60
/** Six digits need no wider input, however wide the form is. */
const CODE_WIDTH = 400

interface CodeFieldProps {
  name: string
  /** True once the phone that receives the code is known. */
  isReady: boolean
  send: () => Promise<CodeSent>
}

/** A field for an SMS code, with the button that sends it. */
export function CodeField({ name, isReady, send }: CodeFieldProps) {
  const t = useTexts(codeTexts)
  const [waitSeconds, setWait] = useState(0)
  const [sentFor, setSentFor] = useState<number | null>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (waitSeconds === 0) return undefined
    const timer = setTimeout(() => setWait(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])
  const order = async () => {
    setError(null)
    setSending(true)
    try {
      const { retryAfterSeconds, expiresInSeconds } = await send()
      setWait(retryAfterSeconds)
      setSentFor(expiresInSeconds)
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <Group gap="sm" align="flex-start" wrap="nowrap" maw={CODE_WIDTH}>
        <Box flex={1} miw={0}>
          <TextField name={name} label={t('smsCode')} inputMode="numeric" autoComplete="one-time-code" />
        </Box>
        <Button
          variant="light"
          mt={25}
          miw={150}
          flex="none"
          loading={isSending}
          disabled={waitSeconds > 0 || !isReady}
          onClick={() => void order()}
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
