import type { Context } from '../../context.ts'
import type { Waivers } from '../waivers/service.ts'

/** Dependencies of the use cases of caps. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'keys'> {
  waivers: Pick<Waivers, 'of' | 'ofMeetings'>
}
