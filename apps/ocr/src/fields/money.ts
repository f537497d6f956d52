/** Amounts are calculated in whole cents, which are exact: the largest are below 2^53. */
const DECIMAL = /^(-?)(\d{1,12})\.(\d{2})$/
const WRITTEN = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/
const CENTS_PER_UNIT = 100
const CENTS_DIGITS = 2

/** The cents of a decimal string with two places; null for any other text. */
export function toCents(value: string | null | undefined): number | null {
  const [, sign, units, cents] = DECIMAL.exec(value ?? '') ?? []
  if (units === undefined) return null
  const size = Number(units) * CENTS_PER_UNIT + Number(cents)
  return sign === '-' ? -size : size
}

export function fromCents(cents: number): string {
  const size = Math.abs(cents)
  const units = Math.floor(size / CENTS_PER_UNIT)
  return `${cents < 0 ? '-' : ''}${units}.${String(size % CENTS_PER_UNIT).padStart(2, '0')}`
}

/** The amount with exactly two places and without leading zeros; null for text that is no amount. */
export function normalizeAmount(text: string): string | null {
  const [, sign = '', units, cents = ''] = WRITTEN.exec(text) ?? []
  if (units === undefined) return null
  return `${sign}${units.replace(/^0+(?=\d)/, '')}.${cents.padEnd(CENTS_DIGITS, '0')}`
}
