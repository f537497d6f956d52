import { createHash, randomInt } from 'node:crypto'
import {
  groupedRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  type PasskeyAssertion,
} from '@consilium/contract/login/proofs.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Origin } from '../../../infra/http/origin.ts'
import { Refusal, type Subject } from '../../../infra/refusal.ts'
import { beginCodeAttempt } from '../login/code-attempts.ts'
import * as factors from './factor-repository.ts'
import * as passkeyRows from './passkey-repository.ts'
import { verifyPasskeyUse } from './passkeys.ts'
import type { Scope } from '../scope.ts'
import { stepOfCode } from './totp.ts'

/** The row and column that the encrypted TOTP secret is bound to. */
export const totpPlace = (userId: number) => ({
  table: 'totp_factor',
  column: 'secret_cipher',
  row: userId,
})

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryHash = (code: string) => createHash('sha256').update(code).digest()

/** New recovery codes, as they are shown, and the hashes that are stored. */
export function newRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  return { shown: codes.map(groupedRecoveryCode), hashes: codes.map(recoveryHash) }
}

export interface Proof {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/**
 * Uses up the proof in the transaction that it authorizes: of concurrent requests with the same code, recovery code
 * or signature counter only one succeeds.
 */
export type SpendProof = (within: Db) => Promise<void>

const wrong = (subject: Subject) => new Refusal('SECOND_FACTOR_WRONG', { subject })

async function byCode(scope: Scope, account: Subject, code: string, origin: Origin): Promise<SpendProof> {
  const { db, clock, keys } = scope
  const attempt = await beginCodeAttempt(scope, account, 'code', origin)
  const totp = await factors.findTotp(db, account.userId)
  const secret = totp?.confirmedTime ? keys.open(totp.secretCipher, totpPlace(account.userId)) : null
  const step = secret === null ? null : stepOfCode(secret, code, clock.now())
  if (step === null) {
    await attempt.wrong()
    throw wrong(account)
  }
  return async (within) => {
    if (!(await factors.useTotpStep(within, account.userId, step))) throw wrong(account)
    await attempt.right(within)
  }
}

async function byRecoveryCode(
  scope: Scope,
  account: Subject,
  code: string,
  origin: Origin,
): Promise<SpendProof> {
  const attempt = await beginCodeAttempt(scope, account, 'recoveryCode', origin)
  return async (within) => {
    const use = { userId: account.userId, codeHash: recoveryHash(code), now: scope.clock.wire() }
    if (!(await factors.useRecoveryCode(within, use))) throw wrong(account)
    await attempt.right(within)
  }
}

async function byPasskey(
  scope: Scope,
  account: Subject,
  assertion: PasskeyAssertion,
  challenge: string,
): Promise<SpendProof> {
  const stored = await passkeyRows.findCredential(scope.db, assertion.id)
  if (!stored || stored.userId !== account.userId) throw wrong(account)
  const use = await verifyPasskeyUse(scope, assertion, stored, { challenge, userVerified: false })
  if (!use) throw wrong(account)
  return async (within) => {
    const noted = { passkeyId: stored.passkeyId, ...use, now: scope.clock.wire() }
    if (!(await passkeyRows.notePasskeyUse(within, noted))) throw wrong(account)
  }
}

/**
 * Verifies a second factor, each proof once. Refuses a proof that does not belong to the account; a passkey must have
 * signed `challenge`.
 */
export function prove(
  scope: Scope,
  account: Subject,
  proof: Proof,
  { challenge, origin }: { challenge: string; origin: Origin },
): Promise<SpendProof> {
  if (proof.code !== undefined) return byCode(scope, account, proof.code, origin)
  if (proof.recoveryCode !== undefined) return byRecoveryCode(scope, account, proof.recoveryCode, origin)
  if (proof.passkey !== undefined) return byPasskey(scope, account, proof.passkey, challenge)
  throw wrong(account)
}
