export type KeyProblem = 'unreadable' | 'unsuitable' | 'mismatch' | 'expired'

/** Thrown if the file of the signing key cannot be used; the message tells the operator why. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError'
  readonly problem: KeyProblem

  constructor(problem: KeyProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
