import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dimensions } from '../dimensions/service.ts'
import type { Files } from '../files/service.ts'
import type { Organizations } from '../organizations/service.ts'

/** Dependencies of the project use cases. */
export interface Scope extends Pick<Context, 'db' | 'eventLog' | 'fileWork'> {
  accounts: Accounts
  dimensions: Dimensions
  files: Files
  organizations: Organizations
}
