import { BANK_FILE_READERS } from '@consilium/contract/batches/batch-access.ts'
import type { OwnPreset, OwnPresetState } from '@consilium/contract/bank-files/bank-presets.ts'
import { allows } from '@consilium/contract/route.ts'
import type { Actor } from '../../domain/actor.ts'

interface Standing {
  state: OwnPresetState
  /** No later version, approved or not. */
  isLatest: boolean
}

/** Whether a version may be written or asked for: an approved one stays as it is, and so does one that is being decided. */
export const isOpen = ({ state }: Pick<Standing, 'state'>): boolean =>
  state === 'draft' || state === 'refused'

/** What the caller, who is of the payer, may do with a version of one of its presets. */
export function abilitiesOn(actor: Actor, { state, isLatest }: Standing): OwnPreset['abilities'] {
  const open = isOpen({ state })
  const approved = state === 'approved'
  return {
    change: open,
    ask: open,
    remove: open,
    renew: approved && isLatest,
    retire: approved,
    confirm: approved && allows(BANK_FILE_READERS, actor),
  }
}
