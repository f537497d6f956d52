import type { Db } from '../../infra/db/db.ts'
import type { Clock } from '../../infra/clock.ts'
import { savePrivacy } from './privacy-repository.ts'

export interface Registration {
  phone: string
  /** Of the privacy notice that was agreed to; pages always send it. */
  privacyVersion?: string | undefined
}

type Listener = (within: Db, userId: number, phone: string) => Promise<void>

/** Finishes a registration: notes the privacy notice that was agreed to, and tells the listeners. */
export async function completeRegistration(
  { clock, listeners }: { clock: Clock; listeners: readonly Listener[] },
  within: Db,
  userId: number,
  { phone, privacyVersion }: Registration,
): Promise<void> {
  if (privacyVersion !== undefined)
    await savePrivacy(within, userId, { version: privacyVersion, time: clock.wire() })
  for (const listener of listeners) await listener(within, userId, phone)
}
