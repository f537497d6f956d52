import type { PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import { smsUnits } from '../../infra/channels/sms-params.ts'
import type { Scope } from './scope.ts'

/** What the first provider charges for a text; a mail is one. */
export function unitsOf({ config }: Pick<Scope, 'config'>, channel: PersonalChannel, text: string): number {
  if (channel === 'mail') return 1
  const [first] = config.channels.sms
  return smsUnits(text, first && first.kind !== 'webhook' ? first.signName : '')
}
