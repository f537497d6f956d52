import { PRIVACY_PATH } from '@consilium/contract/addresses.ts'
import { Brand } from '../../components/brand.tsx'
import { outsideFrameTexts } from '@consilium/web-kit/words/outside-texts.ts'
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { setLanguage, useLanguage, useTexts } from '../../lib/texts.ts'
import classes from './outside-frame.module.css'

const ROLES = ['expert', 'executor', 'sponsor'] as const

/** Says to those who come here for the first time what they can do here. */
function About() {
  const t = useTexts(outsideFrameTexts)
  return (
    <aside className={classes.about} aria-label={t('about')}>
      <div className={classes.mark}>
        <Brand size={44} />
        Consilium
      </div>
      <h2>{t('claim')}</h2>
      <ul>
        {ROLES.map((role) => (
          <li key={role}>
            <strong>{t(role)}</strong>
            <span>{t(`${role}About`)}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** The frame of the pages before the login. */
export function OutsideFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts(outsideFrameTexts)
  const language = useLanguage()
  useEffect(() => {
    document.title = `${title} · Consilium`
  }, [title])
  return (
    <div className={classes.page}>
      <About />
      <main className={classes.form}>
        <Stack gap="lg" w="100%" maw={440}>
          <Group justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Brand size={36} />
              <div>
                <Text fw={700}>Consilium</Text>
                <Text size="xs" c="dimmed">
                  {t('welcome')}
                </Text>
              </div>
            </Group>
            <Button
              variant="subtle"
              flex="none"
              lang={language === 'en' ? 'zh-CN' : 'en'}
              onClick={() => setLanguage(language === 'en' ? 'zh-CN' : 'en')}
            >
              {t('language')}
            </Button>
          </Group>
          <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }} shadow="sm">
            <Title order={1} size="h3" mb="md">
              {title}
            </Title>
            {children}
          </Paper>
          <Group justify="center" gap="lg">
            <Anchor href="/publicity" size="sm">
              {t('publicPage')}
            </Anchor>
            <Anchor href={PRIVACY_PATH} size="sm">
              {t('privacy')}
            </Anchor>
          </Group>
        </Stack>
      </main>
    </div>
  )
}
