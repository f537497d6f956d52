import type { Actor } from '../../domain/actor.ts'
import type { DecisionState } from './states.ts'

export interface Asked {
  askedBy: number | null
  status: DecisionState
}

/** Nobody decides the own request. Who may decide at all is for the module that asks. */
export const mayDecide = ({ userId }: Pick<Actor, 'userId'>, { askedBy, status }: Asked): boolean =>
  status === 'pending' && askedBy !== userId
