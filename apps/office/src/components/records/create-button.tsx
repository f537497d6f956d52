import type { Route } from '@consilium/contract/route.ts'
import { IconPlus } from '@tabler/icons-react'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../links.tsx'
import { frameTexts } from '../texts.ts'

interface CreateButtonProps {
  /** The button is shown to those who may call this route. */
  route: Route
  to: string
  children: string
}

export function CreateButton({ route, to, children }: CreateButtonProps) {
  const may = useMay()
  return (
    may(route) && (
      <LinkButton to={to} leftSection={<IconPlus size={16} aria-hidden />}>
        {children}
      </LinkButton>
    )
  )
}

/** The same on a list without rows. */
export function FirstButton(props: Omit<CreateButtonProps, 'children'>) {
  const t = useTexts(frameTexts)
  return <CreateButton {...props}>{t('addFirst')}</CreateButton>
}
