import { useState } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import { usePreference } from '../../lib/preferences.ts'
import { onDemand } from '../on-demand.tsx'
import { ViewButton, type View } from './view-button.tsx'

const ViewMenu = onDemand(() => import('./view-menu.tsx'), <ViewButton aria-expanded />)

interface ViewsProps {
  list: string
  state: ListState
  keys: string[]
  onColumns: (keys: string[]) => void
}

/** The views that this user has saved of a list, in this browser (decision 56). */
export function Views({ list, state, keys, onColumns }: ViewsProps) {
  const [views, setViews] = usePreference<View[]>(`views.${list}`, [])
  const [isWanted, setWanted] = useState(false)
  if (!isWanted)
    return (
      <ViewButton aria-expanded={false} onPointerEnter={ViewMenu.preload} onClick={() => setWanted(true)} />
    )
  return (
    <ViewMenu
      views={views}
      onChange={setViews}
      current={() => ({ query: state.kept, columns: keys })}
      onApply={({ query, columns }) => {
        onColumns(columns)
        state.replaceAll(query)
      }}
    />
  )
}
