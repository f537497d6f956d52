import type { CSSProperties } from 'react'
import { dated } from './dated.tsx'
import classes from './clamped.module.css'

/** A word that is wider than a usual column breaks anywhere, lest it takes the place of the other columns. */
const LONG_WORD = /[\p{Script=Latin}\d]{25,}/u
export const breaking = (text: string): { style?: CSSProperties } =>
  LONG_WORD.test(text) ? { style: { overflowWrap: 'anywhere' } } : {}

/** In the cell of a table at most two lines of a text, whose title has it whole; elsewhere all of it. */
export const Clamped = ({ children }: { children: string }) => (
  <span className={classes.clamped} title={children} {...breaking(children)}>
    {dated(children)}
  </span>
)
