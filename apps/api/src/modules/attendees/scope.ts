import type { Context } from '../../context.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Budgets } from '../budgets/service.ts'
import type { Caps } from '../caps/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Fees } from '../fees/service.ts'
import type { Files } from '../files/service.ts'

/** Dependencies of the attendee use cases. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog'> {
  experts: Experts
  agreements: Agreements
  budgets: Pick<Budgets, 'requireFees'>
  caps: Caps
  fees: Fees
  files: Files
}
