import { Button, Group, Paper, Text } from '@mantine/core'
import { askForHelp } from '../../lib/ask-for-help.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useTexts } from '../../lib/texts.ts'
import { staffHomeTexts } from './staff-texts.ts'

/** The month of the newest entries of the help; a later one shows the line again. */
const NEWS_OF = '2026-11'

/** Says once, to each person in each browser, that there is something new. */
export function NewsLine() {
  const t = useTexts(staffHomeTexts)
  const [seen, see] = usePreference('newsSeen', '')
  if (seen >= NEWS_OF) return null
  const dismiss = () => see(NEWS_OF)
  return (
    <Paper withBorder px="md" py={{ base: 8, sm: 4 }} role="region" aria-label={t('news')}>
      <Group gap="xs" justify="space-between">
        <Text size="sm">{t('newsLine')}</Text>
        <Group gap="xs">
          <Button
            variant="subtle"
            onClick={() => {
              dismiss()
              askForHelp()
            }}
          >
            {t('newsShow')}
          </Button>
          <Button variant="subtle" color="gray" onClick={dismiss}>
            {t('newsDismiss')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
