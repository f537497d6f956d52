import { useState } from 'react'
import { usePreference } from '../../../lib/preferences.ts'
import { onDemand } from '../../on-demand.tsx'
import { ColumnButton } from './column-button.tsx'
import type { Column } from '../list-definition.ts'
import type { Density } from '../list-rows.ts'

/** The columns that this user has chosen; the first one names the row and is always shown. */
export function useChosenColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const usual = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  const [keys, setKeys] = usePreference<string[]>(`columns.${list}`, usual)
  const chosen = columns.filter(({ key }, index) => index === 0 || keys.includes(key))
  return { chosen, keys, setKeys }
}

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  keys: string[]
  onChange: (keys: string[]) => void
  density: Density
  onDensity: (density: Density) => void
}

const ColumnMenu = onDemand(() => import('./column-menu.tsx'), <ColumnButton aria-expanded />)

export function ColumnChoice<Row>({ columns, ...props }: ColumnChoiceProps<Row>) {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? (
    <ColumnMenu choices={columns.slice(1)} {...props} />
  ) : (
    <ColumnButton aria-expanded={false} onPointerEnter={ColumnMenu.preload} onClick={() => setWanted(true)} />
  )
}
