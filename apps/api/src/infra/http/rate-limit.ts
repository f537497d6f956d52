import { callsPerMinute, RATE_LIMITS, RATE_WINDOW_SECONDS } from '@consilium/contract/rate-limits.ts'
import type { RateGroup, RateLimit } from '@consilium/contract/rate-limits.ts'
import type { Route } from '@consilium/contract/route.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000
const HOUR_MS = 3_600_000
/** Number of keys kept for each limit; the least recently used one is dropped beyond it. */
const REMEMBERED_MAX = 50_000

type Check = (request: FastifyRequest) => Promise<void>

/** Rate limit checks of a route: by address before the body is read, by phone after validation. */
export interface RouteLimits {
  onRequest: Check[]
  preHandler: Check[]
}

/** Returns the limits of a route and of the calling account. */
export type RateLimiter = (route: Pick<Route, 'rateLimit' | 'upload' | 'uploads'>) => RouteLimits

const NONE: RouteLimits = { onRequest: [], preHandler: [] }

export interface Allowances {
  /** Anonymous calls per minute and address. */
  address: number
  /** Calls per minute and uploads per hour of an account. */
  account: number
}

function phoneOf({ body, query }: FastifyRequest): string | undefined {
  const { phone } = { ...(query as { phone?: unknown }), ...(body as { phone?: unknown } | undefined) }
  return typeof phone === 'string' ? phone : undefined
}

/**
 * Counts calls by group of routes in this process and refuses those beyond the limit with TOO_MANY_REQUESTS. An IPv6
 * address counts as its /64 network.
 */
export async function createRateLimiter(
  app: FastifyInstance,
  { address, account }: Allowances,
): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, cache: REMEMBERED_MAX })

  function counter(max: number, timeWindow: number, keyOf?: (request: FastifyRequest) => string): Check {
    const count = app.createRateLimit({ max, timeWindow, ...(keyOf ? { keyGenerator: keyOf } : {}) })
    return async (request) => {
      const result = await count(request)
      if (!result.isAllowed && result.isExceeded)
        throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: Math.max(1, result.ttlInSeconds) } })
    }
  }

  function limit(share: number, alsoLoggedIn: boolean, keyOf?: (request: FastifyRequest) => string): Check {
    const count = counter(callsPerMinute(share, address), WINDOW_MS, keyOf)
    return async (request) => {
      if (!request.actor || alsoLoggedIn) await count(request)
    }
  }

  /** Limits of logged-in accounts. */
  function limitOfAccount(timeWindow: number): Check {
    const count = counter(account, timeWindow, ({ actor }) => `user:${actor?.userId}`)
    return async (request) => {
      if (request.actor) await count(request)
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
  const calls = limitOfAccount(WINDOW_MS)
  const uploads = limitOfAccount(HOUR_MS)
  return (route) => {
    const { onRequest, preHandler } = route.rateLimit ? limits[route.rateLimit] : NONE
    const ofAccount = route.upload || route.uploads ? [calls, uploads] : [calls]
    return { onRequest: [...ofAccount, ...onRequest], preHandler }
  }
}
