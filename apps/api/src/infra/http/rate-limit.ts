import { callsPerMinute, RATE_LIMITS, RATE_WINDOW_SECONDS } from '@consilium/contract/rate-limits.ts'
import type { RateGroup, RateLimit } from '@consilium/contract/rate-limits.ts'
import type { Route } from '@consilium/contract/route.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000
/** Addresses and phones remembered for each limit; beyond it the one unseen for the longest is forgotten. */
const REMEMBERED_MAX = 50_000

type Check = (request: FastifyRequest) => Promise<void>

/** Checks of a route, in their places: the address before the body is read, the phone once it is known to be one. */
export interface RouteLimits {
  onRequest: Check[]
  preHandler: Check[]
}

/** The limits that a route declares. */
export type RateLimiter = (route: Pick<Route, 'rateLimit'>) => RouteLimits

const NONE: RouteLimits = { onRequest: [], preHandler: [] }

function phoneOf({ body, query }: FastifyRequest): string | undefined {
  const { phone } = { ...(query as { phone?: unknown }), ...(body as { phone?: unknown } | undefined) }
  return typeof phone === 'string' ? phone : undefined
}

/**
 * Counts the calls of each group of routes in this process and refuses those beyond the limit with TOO_MANY_REQUESTS.
 * `allowance` is what an address may call in a minute. An IPv6 address stands for its network of 64 bits.
 */
export async function createRateLimiter(app: FastifyInstance, allowance: number): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, cache: REMEMBERED_MAX })

  function limit(share: number, alsoLoggedIn: boolean, keyOf?: (request: FastifyRequest) => string): Check {
    const count = app.createRateLimit({
      max: callsPerMinute(share, allowance),
      timeWindow: WINDOW_MS,
      ...(keyOf ? { keyGenerator: keyOf } : {}),
    })
    return async (request) => {
      if (request.actor && !alsoLoggedIn) return
      const result = await count(request)
      if (!result.isAllowed && result.isExceeded)
        throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: Math.max(1, result.ttlInSeconds) } })
    }
  }

  function limitsOf(group: RateLimit): RouteLimits {
    const everyone = group.alsoLoggedIn === true
    const byAddress = limit(group.perAddress, everyone)
    if (group.perPhone === undefined) return { onRequest: [byAddress], preHandler: [] }
    const byPhone = limit(group.perPhone, everyone, (request) => phoneOf(request) ?? '')
    const ofPhone: Check = async (request) => {
      if (phoneOf(request) !== undefined) await byPhone(request)
    }
    return { onRequest: [byAddress], preHandler: [ofPhone] }
  }

  const limits = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([group, declared]) => [group, limitsOf(declared)]),
  ) as Record<RateGroup, RouteLimits>
  return (route) => (route.rateLimit ? limits[route.rateLimit] : NONE)
}
