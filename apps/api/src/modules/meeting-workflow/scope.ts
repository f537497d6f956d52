import type { Context } from '../../context.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Attendees } from '../attendees/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Gates } from '../gates/service.ts'
import type { Projects } from '../projects/service.ts'

/** Dependencies of the meeting use cases. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog'> {
  projects: Projects
  attendees: Attendees
  agreements: Agreements
  decisions: Decisions
  experts: Experts
  gates: Gates
}
