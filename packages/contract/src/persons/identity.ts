import { z } from 'zod'
import { halfWidth } from '../half-width.ts'
import { ID_TYPE_LABELS, TAX_RESIDENCE_LABELS } from '../labels.ts'
import { choice, said } from '../words.ts'

export const ID_TYPES = ['residentCard', 'passport', 'hkMacauPermit', 'taiwanPermit'] as const
export const IdType = choice(ID_TYPES, ID_TYPE_LABELS).meta({ description: 'Kind of the identity document' })
export type IdType = z.infer<typeof IdType>

export const TAX_RESIDENCES = ['resident', 'nonResident'] as const
export const TaxResidence = choice(TAX_RESIDENCES, TAX_RESIDENCE_LABELS).meta({
  description: 'Whether the person is a resident for income tax; non-residents have a table of their own',
})
export type TaxResidence = z.infer<typeof TaxResidence>

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

const NUMBER_WORDS = said(
  '请输入5到18位的证件号码',
  'Enter the number of the document: 5 to 18 letters and digits',
)

/** Number of an identity document, whose form depends on its kind. */
export const identityNumber = z
  .string()
  .overwrite(halfWidth)
  .toUpperCase()
  .regex(/^[A-Z0-9]{5,18}$/, NUMBER_WORDS)
  .meta({
    description:
      'Number of the identity document in the form of its kind; that of a resident card is GB 11643',
    example: '11010519491231002X',
  })

/** Number of a document of one kind. */
export const numberOfDocument = (idType: IdType) =>
  identityNumber.superRefine((number, context) => {
    const message = identityProblem(idType, number)
    if (message !== null) context.addIssue({ code: 'custom', message, input: number })
  })

interface GivenDocument {
  idType?: IdType | undefined
  idCardNo?: string | null | undefined
}

/** The refinement that a number is one of the document given with it, or of `byDefault` if none is given. */
export function fitsDocument(byDefault?: IdType) {
  const problem = ({ idType = byDefault, idCardNo }: GivenDocument) =>
    idType === undefined || typeof idCardNo !== 'string' ? null : identityProblem(idType, idCardNo)
  const isFitting = (given: GivenDocument) => problem(given) === null
  const terms = {
    path: ['idCardNo'],
    error: (issue?: { input?: unknown }) => problem(issue?.input ?? {}) ?? NUMBER_WORDS,
  }
  return [isFitting, terms] as const
}
