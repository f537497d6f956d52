import { z } from 'zod'
import { halfWidth } from '../half-width.ts'
import { ID_TYPE_LABELS, TAX_RESIDENCE_LABELS } from '../labels.ts'
import { choice, said } from '../words.ts'
import { ID_TYPES, identityProblem, type IdType as Kind } from './identity-number.ts'

export { ID_TYPES, idCardCheck, identityProblem } from './identity-number.ts'

export const IdType = choice(ID_TYPES, ID_TYPE_LABELS).meta({ description: 'Kind of the identity document' })
export type IdType = Kind

export const TAX_RESIDENCES = ['resident', 'nonResident'] as const
export const TaxResidence = choice(TAX_RESIDENCES, TAX_RESIDENCE_LABELS).meta({
  description: 'Whether the person is a resident for income tax; non-residents have a table of their own',
})
export type TaxResidence = z.infer<typeof TaxResidence>

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
