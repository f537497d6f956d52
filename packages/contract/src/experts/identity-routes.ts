import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { IdentityCheck } from './identity-check.ts'

/** Apart from the routes of experts, so that pages that check nobody do not load it. */
export const identityRoutes = {
  ask: {
    method: 'POST',
    path: '/business/expert/checkIdentity',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag: 'Experts',
    summary:
      'Have name, number and phone of an expert matched by the verifier of identities, in the background',
    body: z.strictObject({ expertId: f.id }).meta({ example: { expertId: 12 } }),
    answer: data(IdentityCheck),
    accepted: true,
    errors: ['NOT_FOUND', 'IDENTITY_VERIFIER_OFF', 'IDENTITY_INCOMPLETE', 'IDENTITY_ASKS_SPENT'],
  },
} as const satisfies RouteTable
