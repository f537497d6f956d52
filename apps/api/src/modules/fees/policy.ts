import type { Actor } from '../../domain/actor.ts'

/** Accounts of an executor organization calculate fees that their organization pays. */
export const paysItself = (actor: Actor) =>
  actor.roleType === 'executor' || actor.roleType === 'meetingExecutor'
