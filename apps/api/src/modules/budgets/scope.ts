import type { Context } from '../../context.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Projects } from '../projects/service.ts'

/** Dependencies of the use cases of budgets. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog'> {
  decisions: Decisions
  projects: Pick<Projects, 'find'>
}
