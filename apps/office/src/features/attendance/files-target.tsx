import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { attendanceTexts } from './texts.ts'

/** The button of the files, with its menu and before that is loaded. */
export function FilesTarget(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useTexts(attendanceTexts)
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      {...props}
    >
      {t('files')}
    </Button>
  )
}
