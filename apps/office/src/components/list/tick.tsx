import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './list.module.css'

/** A checkbox without a visible label. The area around it belongs to the touch target. */
export const Tick = (props: CheckboxProps & { 'aria-label': string }) => (
  <label className={classes.tick}>
    <Checkbox {...props} />
  </label>
)
