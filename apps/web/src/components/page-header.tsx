import { Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useTexts } from '../lib/texts.ts'
import { TextLink } from './links.tsx'
import { frameTexts } from './texts.ts'

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** Address of the list that the page belongs to. */
  backTo?: string
  actions?: ReactNode
}

/** Title of the page and of the window, with the page's actions. */
export function PageHeader({ title, subtitle, backTo, actions }: PageHeaderProps) {
  const t = useTexts(frameTexts)
  useEffect(() => {
    document.title = `${title} · Consilium`
  }, [title])
  return (
    <Stack gap={4} mb="md">
      {backTo !== undefined && (
        <TextLink to={backTo} size="sm" c="dimmed">
          <Group gap={4} component="span" display="inline-flex">
            <IconArrowLeft size={16} aria-hidden />
            {t('back')}
          </Group>
        </TextLink>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Title order={1} size="h3" textWrap="balance">
            {title}
          </Title>
          {subtitle !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  )
}
