import { sql, type RawBuilder } from 'kysely'
import { withinReach } from '../../domain/reach.ts'
import type { Actor } from '../../domain/actor.ts'

const OWNERS: readonly Actor['roleType'][] = ['sponsor', 'doctor']

/**
 * Condition that the caller reaches the intent `i`: a sponsor and an expert their own, whatever projects they reach
 * otherwise; a lead those of its projects.
 */
export const reachesIntent = (actor: Actor): RawBuilder<boolean> =>
  OWNERS.includes(actor.roleType)
    ? sql<boolean>`i.user_id = ${actor.userId}`
    : withinReach(actor, 'project_reach', 'i.project_id')
