import type { ReactNode } from 'react'
import { dated } from './dated.tsx'
import classes from './dots.module.css'

/** A dot between what stands side by side; none is left at the end or at the beginning of a line. */
export function Dots({ items }: { items: readonly ReactNode[] }) {
  const shown = items.filter((item) => item !== null && item !== undefined && item !== '' && item !== false)
  return (
    <span className={classes.dots}>
      {shown.map((item, index) => (
        <span key={index} className={classes.item}>
          <span className={classes.dot}>{index === 0 ? '' : ' · '}</span>
          <span className={classes.text}>{dated(item)}</span>
        </span>
      ))}
    </span>
  )
}
