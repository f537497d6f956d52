import type { MaterialRecord } from '@consilium/contract/materials/material-record.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { isClosedTo } from '../meetings/policy.ts'
import type { MaterialKind } from './kind.ts'

type Writing = Pick<MaterialKind, 'writers' | 'keptByCreator'>

/** Returns true if the caller may change the record while its meeting is open. */
export const mayChange = (actor: Actor, kind: Writing, record: { createUserId: number }) =>
  kind.writers.includes(actor.roleType) &&
  (!kind.keptByCreator || reachesAll(actor) || record.createUserId === actor.userId)

export function abilitiesOn(
  actor: Actor,
  kind: Writing,
  record: Pick<MaterialRecord, 'createUserId' | 'currentStage'>,
): MaterialRecord['abilities'] {
  const changes = mayChange(actor, kind, record) && !isClosedTo(actor, record)
  return { update: changes, remove: changes }
}
