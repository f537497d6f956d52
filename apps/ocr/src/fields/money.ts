/** Amounts are reckoned in whole cents, which stay exact: the longest are below 2^53. */
const DECIMAL = /^(-?)(\d{1,12})\.(\d{2})$/
const CENTS_PER_UNIT = 100

/** Cents of a decimal string with two places; null for anything else. */
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
