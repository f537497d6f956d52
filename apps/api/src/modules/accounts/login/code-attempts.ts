import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import { Refusal, type Subject } from '../../../infra/refusal.ts'
import * as repository from './failure-repository.ts'
import { countStranger, placeOf, takeTurnOfStrangers } from './places.ts'
import type { Scope } from '../scope.ts'

/**
 * Wrong codes of one kind for an account from one source, over all its pending logins, before that source is locked for
 * a while. Passkeys cannot be guessed and are not counted.
 */
export const WRONG_CODES_MAX = 10
export const CODES_LOCK_MINUTES = 15
const MINUTE_MS = 60_000

/** Codes of the app and recovery codes are counted apart: whoever cannot use the one may need the other. */
type CodeKind = 'code' | 'recoveryCode'

export interface CodeAttempt {
  /** Counts a wrong code of a stranger with those of all strangers. */
  wrong(): Promise<void>
  /** Forgets the attempts from here, in the transaction of the login. */
  right(within: Db): Promise<void>
}

/**
 * Spends one attempt before the code is checked, so that concurrent requests cannot exceed the limit. Whoever knows the
 * password can lock out only itself. The codes of an app are short, so strangers from many networks are slowed down
 * together; a recovery code is too long to guess.
 */
export async function beginCodeAttempt(
  scope: Scope,
  account: Subject,
  kind: CodeKind,
  origin: Origin,
): Promise<CodeAttempt> {
  const { db, clock, keys } = scope
  const place = await placeOf(scope, keys.sign(`${kind}:${account.userId}`, 'second-factor'), account, origin)
  const mayTry = await repository.spendAttempt(db, place.key, {
    now: clock.wire(),
    forgetTime: later(clock, CODES_LOCK_MINUTES * MINUTE_MS),
    max: WRONG_CODES_MAX,
  })
  if (!mayTry)
    throw new Refusal('SECOND_FACTOR_LOCKED', { params: { minutes: CODES_LOCK_MINUTES }, subject: account })
  const isShort = kind === 'code'
  if (isShort) await takeTurnOfStrangers(scope, place)
  return {
    wrong: async () => (isShort ? countStranger(scope, place) : undefined),
    right: (within) => repository.forgetFailures(within, place.key.nameHash, place.key.sourceHash),
  }
}
