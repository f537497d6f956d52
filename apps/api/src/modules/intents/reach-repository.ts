import { sql, type RawBuilder } from 'kysely'
import { withinReach } from '../../domain/reach.ts'
import type { Actor } from '../../domain/actor.ts'
import { isInPortfolio } from '../organizations/service.ts'

const OWNERS: readonly Actor['roleType'][] = ['sponsor', 'doctor']

/**
 * The caller's reach of an intent `i`. Sponsors and experts reach only their own intents, even in projects within their
 * reach; a lead reaches the intents of its projects.
 */
export const reachesIntent = (actor: Actor): RawBuilder<boolean> =>
  OWNERS.includes(actor.roleType)
    ? sql<boolean>`i.user_id = ${actor.userId}`
    : withinReach(actor, 'project', 'i.project_id')

/** What another sponsor offers for a shared project stays unknown to a limited manager. */
export const reachesOffer = (actor: Actor): RawBuilder<boolean> =>
  actor.isLimited
    ? sql<boolean>`(${reachesIntent(actor)} and ${isInPortfolio(actor.userId, 'i.org_id')})`
    : reachesIntent(actor)
