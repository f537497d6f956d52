import type { Actor } from '../../domain/actor.ts'

/** The organization whose bots the caller keeps; null for everybody but main accounts. */
export const keptFor = (actor: Actor): number | null =>
  actor.userId === actor.mainUserId ? actor.orgId : null
