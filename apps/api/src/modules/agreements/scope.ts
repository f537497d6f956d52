import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Experts } from '../experts/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'

/** What the use cases of agreements work with. */
export interface Scope extends Pick<
  Context,
  'config' | 'db' | 'clock' | 'fileWork' | 'keys' | 'pdf' | 'signer'
> {
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'open' | 'personalUrlOf'>
  experts: Pick<Experts, 'identityOf' | 'proposeIdentity'>
  messages: Pick<Messages, 'send' | 'wasSent'>
  codes: Pick<Accounts['codes'], 'send' | 'check' | 'spend'>
}
