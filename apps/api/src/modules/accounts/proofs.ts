import { createHash, randomInt } from 'node:crypto'
import {
  groupedRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  type PasskeyAssertion,
} from '@consilium/contract/proofs.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, type Subject } from '../../infra/refusal.ts'
import * as factors from './factor-repository.ts'
import * as passkeyRows from './passkey-repository.ts'
import type { Passkeys } from './passkeys.ts'
import { stepOfCode } from './totp.ts'

/**
 * Wrong codes of an account, over all its pending logins, before it is locked for a while. Passkeys cannot be guessed
 * and are not counted.
 */
export const WRONG_CODES_MAX = 10
export const CODES_LOCK_MINUTES = 15
const MINUTE_MS = 60_000
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

/** Verifies second factors and makes sure that each proof is accepted once. */
export function createProofs(context: Context, { passkeys }: { passkeys: Passkeys }) {
  const { db, clock, keys } = context

  async function guess(account: Subject): Promise<void> {
    const now = clock.now()
    const mayGuess = await factors.spendGuess(db, {
      userId: account.userId,
      now: clock.wire(now),
      windowEnds: clock.wire(new Date(now.getTime() + CODES_LOCK_MINUTES * MINUTE_MS)),
      max: WRONG_CODES_MAX,
    })
    if (!mayGuess)
      throw new Refusal('SECOND_FACTOR_LOCKED', { params: { minutes: CODES_LOCK_MINUTES }, subject: account })
  }

  const wrong = (subject: Subject) => new Refusal('SECOND_FACTOR_WRONG', { subject })

  async function byCode(account: Subject, code: string): Promise<SpendProof> {
    await guess(account)
    const totp = await factors.findTotp(db, account.userId)
    const secret = totp?.confirmedTime ? keys.open(totp.secretCipher, totpPlace(account.userId)) : null
    const step = secret === null ? null : stepOfCode(secret, code, clock.now())
    if (step === null) throw wrong(account)
    return async (within) => {
      if (!(await factors.useTotpStep(within, account.userId, step))) throw wrong(account)
      await factors.forgetGuesses(within, account.userId)
    }
  }

  async function byRecoveryCode(account: Subject, code: string): Promise<SpendProof> {
    await guess(account)
    return async (within) => {
      const use = { userId: account.userId, codeHash: recoveryHash(code), now: clock.wire() }
      if (!(await factors.useRecoveryCode(within, use))) throw wrong(account)
      await factors.forgetGuesses(within, account.userId)
    }
  }

  async function byPasskey(
    account: Subject,
    assertion: PasskeyAssertion,
    challenge: string,
  ): Promise<SpendProof> {
    const stored = await passkeyRows.findCredential(db, assertion.id)
    if (!stored || stored.userId !== account.userId) throw wrong(account)
    const use = await passkeys.verifyUse(assertion, stored, challenge, { userVerified: false })
    if (!use) throw wrong(account)
    return async (within) => {
      const noted = { passkeyId: stored.passkeyId, ...use, now: clock.wire() }
      if (!(await passkeyRows.notePasskeyUse(within, noted))) throw wrong(account)
    }
  }

  return {
    /** Refuses a proof that does not belong to the account; a passkey must have signed `challenge`. */
    prove(account: Subject, proof: Proof, challenge: string): Promise<SpendProof> {
      if (proof.code !== undefined) return byCode(account, proof.code)
      if (proof.recoveryCode !== undefined) return byRecoveryCode(account, proof.recoveryCode)
      if (proof.passkey !== undefined) return byPasskey(account, proof.passkey, challenge)
      throw wrong(account)
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
