import { dated } from './dated.tsx'
import classes from './clamped.module.css'

/** In the cell of a table at most two lines of a text, whose title has it whole; elsewhere all of it. */
export const Clamped = ({ children }: { children: string }) => (
  <span className={classes.clamped} title={children}>
    {dated(children)}
  </span>
)
