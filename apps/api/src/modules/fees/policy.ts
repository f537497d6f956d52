import type { Actor } from '../../domain/actor.ts'

/** People of an executor organization are asked for the fees that it pays. */
export const paysItself = (actor: Actor) =>
  actor.roleType === 'executor' || actor.roleType === 'meetingExecutor'
