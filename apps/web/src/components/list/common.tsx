import type { Route } from '@consilium/contract/route.ts'
import { IconPlus } from '@tabler/icons-react'
import type { Option } from '../../lib/dictionary.ts'
import { minute } from '../../lib/format.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../links.tsx'
import { StatusBadge, type Status } from '../status-switch.tsx'
import { frameTexts } from '../texts.ts'
import type { Column } from './list-definition.ts'

/** What many lists have alike. */
export const createTimeColumn = <Row extends { createTime: string }>(label: string): Column<Row> => ({
  key: 'createTime',
  label,
  sort: 'createTime',
  render: ({ createTime }) => minute(createTime),
})

export const statusColumn = <Row extends { status: Status }>(
  label: string,
  order?: { sort: 'status' },
): Column<Row> => ({
  key: 'status',
  label,
  card: 'badge',
  render: ({ status }) => <StatusBadge status={status} />,
  ...order,
})

export function useYesOrNo(): Option[] {
  const t = useTexts(frameTexts)
  return [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
}

interface CreateButtonProps {
  /** What the form behind it calls; who may not call it sees no button. */
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
