import { Button, type ButtonProps } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { listTexts } from '../texts.ts'

export function ColumnButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const t = useTexts(listTexts)
  return (
    <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...props}>
      {t('columns')}
    </Button>
  )
}
