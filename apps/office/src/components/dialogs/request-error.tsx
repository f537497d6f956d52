import { CallFailed } from '@consilium/contract/client.ts'
import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { READ_MAX_SECONDS, TooSlow } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import { dated } from '../dated.tsx'

/** Returns the message of an error, in the words of the service if it answered. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts(frameTexts)
  return (error) => {
    if (error instanceof TooSlow) return t('tooSlow', { seconds: READ_MAX_SECONDS })
    if (!(error instanceof CallFailed)) return t('unreachable')
    const { status, answer } = error
    // Something between here and the service has answered in its own words.
    if (answer.error !== NO_ANSWER_OF_SERVICE) return answer.msg
    if (status === TOO_LARGE) return t('answerTooLarge')
    return t(status >= FAILED ? 'answerFailed' : 'answerUnknown', { status })
  }
}

/** The same where no form marks the fields: a refusal of fields says what is wrong with each. */
export function useRowErrorText(): (error: unknown) => string {
  const say = useErrorText()
  return (error) => {
    const details = error instanceof CallFailed ? (error.answer.details ?? []) : []
    return details.length > 0 ? details.map(({ message }) => message).join(' · ') : say(error)
  }
}

const NO_ANSWER_OF_SERVICE = 'UNEXPECTED_ANSWER'
const TOO_LARGE = 413
const FAILED = 500

/** Whether the same request may succeed a little later. */
export const mayComeBack = (error: unknown): boolean =>
  !(error instanceof CallFailed) ||
  error.status >= FAILED ||
  (error.answer.error === NO_ANSWER_OF_SERVICE && error.status !== TOO_LARGE)

/** A refusal that users can act upon, such as a phone number that already exists. */
const WARNING_CODE = 601
export const isWarning = (error: unknown): boolean =>
  error instanceof CallFailed && error.answer.code === WARNING_CODE

interface RequestErrorProps {
  error: unknown
  /** Replaces the general title. */
  title?: string | undefined
  onRetry?: () => void
}

/** A failed request with its id and a retry button. */
export function RequestError({ error, title, onRetry }: RequestErrorProps) {
  const t = useTexts(frameTexts)
  const say = useErrorText()
  const warning = isWarning(error)
  const id = error instanceof CallFailed ? error.answer.requestId : ''
  return (
    <Alert
      role={warning ? 'status' : 'alert'}
      color={warning ? 'yellow' : 'red'}
      variant="light"
      icon={error instanceof CallFailed ? <IconAlertTriangle /> : <IconCloudOff />}
      title={warning ? t('pleaseCheck') : (title ?? t('requestFailed'))}
      data-kind={warning ? 'warning' : 'error'}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{dated(say(error))}</Text>
        {id !== '' && !warning && <Code>{t('requestId', { id })}</Code>}
        {onRetry && (
          <Button size="xs" variant="light" color="red" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
