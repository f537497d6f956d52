import { useState } from 'react'
import { onDemand } from '../../on-demand.tsx'
import type { RangeProps } from './periods.ts'
import { RangeButton } from './range-button.tsx'

const RangeMenu = onDemand(() => import('./range-menu.tsx'), null)

/** A period. Its menu, with the fields of its days, is loaded when it is first opened. */
export function RangeFilter(props: RangeProps) {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? (
    <RangeMenu {...props} />
  ) : (
    <RangeButton {...props} onPointerEnter={RangeMenu.preload} onClick={() => setWanted(true)} />
  )
}
