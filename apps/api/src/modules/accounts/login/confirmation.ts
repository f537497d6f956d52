import type { PasskeyRequest } from '@consilium/contract/login/proofs.ts'
import type { ConfirmBody } from '@consilium/contract/login/second-factor.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Actor, Person } from '../../../domain/actor.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import { isHash } from '../../../infra/passwords/password.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { issueChallenge, takeChallenge } from './challenges.ts'
import * as factors from '../factors/factor-repository.ts'
import { checkPassword } from './login.ts'
import * as passkeyRows from '../factors/passkey-repository.ts'
import { clientDataOf, passkeyRequest, requirePasskeys } from '../factors/passkeys.ts'
import { prove } from '../factors/proofs.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'

export const RECENT_PROOF_MINUTES = 5
const MINUTE_MS = 60_000

export interface RecentProof {
  password: boolean
  factor: boolean
}

/** What the session has proven within the last minutes. */
export async function recentProof({ db, clock }: Scope, { sessionId }: Person): Promise<RecentProof> {
  const proofs = await factors.findProofs(db, sessionId)
  const since = later(clock, -RECENT_PROOF_MINUTES * MINUTE_MS)
  const isRecent = (time: string | null | undefined) => time !== null && time !== undefined && time >= since
  return { password: isRecent(proofs?.firstFactorTime), factor: isRecent(proofs?.secondFactorTime) }
}

export async function ownCredentials({ db }: Scope, { userId }: Person): Promise<accounts.Credentials> {
  const account = await accounts.credentialsById(db, userId)
  if (!account) throw new Refusal('UNAUTHENTICATED')
  return account
}

/**
 * Asks the user to authenticate again before changes that could lock the owner out of the account: refuses unless the
 * session has proven its password or its second factor within the last minutes.
 */
export async function requireRecentProof(scope: Scope, actor: Person): Promise<void> {
  const { password, factor } = await recentProof(scope, actor)
  if (!password && !factor) throw new Refusal('REAUTHENTICATION_REQUIRED')
}

/** Refuses unless the session has proven both factors; an account without a password needs only its second factor. */
export async function requireBothProofs(scope: Scope, actor: Person): Promise<void> {
  const { password, factor } = await recentProof(scope, actor)
  if (password && factor) return
  const hasPassword = isHash((await ownCredentials(scope, actor)).passwordHash)
  if (!factor || hasPassword) throw new Refusal('REAUTHENTICATION_REQUIRED')
}

/**
 * Refuses unless the session has proven a second factor within so many minutes; logging in with one counts. Throws
 * SECOND_FACTOR_MISSING if the account has none.
 */
export async function requireSecondFactor(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  actor: Actor,
  minutes: number,
): Promise<void> {
  if (actor.kind !== 'person') throw new Refusal('FORBIDDEN')
  const { userId, sessionId } = actor
  const provenTime = (await factors.findProofs(db, sessionId))?.secondFactorTime
  if (provenTime && provenTime >= later(clock, -minutes * MINUTE_MS)) return
  const { hasTotp, hasPasskey } = await factors.factorsOf(db, userId)
  throw new Refusal(hasTotp || hasPasskey ? 'REAUTHENTICATION_REQUIRED' : 'SECOND_FACTOR_MISSING')
}

/** Options for confirming with a passkey. */
export async function confirmOptions(scope: Scope, actor: Person): Promise<PasskeyRequest> {
  requirePasskeys(scope)
  const { userId, sessionId } = actor
  const credentials = await passkeyRows.credentialsOf(scope.db, userId)
  if (credentials.length === 0) throw new Refusal('SECOND_FACTOR_MISSING')
  const { challenge } = await issueChallenge(scope, 'confirmation', { userId, sessionId })
  return passkeyRequest(scope, challenge, credentials, 'preferred')
}

/** Proves the password or a second factor once more for this session. */
export async function confirm(
  scope: Scope,
  actor: Person,
  { password, ...proof }: ConfirmBody,
  origin: Origin,
): Promise<void> {
  const { db, clock } = scope
  const account = await ownCredentials(scope, actor)
  const { sessionId } = actor
  if (password !== undefined) {
    await checkPassword(scope, { userName: account.userName, password, origin }, account)
    await factors.markProven(db, sessionId, { firstFactorTime: clock.wire() })
    return
  }
  const challenge = proof.passkey ? (clientDataOf(proof.passkey)?.challenge ?? '') : ''
  const purpose = 'confirmation' as const
  if (proof.passkey && !(await takeChallenge(scope, db, challenge, { purpose, sessionId })))
    throw new Refusal('SECOND_FACTOR_WRONG', { subject: account })
  const spend = await prove(scope, account, proof, { challenge, origin })
  await inTransaction(db, async (trx) => {
    await spend(trx)
    await factors.markProven(trx, sessionId, { secondFactorTime: clock.wire() })
  })
}
