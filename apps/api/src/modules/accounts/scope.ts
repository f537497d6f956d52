import type { Context } from '../../context.ts'
import type { createTurns } from '../../infra/threads/in-turn.ts'

/** What the use cases on accounts work with. */
export interface Scope extends Pick<
  Context,
  'channels' | 'config' | 'db' | 'clock' | 'eventLog' | 'keys' | 'sms' | 'log'
> {
  /** Runs the password attempts for a name from one source one after the other. */
  inTurn: ReturnType<typeof createTurns>
}
