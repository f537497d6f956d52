import { isGuessable } from '../../../infra/passwords/guessable.ts'
import { hashPassword } from '../../../infra/passwords/password.ts'
import { refuseField } from '../../../infra/refusal.ts'

/** Hashes a new password; an easily guessed one is refused on `field`. */
export async function hashNewPassword(
  password: string,
  context: readonly (string | null | undefined)[],
  field = 'password',
): Promise<string> {
  if (isGuessable(password, context)) throw refuseField('PASSWORD_GUESSABLE', field)
  return hashPassword(password)
}
