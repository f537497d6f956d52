import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Attendees } from '../attendees/service.ts'
import type { Papers } from '../papers/service.ts'
import type { Files } from '../files/service.ts'

/** Dependencies of the use cases of attendance. */
export interface Scope extends Pick<
  Context,
  'config' | 'db' | 'clock' | 'eventLog' | 'fileWork' | 'keys' | 'sheets'
> {
  papers: Pick<Papers, 'issue'>
  codes: Accounts['codes']
  attendees: Pick<Attendees, 'joinAtDoor'>
  files: Pick<
    Files,
    'open' | 'stage' | 'commit' | 'discard' | 'requireUsable' | 'isPicture' | 'urlOf' | 'personalUrlOf'
  >
}

const SECOND_MS = 1000

/** The time of the service in seconds since 1970. */
export const secondsOf = ({ clock }: Pick<Scope, 'clock'>): number => clock.now().getTime() / SECOND_MS

/** `yyyy-MM-dd HH:mm:ss` of seconds since 1970. */
export const wireOf = ({ clock }: Pick<Scope, 'clock'>, seconds: number): string =>
  clock.wire(new Date(seconds * SECOND_MS))
