import type { ReactNode } from 'react'
import classes from './timeline.module.css'
import { dated } from '../dated.tsx'
import { Dots } from '../dots.tsx'

export type Tone = 'plain' | 'step' | 'done' | 'waits' | 'refused'

export interface LineEvent {
  key: string
  tone: Tone
  what: ReactNode
  reason?: string | null
  /** Who and when. */
  aside: readonly (string | null)[]
}

/** What happened, the newest last. */
export function Timeline({ label, events }: { label: string; events: readonly LineEvent[] }) {
  return (
    <ol className={classes.line} aria-label={label}>
      {events.map(({ key, tone, what, reason, aside }) => (
        <li key={key} className={classes.event} data-tone={tone}>
          <span>{dated(what)}</span>
          {reason && <span>“{dated(reason)}”</span>}
          <span className={classes.aside}>
            <Dots items={aside} />
          </span>
        </li>
      ))}
    </ol>
  )
}
