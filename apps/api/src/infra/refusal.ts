import { errorCatalogue, type ErrorName, type ErrorParams } from '@consilium/contract/errors.ts'

export interface FieldProblem {
  field: string
  message: string
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

  readonly subject: Subject | null

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
  return new Refusal(error, { ...(params ? { params } : {}), details: [{ field, message: '' }] })
}
