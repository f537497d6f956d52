import type { Context } from '../../context.ts'
import type { Recovery } from './recovery.ts'
import type { Sessions } from './sessions.ts'

/** What the use cases on accounts work with. */
export interface Scope extends Pick<Context, 'db'> {
  sessions: Pick<Sessions, 'endAll' | 'endAllBelow'>
  recovery: Pick<Recovery, 'givePhone'>
}
