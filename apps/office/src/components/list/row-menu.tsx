import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parseSearch } from '../../lib/search.ts'
import type { RowAction } from './list-definition.ts'
import { MenuButton } from './menu-button.tsx'

/** Open when it appears, since its code is loaded on the first click. */
export default function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(true)
  const choose = ({ to, onSelect }: RowAction) => {
    const [path = '/', search = ''] = to?.split('?') ?? []
    if (to === undefined) onSelect?.()
    else void navigate({ to: path, search: () => parseSearch(search) })
  }
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <MenuButton name={name} isOpen={isOpen} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            mih={40}
            {...(action.tone === 'danger' ? { color: 'red' } : {})}
            leftSection={<action.icon size={16} aria-hidden />}
            onClick={() => choose(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
