import { errorCatalogue, type ErrorName, type ErrorParams, type Words } from '@consilium/contract/errors.ts'
import type { InUseOfKind } from '@consilium/contract/in-use.ts'
import { MISSING, NO_SUCH_RECORD } from '@consilium/contract/issues.ts'

export interface FieldProblem {
  field: string
  /** The error's own message where there is none. */
  words?: Words
  /** RECORD_IN_USE: the records of one kind that refer to it. */
  inUse?: InUseOfKind
}

/** The account that a refused request was about, where nobody is logged in: the operation log names it. */
export interface Subject {
  readonly userId: number
  readonly userName: string
}

/** A request that is understood and refused: one entry of the error catalogue, never a fault of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: ErrorName
  readonly params: ErrorParams
  readonly details: readonly FieldProblem[]
  subject: Subject | null

  constructor(
    error: ErrorName,
    options: { params?: ErrorParams; details?: readonly FieldProblem[]; subject?: Subject } = {},
  ) {
    super(errorCatalogue[error].en)
    this.subject = options.subject ?? null
    this.error = error
    this.params = options.params ?? {}
    this.details = options.details ?? []
  }
}

/** A refusal that lands on one field; the field's message is the error's own. */
export function refuseField(error: ErrorName, field: string, params?: ErrorParams): Refusal {
  return new Refusal(error, { ...(params ? { params } : {}), details: [{ field }] })
}

/** Bad input, by fields and with the words for each, that only the service could find. */
export const badFields = (fields: readonly string[], words: Words): Refusal =>
  new Refusal('VALIDATION_FAILED', { details: fields.map((field) => ({ field, words })) })

/** Fields that are needed in this case and were left out. */
export const missingFields = (...fields: string[]): Refusal => badFields(fields, MISSING)

/** A field that names a record which is not there, or not for the caller to name. */
export const unknownRecord = (field: string): Refusal => badFields([field], NO_SUCH_RECORD)
