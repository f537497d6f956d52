import type { Context } from '../../context.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'

/** What the use cases of experts work with. */
export interface Scope extends Pick<Context, 'db' | 'keys' | 'pdf' | 'clock' | 'log'> {
  accounts: Accounts
  messages: Pick<Messages, 'send'>
  files: Pick<Files, 'personalUrlOf' | 'requireUsable' | 'markPersonal' | 'isShown'>
}
