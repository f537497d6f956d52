import {
  EXACT_TOTALS_PER_MINUTE,
  callsPerMinute,
  RATE_LIMITS,
  RATE_WINDOW_SECONDS,
} from '@consilium/contract/rate-limits.ts'
import { halfWidth } from '@consilium/contract/half-width.ts'
import type { RateGroup, RateLimit } from '@consilium/contract/rate-limits.ts'
import type { Route } from '@consilium/contract/route.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateCounts } from '../../db/counts/rate-counts.ts'
import { Refusal } from '../../refusal.ts'

const SECOND_MS = 1000
const WINDOW_MS = RATE_WINDOW_SECONDS * SECOND_MS
const HOUR_MS = 3_600_000
/** Number of keys kept for each limit; the least recently used one is dropped beyond it. */
const REMEMBERED_MAX = 50_000

type Check = (request: FastifyRequest) => Promise<void>
/** As `Check`; returns nothing where the request is not counted. */
type PossibleCheck = (request: FastifyRequest) => Promise<void> | undefined

/** Rate limit checks of a route: by address before the body is read, by phone after validation. */
export interface RouteLimits {
  onRequest: Check[]
  preHandler: Check[]
}

/** Returns the limits of a route and of the calling account. */
export type RateLimiter = (route: Pick<Route, 'rateLimit' | 'upload' | 'uploads'>) => RouteLimits

/** One hook for all: Fastify awaits each of its hooks. */
const oneAfterAnother =
  (checks: readonly PossibleCheck[]): Check =>
  async (request) => {
    for (const check of checks) {
      const counted = check(request)
      if (counted) await counted
    }
  }

const NONE: RouteLimits = { onRequest: [], preHandler: [] }

export interface Allowances {
  /** Anonymous calls per minute and address. */
  address: number
  /** Calls per minute and uploads per hour of an account. */
  account: number
  /** What all nodes count together; null with the embedded engine, which has one. */
  shared: RateCounts | null
}

interface Counter {
  max: number
  timeWindow: number
  keyOf?: ((request: FastifyRequest) => string) | undefined
  /** The name under which all nodes count together; without it each counts its own. */
  shared?: string | undefined
}

function phoneOf({ body, query }: FastifyRequest): string | undefined {
  const { phone } = { ...(query as { phone?: unknown }), ...(body as { phone?: unknown } | undefined) }
  return typeof phone === 'string' ? halfWidth(phone) : undefined
}

/** Counting all records of a list may take as long as reading them. */
const asksExactTotal = ({ query }: FastifyRequest) => {
  const { exactTotal } = query as { exactTotal?: unknown }
  return exactTotal === 'true'
}

const tooMany = (seconds: number) =>
  new Refusal('TOO_MANY_REQUESTS', { params: { seconds: Math.max(1, seconds) } })

/**
 * Counts calls by group of routes and refuses those beyond the limit with TOO_MANY_REQUESTS. An IPv6 address counts as
 * its /64 network. A process counts by itself first, so that a flood costs the database no more than the limit, then
 * together with the others what protects accounts.
 */
export async function createRateLimiter(
  app: FastifyInstance,
  { address, account, shared: counts }: Allowances,
): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, cache: REMEMBERED_MAX })

  function counter({ max, timeWindow, keyOf, shared }: Counter): Check {
    const count = app.createRateLimit({ max, timeWindow, ...(keyOf ? { keyGenerator: keyOf } : {}) })
    return async (request) => {
      const own = await count(request)
      if (own.isAllowed) return
      if (own.isExceeded) throw tooMany(own.ttlInSeconds)
      if (!counts || shared === undefined) return
      const all = await counts.count(shared, own.key, timeWindow / SECOND_MS)
      if (all.calls > max) throw tooMany(all.seconds)
    }
  }

  function limit(share: number, alsoLoggedIn: boolean, of: Pick<Counter, 'keyOf' | 'shared'>): Check {
    const count = counter({ max: callsPerMinute(share, address), timeWindow: WINDOW_MS, ...of })
    return async (request) => {
      if (!request.actor || alsoLoggedIn) await count(request)
    }
  }

  /** Limits of logged-in accounts. */
  function limitOfAccount(
    timeWindow: number,
    max = account,
    isCounted = (_request: FastifyRequest) => true,
  ): PossibleCheck {
    const count = counter({ max, timeWindow, keyOf: ({ actor }) => `user:${actor?.userId}` })
    return (request) => (request.actor && isCounted(request) ? count(request) : undefined)
  }

  function limitsOf(name: string, group: RateLimit): RouteLimits {
    const everyone = group.alsoLoggedIn === true
    const sharedAs = (what: string) => (group.acrossNodes ? `${name} ${what}` : undefined)
    const byAddress = limit(group.perAddress, everyone, { shared: sharedAs('address') })
    if (group.perPhone === undefined) return { onRequest: [byAddress], preHandler: [] }
    const byPhone = limit(group.perPhone, everyone, {
      keyOf: (request) => phoneOf(request) ?? '',
      shared: sharedAs('phone'),
    })
    const ofPhone: Check = async (request) => {
      if (phoneOf(request) !== undefined) await byPhone(request)
    }
    return { onRequest: [byAddress], preHandler: [ofPhone] }
  }

  const limits = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([group, declared]) => [group, limitsOf(group, declared)]),
  ) as Record<RateGroup, RouteLimits>
  const calls = limitOfAccount(WINDOW_MS)
  const uploads = limitOfAccount(HOUR_MS)
  const exactTotals = limitOfAccount(WINDOW_MS, EXACT_TOTALS_PER_MINUTE, asksExactTotal)
  return (route) => {
    const { onRequest, preHandler } = route.rateLimit ? limits[route.rateLimit] : NONE
    const checks = [calls, route.upload || route.uploads ? uploads : exactTotals, ...onRequest]
    return { onRequest: [oneAfterAnother(checks)], preHandler }
  }
}
