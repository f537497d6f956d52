import { yuan } from '../../lib/format.ts'
import classes from './figures.module.css'

/** Amounts with what they are, as the figures of a card. */
export function Figures({ items }: { items: readonly (readonly [label: string, amount: string | null])[] }) {
  return (
    <dl className={classes.figures}>
      {items.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{yuan(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
