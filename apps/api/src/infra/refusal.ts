import { errorCatalogue, type ErrorName, type ErrorParams, type Words } from '@consilium/contract/errors.ts'
import type { InUseOfKind } from '@consilium/contract/in-use.ts'
import { MISSING, NO_SUCH_RECORD } from '@consilium/contract/issues.ts'

export interface FieldProblem {
  field: string
  /** Replaces the error's own message. */
  words?: Words
  /** For RECORD_IN_USE: the referring records of one kind. */
  inUse?: InUseOfKind
}

/** The account that a refused anonymous request was about; the operation log names it. */
export interface Subject {
  readonly userId: number
  readonly userName: string
}

/** A request that is understood and refused, with one entry of the error catalogue. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: ErrorName
  readonly params: ErrorParams
  readonly details: readonly FieldProblem[]
  subject: Subject | null
  /** With STALE_RECORD: who changed the record last, where that is known. */
  changedBy: { name: string; time: string } | null = null

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

/** Refuses one field with the error's own message. */
export function refuseField(error: ErrorName, field: string, params?: ErrorParams): Refusal {
  return new Refusal(error, { ...(params ? { params } : {}), details: [{ field }] })
}

/** Refuses input that only the service could find invalid, with the fields and the words for each. */
export const badFields = (fields: readonly string[], words: Words): Refusal =>
  new Refusal('VALIDATION_FAILED', { details: fields.map((field) => ({ field, words })) })

/** Refuses a request that lacks fields required in this case. */
export const missingFields = (...fields: string[]): Refusal => badFields(fields, MISSING)

/** Refuses a field that names a record which does not exist or which the caller may not use. */
export const unknownRecord = (field: string): Refusal => badFields([field], NO_SUCH_RECORD)
