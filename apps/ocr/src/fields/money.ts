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

/** Rates of value-added tax that apply or applied to an invoice, in thousandths. */
const RATES = [0, 5, 10, 15, 20, 30, 40, 50, 60, 90, 100, 110, 130, 160, 170]
const THOUSAND = 1000
/** The tax of each item is rounded by itself, so that the sum of several may differ by cents. */
const ROUNDING_CENTS = 3
/** No rate is higher. */
const RATE_MAX = 0.175

/** Whether the tax has the sign of the amount and no rate above the highest. */
export const isPlausibleTax = (amount: number, tax: number): boolean =>
  tax === 0 ||
  (Math.sign(tax) === Math.sign(amount) && Math.abs(tax) <= Math.abs(amount) * RATE_MAX + ROUNDING_CENTS)

/** Whether the tax is the amount times one of the rates, as for goods of one rate. */
export const isUsualTax = (amount: number, tax: number): boolean =>
  isPlausibleTax(amount, tax) &&
  RATES.some((rate) => Math.abs(tax - (amount * rate) / THOUSAND) <= ROUNDING_CENTS)
