import { PAYEE_ACCOUNT_MAX, PAYEE_ACCOUNT_MIN } from '@consilium/contract/experts/account-number.ts'
import { plainNumber } from '../bank-files/service.ts'

const DIGITS = new RegExp(`^\\d{${PAYEE_ACCOUNT_MIN},${PAYEE_ACCOUNT_MAX}}$`)

/** Whether a bank takes the number. Agreements from before this was asked for may have others. */
export const isPayable = (typed: string): boolean => DIGITS.test(plainNumber(typed))
