import type Big from 'big.js'
import type { SurchargeRule } from './fee-rules.ts'
import { Money, sum, toCents } from './money.ts'

/** `own` is the undivided rate of an organization whose rate is none that the law knows. */
export type LevyKind = 'urban' | 'education' | 'localEducation' | 'own'

/** One levy on VAT; the rate is the collected fraction of the VAT. */
export type Levy = { readonly kind: LevyKind; readonly rate: Big }

const PLACES = ['city', 'town', 'elsewhere'] as const

/** What decides which levies a payer owes. */
export interface LevyTerms {
  place: (typeof PLACES)[number]
  educationExempt: boolean
}

/** The rate of a payer in a city that is not exempt from the education levies. */
export const standardRate = (rule: SurchargeRule): Big =>
  rateOf({ place: 'city', educationExempt: false }, rule)

/** The sum of a payer's levies, as a fraction of the VAT. */
export const rateOf = ({ place, educationExempt }: LevyTerms, rule: SurchargeRule): Big =>
  sumOf(leviesIn(place, rule).filter(({ kind }) => !educationExempt || kind === 'urban'))

/**
 * Divides a surcharge rate into its levies. The law knows six rates: three places, each with and without the
 * education levies, from which some payers are exempt. Another rate stays undivided, and so does that of a rule
 * which rounded the levies as one sum.
 */
export function leviesOf(rate: Big, rule: SurchargeRule): readonly Levy[] {
  if (rule.rounded === 'each') {
    for (const place of PLACES) {
      const all = leviesIn(place, rule)
      if (sumOf(all).eq(rate)) return all
      const urbanOnly = all.filter(({ kind }) => kind === 'urban')
      if (sumOf(urbanOnly).eq(rate)) return urbanOnly
    }
  }
  return [{ kind: 'own', rate }]
}

/** The amount of each levy on the VAT, in yuan, rounded half up to the cent. */
export const levyAmounts = (vat: Big, levies: readonly Levy[]): Big[] =>
  levies.map(({ rate }) => toCents(vat.times(rate)))

function leviesIn(place: (typeof PLACES)[number], rule: SurchargeRule): Levy[] {
  const collected = (rate: string) => Money(rate).times(rule.levied)
  return [
    { kind: 'urban', rate: collected(rule.urban[place]) },
    { kind: 'education', rate: collected(rule.education) },
    { kind: 'localEducation', rate: collected(rule.localEducation) },
  ]
}

const sumOf = (levies: readonly Levy[]): Big => sum(levies.map(({ rate }) => rate))
