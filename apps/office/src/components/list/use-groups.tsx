import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { listTexts } from './texts.ts'

interface Grouping<Row> {
  rows: readonly Row[]
  groupBy: ((row: Row) => string | null) | undefined
}

/** The rows to show, with the first of each group for the others, and the button that opens a group. */
export function useGroups<Row>({ rows, groupBy }: Grouping<Row>) {
  const t = useTexts(listTexts)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sizes = new Map<string, number>()
  const firsts = new Map<Row, string>()
  for (const row of groupBy ? rows : []) {
    const group = groupBy?.(row)
    if (group === null || group === undefined) continue
    if (!sizes.has(group)) firsts.set(row, group)
    sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  const isShown = (row: Row) => {
    const group = groupBy?.(row) ?? null
    return group === null || firsts.has(row) || open.has(group)
  }
  const toggle = (group: string) => {
    const next = new Set(open)
    if (!next.delete(group)) next.add(group)
    setOpen(next)
  }
  const lead = (row: Row): ReactNode => {
    const group = firsts.get(row)
    const others = group === undefined ? 0 : (sizes.get(group) ?? 1) - 1
    if (group === undefined || others === 0) return null
    return (
      <Button variant="light" size="compact-sm" aria-expanded={open.has(group)} onClick={() => toggle(group)}>
        {t(open.has(group) ? 'foldGroup' : 'openGroup', { count: others })}
      </Button>
    )
  }
  return { shown: rows.filter(isShown), lead: sizes.size > 0 ? lead : null }
}
