import { rulesFor } from './fee-rules.ts'
import { rateOf, standardRate, type LevyTerms } from './levies.ts'

interface RatedPayer extends LevyTerms {
  /** The organization's own rate, which precedes its place and exemption. */
  surchargeRate: string | null
  /** Null while the organization has no tax settings. */
  validFrom: string | null
}

/**
 * The surcharge rate that an organization has by its own rate or its tax settings; null if that of the rules applies,
 * which also covers days without rules.
 */
export function ownRateOn({ surchargeRate, validFrom, ...terms }: RatedPayer, date: string): string | null {
  if (surchargeRate !== null || validFrom === null) return surchargeRate
  return rateOf(terms, rulesFor(date).vat.surcharge).toFixed()
}

/** As `ownRateOn`, or the rate of the rules. */
export const rateOn = (payer: RatedPayer, date: string): string =>
  ownRateOn(payer, date) ?? standardRate(rulesFor(date).vat.surcharge).toFixed()
