import type { Context } from '../../context.ts'
import type { Projects } from '../projects/service.ts'
import type { Timelines } from '../timelines/service.ts'

/** Dependencies of the use cases of overviews. */
export interface Scope extends Pick<Context, 'db' | 'clock'> {
  projects: Pick<Projects, 'find'>
  timelines: Pick<Timelines, 'ofMeeting' | 'ofProject'>
}
