import type { Actor } from '../../../domain/actor.ts'
import { ownerOf } from '../../../domain/rule-owners.ts'

const WRITERS: readonly string[] = ['admin', 'manager', 'sponsor', 'compliance']

/** Whether the caller writes templates of an owner, null being the platform: people of the owner alone do. */
export const mayWrite = (actor: Actor, ownerOrgId: number | null): boolean =>
  WRITERS.includes(actor.roleType) && ownerOf(actor) === ownerOrgId
