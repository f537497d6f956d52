import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Files } from '../files/service.ts'

/** What the use cases of experts work with. */
export interface Scope extends Pick<
  Context,
  'db' | 'eventLog' | 'keys' | 'pdf' | 'clock' | 'log' | 'identityVerifier'
> {
  accounts: Accounts
  decisions: Decisions
  files: Pick<Files, 'personalUrlOf' | 'requireUsable' | 'markPersonal' | 'isShown'>
}
