import { said } from '../wording/said.ts'

export const ID_TYPES = ['residentCard', 'passport', 'hkMacauPermit', 'taiwanPermit'] as const
export type IdType = (typeof ID_TYPES)[number]

const ID_CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CARD_CHECKS = '10X98765432'

/** Returns the check character of a resident identity number (GB 11643, ISO 7064 MOD 11-2). */
export function idCardCheck(first17: string): string {
  const sum = ID_CARD_WEIGHTS.reduce((total, weight, index) => total + weight * Number(first17[index]), 0)
  return ID_CARD_CHECKS[sum % 11]!
}

const FORMS: Readonly<Record<IdType, { pattern: RegExp; words: string }>> = {
  residentCard: {
    pattern: /^\d{17}[\dX]$/,
    words: said('请输入18位身份证号', 'Enter the 18 characters of the identity number'),
  },
  passport: {
    pattern: /^[A-Z0-9]{5,17}$/,
    words: said('请输入护照号码，5到17位字母和数字', 'Enter the passport number: 5 to 17 letters and digits'),
  },
  hkMacauPermit: {
    pattern: /^[HM]\d{8}(\d{2})?$/,
    words: said(
      '请输入通行证号码：H或M加8位或10位数字',
      'Enter the number of the permit: H or M with 8 or 10 digits',
    ),
  },
  taiwanPermit: {
    pattern: /^\d{8}(\d{2})?$/,
    words: said('请输入通行证号码：8位或10位数字', 'Enter the number of the permit: 8 or 10 digits'),
  },
}

/** The message, made with `said`, why a number is not one of its document; null if it can be. */
export function identityProblem(idType: IdType, number: string): string | null {
  const { pattern, words } = FORMS[idType]
  if (!pattern.test(number)) return words
  if (idType !== 'residentCard' || idCardCheck(number) === number[17]) return null
  return said('身份证号校验位不正确', 'The check character of the identity number is incorrect')
}
