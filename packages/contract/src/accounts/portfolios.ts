import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'

/** Sponsors in a portfolio. */
export const PORTFOLIO_MAX = 200

export const Portfolio = z
  .object({
    userId: f.id,
    sponsors: z
      .array(z.object({ orgId: f.id, orgName: z.string(), mainUserId: f.id }))
      .meta({ description: 'The sponsors to which the manager is limited; none: it reaches all' }),
    version: f.version.meta({ description: 'Version of the account' }),
  })
  .meta({ id: 'Portfolio' })
export type Portfolio = z.infer<typeof Portfolio>

export const PortfolioChange = z.strictObject({
  userId: f.id,
  version: f.version,
  sponsorAdminUserIds: z
    .array(f.id)
    .max(PORTFOLIO_MAX)
    .meta({ description: 'Main accounts of the sponsors; an empty list lets the manager reach all again' }),
})
export type PortfolioChange = z.output<typeof PortfolioChange>

const tag = 'Accounts'

export const portfolioRoutes = {
  get: {
    method: 'GET',
    path: '/system/user/{userId}/portfolio',
    access: ['admin'],
    tag,
    summary: 'Read to which sponsors a manager is limited',
    params: z.object({ userId: f.queryId }),
    answer: data(Portfolio),
    errors: ['PORTFOLIO_OF_MANAGERS'],
  },
  change: {
    method: 'PUT',
    path: '/system/user/portfolio',
    target: ['userId'],
    access: ['admin'],
    caller: 'person',
    tag,
    summary: 'Limit a manager to some sponsors, or let it reach all; it holds from the next request on',
    body: PortfolioChange,
    answer: data(Portfolio),
    errors: ['PORTFOLIO_OF_MANAGERS', 'STALE_RECORD', 'NOT_FOUND'],
  },
} as const satisfies RouteTable
