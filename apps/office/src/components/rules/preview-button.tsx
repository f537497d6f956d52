import { CHECK_LABELS, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { Alert, Button, List, Stack, Text, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { RequestError } from '../dialogs/request-error.tsx'
import { useFormAround } from '../forms/record-form.tsx'
import { bodyOf } from '../forms/form-values.ts'
import { TextLink } from '../links.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ruleTexts } from './texts.ts'

export interface Preview {
  meetings: readonly {
    meetingId: number
    meetingName: string
    checks: readonly MeetingCheck[]
    experts?: readonly string[]
  }[]
  examined: number
  isExact: boolean
}

function Effects({ preview: { meetings, examined, isExact } }: { preview: Preview }) {
  const t = useTexts(ruleTexts)
  const check = useLabel(CHECK_LABELS)
  return (
    <Alert variant="light" role="status">
      <Stack gap="xs">
        <Title order={3} size="sm">
          {meetings.length === 0 ? t('noneConcerned') : t('concerned', { count: meetings.length })}
        </Title>
        {!isExact && (
          <Text size="xs" c="dimmed">
            {t('onlyLatest', { count: examined })}
          </Text>
        )}
        <List size="sm">
          {meetings.map(({ meetingId, meetingName, checks, experts = [] }) => (
            <List.Item key={meetingId} style={{ overflowWrap: 'anywhere' }}>
              <TextLink to={`/meetings/${meetingId}`} size="sm">
                {meetingName}
              </TextLink>
              <Text size="sm" c="dimmed">
                {[checks.map(check).join(t('between')), experts.join(t('between'))]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Text>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  )
}

/** Asks what the rules in the form around would change for open meetings, before they are saved. */
export function PreviewButton({ ask }: { ask: (body: object) => Promise<Preview> }) {
  const t = useTexts(ruleTexts)
  const { form, schema } = useFormAround()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const run = async () => {
    setAsking(true)
    setFailure(null)
    try {
      setPreview(await ask(bodyOf({ schema, values: form.getValues(), initial: {}, always: null })))
    } catch (error) {
      setPreview(null)
      setFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Stack gap="xs">
      <Button
        data-long
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        loading={isAsking}
        onClick={() => void run()}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('preview')}
      </Button>
      {failure !== null && <RequestError error={failure} />}
      {preview && <Effects preview={preview} />}
    </Stack>
  )
}
