const CENTS = 2

const toCents = (value: string): bigint => {
  const [, sign = '', whole = '0', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  const units = BigInt(whole + cents.padEnd(CENTS, '0').slice(0, CENTS))
  return sign === '-' ? -units : units
}

/** Exact sum of decimals with at most two places, such as amounts of money. */
export function sumOf(values: readonly (string | null)[]): string {
  const total = values.reduce((sum, value) => sum + (value === null ? 0n : toCents(value)), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(CENTS + 1, '0')
  return `${total < 0n ? '-' : ''}${digits.slice(0, -CENTS)}.${digits.slice(-CENTS)}`
}

export const differenceOf = (one: string, other: string): string =>
  sumOf([one, other.startsWith('-') ? other.slice(1) : `-${other}`])
