import { Button, type ButtonProps } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { listTexts } from '../texts.ts'

export function ViewButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const t = useTexts(listTexts)
  return (
    <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} {...props}>
      {t('views')}
    </Button>
  )
}
