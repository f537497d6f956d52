import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Files } from '../files/service.ts'
import type { Persons } from '../persons/service.ts'

/** What the use cases of organizations work with. */
export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'keys' | 'fileWork'> {
  accounts: Accounts
  persons: Persons
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'personalUrlOf' | 'readAll'>
}
