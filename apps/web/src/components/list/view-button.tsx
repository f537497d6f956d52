import { Button, type ButtonProps } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { listTexts } from './texts.ts'

/** Filters, order and columns of a list under a name. */
export interface View {
  name: string
  query: Search
  columns: string[]
}

export function ViewButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const t = useTexts(listTexts)
  return (
    <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} {...props}>
      {t('views')}
    </Button>
  )
}
