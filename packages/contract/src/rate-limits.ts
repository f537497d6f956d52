/** Calls per minute that one address may make to one group of anonymous routes, unless configured otherwise. */
export const ANONYMOUS_REQUESTS_PER_MINUTE = 120
export const RATE_WINDOW_SECONDS = 60
/** Calls per minute and uploads per hour of one account, unless configured otherwise. */
export const ACCOUNT_REQUESTS_PER_MINUTE = 1200
/** Requests for `exactTotal` per minute of one account, since each counts all matching records. */
export const EXACT_TOTALS_PER_MINUTE = 12

/** Routes that are counted together, with their share of the calls that an address may make in a minute. */
export interface RateLimit {
  readonly perAddress: number
  /** For one phone, the `phone` of the body or the query, from all addresses. */
  readonly perPhone?: number
  /**
   * Logged-in calls count as well; otherwise one account would be enough to try the passwords and codes of all others.
   */
  readonly alsoLoggedIn?: true
  /** All nodes count together, as what is tried may be a password or a code. Other limits hold for each node. */
  readonly acrossNodes?: true
}

const PER_PHONE = 1 / 6

export const RATE_LIMITS = {
  credentials: { perAddress: 1, perPhone: PER_PHONE, alsoLoggedIn: true, acrossNodes: true },
  submission: { perAddress: 1, perPhone: PER_PHONE },
  reading: { perAddress: 5 },
  /** Hundreds of guests sign in at one door, through the one address of its network. */
  door: { perAddress: 20, perPhone: PER_PHONE, acrossNodes: true },
  /** A page shows up to ten of them. */
  pictures: { perAddress: 20 },
} as const satisfies Record<string, RateLimit>

export type RateGroup = keyof typeof RATE_LIMITS

/** Returns the calls per minute of a share of the allowance; at least one. */
export const callsPerMinute = (share: number, allowance: number) => Math.max(1, Math.round(share * allowance))

/** Describes the default limit of a group. */
export function describeRateLimit(group: RateGroup): string {
  const limit: RateLimit = RATE_LIMITS[group]
  const calls = (share: number) => callsPerMinute(share, ANONYMOUS_REQUESTS_PER_MINUTE)
  const phone = limit.perPhone === undefined ? '' : ` and ${calls(limit.perPhone)} for one phone`
  const whom = limit.alsoLoggedIn ? '' : ' without a login'
  return `At most ${calls(limit.perAddress)} calls a minute from one address${phone}${whom}, unless the operator says otherwise.`
}
