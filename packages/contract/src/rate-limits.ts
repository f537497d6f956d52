/** Calls that one address may make in a minute to one group of anonymous routes, unless the operator says otherwise. */
export const ANONYMOUS_REQUESTS_PER_MINUTE = 120
export const RATE_WINDOW_SECONDS = 60
/** Calls that one account may make in a minute, and files that it may upload in an hour, unless the operator says otherwise. */
export const ACCOUNT_REQUESTS_PER_MINUTE = 1200

/** A group of routes that are counted together: shares of the calls that an address may make in a minute. */
export interface RateLimit {
  readonly perAddress: number
  /** For one phone, the `phone` of the body or of the query, from whatever addresses. */
  readonly perPhone?: number
  /** A token is no pass here: else one account would be enough to try the passwords and codes of all others. */
  readonly alsoLoggedIn?: true
}

const PER_PHONE = 1 / 6

export const RATE_LIMITS = {
  credentials: { perAddress: 1, perPhone: PER_PHONE, alsoLoggedIn: true },
  submission: { perAddress: 1, perPhone: PER_PHONE },
  reading: { perAddress: 5 },
} as const satisfies Record<string, RateLimit>

export type RateGroup = keyof typeof RATE_LIMITS

/** Calls a minute that a share of the allowance comes to; at least one. */
export const callsPerMinute = (share: number, allowance: number) => Math.max(1, Math.round(share * allowance))

/** The limit of a group in words, as it is without further settings. */
export function describeRateLimit(group: RateGroup): string {
  const limit: RateLimit = RATE_LIMITS[group]
  const calls = (share: number) => callsPerMinute(share, ANONYMOUS_REQUESTS_PER_MINUTE)
  const phone = limit.perPhone === undefined ? '' : ` and ${calls(limit.perPhone)} for one phone`
  const whom = limit.alsoLoggedIn ? '' : ' without a login'
  return `At most ${calls(limit.perAddress)} calls a minute from one address${phone}${whom}, unless the operator says otherwise.`
}
