import { Group, List, Stack, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { menuFor, type MenuEntry } from '../../lib/menu/menu.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { helpTexts } from './help-texts.ts'

const KEYS = [
  [['Ctrl', 'K'], 'keySearch'],
  [['?'], 'keyHelp'],
  [['Esc'], 'keyClear'],
  [['Enter'], 'keyNext'],
  [['Alt', '↓'], 'keyCalendar'],
] as const
const NEWS = ['newsApprovals', 'newsBatches', 'newsDoor', 'newsNotices', 'newsRules', 'newsFinding'] as const

/** The text of the entry of the menu that a page belongs to. */
function usePageHelp(): MenuEntry['key'] | 'general' {
  const { pathname } = useLocation()
  const entry = menuFor(useSession())
    .flatMap(({ entries }) => entries)
    .find(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
  return entry?.key ?? 'general'
}

/** What the page is for, the keys, and what is new. */
export default function Help({ onClose }: { onClose: () => void }) {
  const t = useTexts(helpTexts)
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <Stack gap="lg">
        <section aria-label={t('thisPage')}>
          <Title order={3} size="h6" mb={4}>
            {t('thisPage')}
          </Title>
          <Text size="sm">{t(usePageHelp())}</Text>
        </section>
        <section aria-label={t('keys')}>
          <Title order={3} size="h6" mb={4}>
            {t('keys')}
          </Title>
          <dl style={{ margin: 0 }}>
            {KEYS.map(([keys, does]) => (
              <Group key={does} gap="sm" mb={4}>
                <Text component="dt" size="sm" miw={96}>
                  {keys.map((key) => (
                    <kbd key={key} style={{ marginInlineEnd: 4 }}>
                      {key}
                    </kbd>
                  ))}
                </Text>
                <Text component="dd" size="sm" m={0}>
                  {t(does)}
                </Text>
              </Group>
            ))}
          </dl>
        </section>
        <section aria-label={t('news')}>
          <Title order={3} size="h6" mb={4}>
            {t('news')}
          </Title>
          <List size="sm" spacing={4}>
            {NEWS.map((each) => (
              <List.Item key={each}>{t(each)}</List.Item>
            ))}
          </List>
        </section>
      </Stack>
    </Dialog>
  )
}
