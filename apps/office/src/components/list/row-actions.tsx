import { Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { LinkButton } from '../links.tsx'
import { onDemand } from '../on-demand.tsx'
import type { RowAction } from './list-definition.ts'
import { MenuButton } from './menu-button.tsx'

const RowMenu = onDemand(() => import('./row-menu.tsx'), <MenuButton name="" isOpen />)

/** The menu is larger than the table, so it is loaded when it is first opened. */
function Menu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? (
    <RowMenu name={name} actions={actions} />
  ) : (
    <MenuButton name={name} onPointerEnter={RowMenu.preload} onClick={() => setWanted(true)} />
  )
}

interface RowActionsProps {
  name: string
  actions: readonly RowAction[]
  /** Stands before the actions: the next step of the row. */
  lead?: ReactNode
}

/** The first action of a row as a button, the others in a menu; a deletion is always in the menu. */
export function RowActions({ name, actions, lead }: RowActionsProps) {
  const [first, ...others] = actions
  const isButton = first !== undefined && first.tone !== 'danger' && !lead
  const inMenu = isButton ? others : actions
  const button = isButton && {
    variant: 'subtle',
    size: 'compact-sm',
    'aria-label': `${first.label} ${name}`,
    children: first.label,
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {lead}
      {button &&
        (first?.to === undefined ? (
          <Button {...button} onClick={first?.onSelect} />
        ) : (
          <LinkButton {...button} to={first.to} />
        ))}
      {inMenu.length > 0 && <Menu name={name} actions={inMenu} />}
    </Group>
  )
}
