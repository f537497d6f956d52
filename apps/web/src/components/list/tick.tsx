import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './list.module.css'

/** A box to tick without words beside it; the ground around it is as wide as a finger and ticks it, too. */
export const Tick = (props: CheckboxProps & { 'aria-label': string }) => (
  <label className={classes.tick}>
    <Checkbox {...props} />
  </label>
)
