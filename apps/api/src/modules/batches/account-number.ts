import { plainNumber } from '../bank-files/service.ts'

const DIGITS = /^\d{12,19}$/

/** Whether a bank takes the number. */
export const isPayable = (typed: string): boolean => DIGITS.test(plainNumber(typed))

/**
 * Whether the last digit is the check digit of a card (ISO/IEC 7812-1, annex B). Accounts that belong to no card have none, so
 * that a wrong one is a doubt and no reason to refuse.
 */
export function hasCheckDigit(typed: string): boolean {
  const digits = [...plainNumber(typed)].map(Number).toReversed()
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 1 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}
