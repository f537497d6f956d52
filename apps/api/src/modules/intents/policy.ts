import type { IntentStatus } from '@consilium/contract/publicity/publicity.ts'
import type { Actor } from '../../domain/actor.ts'

const DECIDED: readonly IntentStatus[] = ['accepted', 'declined']

export interface Subject {
  /** The account behind the intent; null for a visitor without one. */
  userId: number | null
  status: IntentStatus
}

/** Managers may change all intents and decide on them. */
export const manages = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'

/** Returns true if the intent is decided and the caller is not a manager, so that the caller may not change it. */
export const isFixedFor = (actor: Actor, intent: Subject) =>
  !manages(actor) && DECIDED.includes(intent.status)

export function abilitiesOn(actor: Actor, intent: Subject) {
  const isOwn = intent.userId === actor.userId
  const changes = manages(actor) || (isOwn && !isFixedFor(actor, intent))
  return { update: changes, changeStatus: manages(actor), remove: changes }
}
