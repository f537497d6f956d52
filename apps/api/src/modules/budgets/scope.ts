import type { Context } from '../../context.ts'
import type { Projects } from '../projects/service.ts'

/** Dependencies of the use cases of budgets. */
export interface Scope extends Pick<Context, 'db' | 'clock'> {
  projects: Pick<Projects, 'find'>
}
