/** A mobile number of mainland China, without the country's code. */
export const PHONE_PATTERN = /^1[0-9]\d{9}$/

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g

/** `12345` → `12,345` and `12345.60` → `12,345.60`, as in both languages. Works on digits, so that no number is ever converted. */
export const grouped = (digits: string | number): string => String(digits).replace(THOUSANDS, ',')

/** `5000.00` → `¥ 5,000.00`: a sum that no label beside it says to be one. The sign does not part from its digits. */
export const yuan = (amount: string): string => `¥\u00a0${grouped(amount)}`

const COUNTRY_CODE = /^(?:\+|00)86/

/** Reduces a phone number as typed or autofilled to the 11 digits of the contract. */
export const plainPhone = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\s\-()]/g, '')
    .replace(COUNTRY_CODE, '')
