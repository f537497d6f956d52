import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Persons } from '../persons/service.ts'

/** What the use cases of organizations work with. */
export interface Scope extends Pick<Context, 'db' | 'clock'> {
  accounts: Accounts
  persons: Persons
}
