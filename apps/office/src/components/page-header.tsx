import { Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { arrivals } from '../lib/live/arrivals.ts'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import classes from './page-header.module.css'
import { dated } from './dated.tsx'

interface PageHeaderProps {
  title: string
  /** Left out where the trail above ends with the same words. */
  subtitle?: ReactNode
  /** Address of the list that the page belongs to. */
  backTo?: string
  /** The pages between that list and this page. */
  trail?: readonly Crumb[]
  actions?: ReactNode
  /** The title is not known yet. */
  isLoading?: boolean
}

/** Title of the page and of the window, with the page's actions. */
export function PageHeader({
  title,
  subtitle,
  backTo,
  trail = [],
  actions,
  isLoading = false,
}: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isSaidAbove = trail.at(-1)?.label === subtitle
  useEffect(() => {
    document.title = `${title} · Consilium`
    if (!isLoading) arrivals.reach(heading.current)
  }, [title, isLoading])
  return (
    <Stack gap={0} mb="sm">
      {backTo !== undefined && <Breadcrumbs backTo={backTo} trail={trail} />}
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.title}>
          <Title
            ref={heading}
            tabIndex={-1}
            order={1}
            size="h3"
            textWrap="balance"
            style={{ outline: 'none' }}
          >
            {dated(title)}
          </Title>
          {subtitle !== undefined && !isSaidAbove && (
            <Text size="sm" c="dimmed" component="div">
              {dated(subtitle)}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  )
}
