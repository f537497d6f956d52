import { useState } from 'react'
import type { ListState } from '../../../lib/list-state.ts'
import { parseSearch, stringifySearch } from '../../../lib/search.ts'
import { onDemand } from '../../on-demand.tsx'
import { ViewButton } from './view-button.tsx'

const ViewMenu = onDemand(() => import('./view-menu.tsx'), <ViewButton aria-expanded />)

interface ViewsProps {
  list: string
  state: ListState
  keys: string[]
  onColumns: (keys: string[]) => void
}

/** The views that this account has saved of a list (docs/decisions/0086). */
export function Views({ list, state, keys, onColumns }: ViewsProps) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted)
    return (
      <ViewButton aria-expanded={false} onPointerEnter={ViewMenu.preload} onClick={() => setWanted(true)} />
    )
  return (
    <ViewMenu
      list={list}
      current={() => ({ query: stringifySearch(state.kept).slice(1), columns: keys })}
      onApply={({ query, columns }) => {
        onColumns(columns)
        state.replaceAll(parseSearch(query))
      }}
    />
  )
}
