import { Center, Code, Stack, Text, Title } from '@mantine/core'
import { LinkButton } from '../components/links.tsx'
import { frameTexts } from '../components/texts.ts'
import { useTexts } from '../lib/texts.ts'

export function MissingPage() {
  const t = useTexts(frameTexts)
  return (
    <Center mih="60vh">
      <Stack align="center" ta="center" maw={420}>
        <Title order={1} size="h3">
          {t('notFound')}
        </Title>
        <Text c="dimmed" style={{ textWrap: 'balance' }}>
          {t('notFoundHint')}
        </Text>
        <LinkButton to="/">{t('toHome')}</LinkButton>
      </Stack>
    </Center>
  )
}

/** Shown when a page throws while rendering, or when its code cannot be loaded. */
export function BrokenPage({ error }: { error: unknown }) {
  const t = useTexts(frameTexts)
  return (
    <Center mih="60vh">
      <Stack align="center" ta="center" maw={420} role="alert">
        <Title order={1} size="h3">
          {t('requestFailed')}
        </Title>
        <Code>{error instanceof Error ? error.message : String(error)}</Code>
        <LinkButton to="/">{t('toHome')}</LinkButton>
      </Stack>
    </Center>
  )
}

/** The same without the frame of the app. */
export const BrokenApp = (props: { error: unknown }) => (
  <main>
    <BrokenPage {...props} />
  </main>
)
