import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'

/** What the use cases of people work with. */
export interface Scope extends Pick<Context, 'db' | 'clock'> {
  accounts: Accounts
}
