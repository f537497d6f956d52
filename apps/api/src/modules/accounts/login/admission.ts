import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import type { PasskeyAssertion, PasskeyRequest, ProofMethod } from '@consilium/contract/login/proofs.ts'
import type { SecondFactorBody } from '@consilium/contract/login/second-factor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import type { Visit } from '../../../infra/http/cookies/session-cookie.ts'
import { isHash } from '../../../infra/passwords/password.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { issueChallenge, spendLoginTry, takeChallenge } from './challenges.ts'
import * as factors from '../factors/factor-repository.ts'
import * as passkeyRows from '../factors/passkey-repository.ts'
import { clientDataOf, passkeyRequest, requirePasskeys, verifyPasskeyUse } from '../factors/passkeys.ts'
import { rememberLogin } from './password-attempts.ts'
import { prove } from '../factors/proofs.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'
import { lockSessions } from '../sessions/session-repository.ts'
import { openSession, type Opening } from '../sessions/sessions.ts'

/** The client address and device of a login. */
export interface LoginPlace {
  visit: Visit
  origin: Origin
  /** Returns the origin and assigns a device id to a browser that has none. Call it only after the login succeeded. */
  keepDevice(): Origin
}

function refuseDisabled(account: accounts.Credentials): void {
  if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED', { subject: account })
}

/** The answer that asks for the second factor. */
async function challenged(
  scope: Scope,
  account: accounts.Credentials,
  { hasTotp }: factors.Factors,
): Promise<LoginAnswer> {
  const { config, db } = scope
  const { userId, userName, roleType, mustChangePassword } = account
  const { challenge, expiresAt } = await issueChallenge(scope, 'login', { userId })
  const credentials = config.passkeys ? await passkeyRows.credentialsOf(db, userId) : []
  const hasPasskeys = credentials.length > 0
  const hasCodes = (await factors.countRecoveryCodes(db, userId)) > 0
  const methods: ProofMethod[] = [
    ...(hasTotp ? (['code'] as const) : []),
    ...(hasPasskeys ? (['passkey'] as const) : []),
    ...(hasCodes ? (['recoveryCode'] as const) : []),
  ]
  const passkey = hasPasskeys ? await passkeyRequest(scope, challenge, credentials, 'preferred') : null
  return {
    token: '',
    expiresAt,
    userId,
    userName,
    roleType,
    mustChangePassword,
    hasPassword: isHash(account.passwordHash),
    mustEnrolFactor: false,
    secondFactor: { challenge, methods, expiresAt, passkey },
  }
}

/**
 * Opens the session of a login that is complete. Only now its place counts as one of the owner's: a password alone would
 * else give a thief the rights of a known place.
 */
async function enter(
  scope: Scope,
  account: accounts.Credentials,
  place: LoginPlace,
  { opening, spend }: { opening: Omit<Opening, 'visit'>; spend?: (within: Db) => Promise<void> },
): Promise<LoginAnswer> {
  const answer = await inTransaction(scope.db, async (trx) => {
    // The account is locked before its challenge is taken, in the order of what ends both.
    await lockSessions(trx, account.userId)
    await spend?.(trx)
    return openSession(scope, trx, account, { ...opening, visit: place.visit })
  })
  await rememberLogin(scope, scope.db, account.userId, place.keepDevice())
  return answer
}

/** Continues after a correct password or SMS code: opens a session, or returns the challenge for the second factor. */
export async function admit(
  scope: Scope,
  account: accounts.Credentials,
  place: LoginPlace,
  { byCode = false }: { byCode?: boolean } = {},
): Promise<LoginAnswer> {
  refuseDisabled(account)
  const own = await factors.factorsOf(scope.db, account.userId)
  if (own.hasTotp || own.hasPasskey) return challenged(scope, account, own)
  const opening = { firstFactorTime: scope.clock.wire(), secondFactorTime: null, byCode }
  return enter(scope, account, place, { opening })
}

/** Checks the second factor and opens the session. */
export async function completeLogin(
  scope: Scope,
  { challenge, ...proof }: SecondFactorBody,
  place: LoginPlace,
): Promise<LoginAnswer> {
  const userId = await spendLoginTry(scope, challenge)
  const account = userId === null ? undefined : await accounts.credentialsById(scope.db, userId)
  if (!account) throw new Refusal('SECOND_FACTOR_EXPIRED')
  refuseDisabled(account)
  const spendProof = await prove(scope, account, proof, { challenge, origin: place.origin })
  const now = scope.clock.wire()
  return enter(scope, account, place, {
    opening: { firstFactorTime: now, secondFactorTime: now },
    async spend(within) {
      await spendProof(within)
      if (!(await takeChallenge(scope, within, challenge, { purpose: 'login' })))
        throw new Refusal('SECOND_FACTOR_EXPIRED', { subject: account })
    },
  })
}

export async function passkeyLoginOptions(scope: Scope): Promise<PasskeyRequest> {
  requirePasskeys(scope)
  const { challenge } = await issueChallenge(scope, 'passkeyLogin')
  return passkeyRequest(scope, challenge, [], 'required')
}

/** Opens a session with a passkey. With user verification it counts as both factors. */
export async function loginByPasskey(
  scope: Scope,
  assertion: PasskeyAssertion,
  place: LoginPlace,
): Promise<LoginAnswer> {
  requirePasskeys(scope)
  const { db } = scope
  const failed = new Refusal('PASSKEY_LOGIN_FAILED')
  const challenge = clientDataOf(assertion)?.challenge
  if (challenge === undefined) throw failed
  if (!(await takeChallenge(scope, db, challenge, { purpose: 'passkeyLogin' }))) throw failed
  const stored = await passkeyRows.findCredential(db, assertion.id)
  const account = stored && (await accounts.credentialsById(db, stored.userId))
  if (!account) throw failed
  const refused = new Refusal('PASSKEY_LOGIN_FAILED', { subject: account })
  const use = await verifyPasskeyUse(scope, assertion, stored, { challenge, userVerified: true })
  if (!use) throw refused
  refuseDisabled(account)
  const now = scope.clock.wire()
  return enter(scope, account, place, {
    opening: { firstFactorTime: null, secondFactorTime: now },
    async spend(within) {
      const noted = { passkeyId: stored.passkeyId, ...use, now }
      if (!(await passkeyRows.notePasskeyUse(within, noted))) throw refused
    },
  })
}
