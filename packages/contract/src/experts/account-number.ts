import { halfWidth } from '../half-width.ts'

export const PAYEE_ACCOUNT_MIN = 12
export const PAYEE_ACCOUNT_MAX = 19

/** Digits as a bank takes them, whatever blanks and widths they were typed with. */
export const plainAccount = (typed: string): string => halfWidth(typed).replace(/[\s-]/g, '')

/**
 * Whether the last digit is the check digit of a card (ISO/IEC 7812-1, annex B). Accounts that belong to no card have none, so
 * that a wrong one is a doubt and no reason to refuse.
 */
export function hasCheckDigit(typed: string): boolean {
  const digits = [...plainAccount(typed)].map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const isDoubled = (digits.length - index) % 2 === 0
    const counted = isDoubled ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}
