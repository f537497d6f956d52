import type { Context } from '../../context.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Caps } from '../caps/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Files } from '../files/service.ts'
import type { Fees } from '../fees/service.ts'
import type { Gates } from '../gates/service.ts'
import type { Papers } from '../papers/service.ts'
import type { Organizations } from '../organizations/service.ts'

/** What the use cases of payments work with. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'keys'> {
  agreements: Pick<Agreements, 'savePaidDate' | 'numbersOf'>
  decisions: Decisions
  experts: Pick<Experts, 'identityOf' | 'identitiesOf'>
  files: Pick<
    Files,
    'stage' | 'commit' | 'discard' | 'open' | 'requireUsable' | 'markPersonal' | 'personalUrlOf' | 'isShown'
  >
  papers: Pick<Papers, 'issue'>
  organizations: Pick<Organizations, 'payerOn'>
  caps: Pick<Caps, 'lockPersons' | 'requireOfPerson'>
  fees: Pick<Fees, 'calculate' | 'paymentDay' | 'paymentIn'>
  gates: Pick<Gates, 'attendanceObstacles'>
}
