import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { listTexts } from './texts.ts'

interface MenuButtonProps {
  name: string
  isOpen?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
}

/** The button of a row's menu. */
export function MenuButton({ name, isOpen = false, ...props }: MenuButtonProps) {
  const t = useTexts(listTexts)
  return (
    <ActionIcon
      color="gray"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={t('moreActions', { name })}
      {...props}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}
