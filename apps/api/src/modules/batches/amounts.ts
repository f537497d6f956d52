import { Money } from '../fees/service.ts'

const CENTS = 2

export const sumOf = (amounts: readonly string[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount), Money('0')).toFixed(CENTS)

/** What is left of an amount. */
export const without = (amount: string, part: string): string => Money(amount).minus(part).toFixed(CENTS)
