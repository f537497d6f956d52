import { allows } from '@consilium/contract/route.ts'
import { gateRoutes, type Waiver } from '@consilium/contract/gate-routes.ts'
import type { Actor } from '../../domain/actor.ts'

/** Nobody decides the own request. */
export const mayDecide = (
  { roleType, userId }: Pick<Actor, 'roleType' | 'userId'>,
  { askedBy, status }: Pick<Waiver, 'askedBy' | 'status'>,
): boolean => status === 'pending' && allows(gateRoutes.decideWaiver.access, roleType) && askedBy !== userId
