import type { Dimension } from '@consilium/contract/dimensions/dimensions.ts'
import type { Actor } from '../../domain/actor.ts'
import { abilitiesOn } from './policy.ts'
import type { DimensionEntry } from './repository.ts'

export const viewOf = (actor: Actor, row: DimensionEntry): Dimension => ({
  ...row,
  abilities: abilitiesOn(actor),
})
