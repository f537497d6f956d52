import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { Alert, Paper, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { templateTexts } from './texts.ts'

const TYPING_PAUSE_MS = 400

/** Preview of the contract with its problems. */
export function TemplatePreview({ content }: { content: string }) {
  const t = useTexts(templateTexts)
  const comma = useComma()
  const [text] = useDebouncedValue(content.trim(), TYPING_PAUSE_MS)
  const { data, error } = useQuery({
    queryKey: [agreementRoutes.previewTemplate.path, text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(agreementRoutes.previewTemplate, { body: { content: text }, signal }),
  })
  return (
    <Stack gap="sm" role="region" aria-label={t('preview')}>
      <Text size="sm" fw={600}>
        {t('preview')}
        <Text component="span" size="xs" c="dimmed" ml="xs">
          {t('previewHint')}
        </Text>
      </Text>
      {error && <RequestError error={error} />}
      {data && data.unknownPlaceholders.length > 0 && (
        <Alert color="red" role="status">
          {t('unknown', { names: data.unknownPlaceholders.join(comma) })}
        </Alert>
      )}
      {data && data.missingCharacters.length > 0 && (
        <Alert color="yellow" role="status">
          {t('missing', { characters: data.missingCharacters.join(' ') })}
        </Alert>
      )}
      <Paper withBorder p="lg" radius="md" mih={240}>
        <Text
          size="sm"
          lh={1.9}
          {...(text === '' ? { c: 'dimmed' } : {})}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text === '' ? t('previewEmpty') : data?.text}
        </Text>
      </Paper>
    </Stack>
  )
}
