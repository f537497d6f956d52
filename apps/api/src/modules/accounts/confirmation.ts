import type { PasskeyRequest } from '@consilium/contract/proofs.ts'
import type { ConfirmBody } from '@consilium/contract/second-factor.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Origin } from '../../infra/http/origin.ts'
import { isHash } from '../../infra/password.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Challenges } from './challenges.ts'
import * as factors from './factor-repository.ts'
import type { Login } from './login.ts'
import * as passkeyRows from './passkey-repository.ts'
import { clientDataOf, type Passkeys } from './passkeys.ts'
import type { Proofs } from './proofs.ts'
import * as accounts from './repository.ts'

export const RECENT_PROOF_MINUTES = 5
const MINUTE_MS = 60_000

export interface RecentProof {
  password: boolean
  factor: boolean
}

interface Parts {
  challenges: Challenges
  passkeys: Passkeys
  proofs: Proofs
  checkPassword: Login['checkPassword']
}

/** Asks the user to authenticate again before changes that could lock the owner out of the account. */
export function createConfirmation(context: Context, parts: Parts) {
  const { db, clock } = context

  async function recentProof({ sessionId }: Actor): Promise<RecentProof> {
    const proofs = await factors.findProofs(db, sessionId)
    const since = clock.wire(new Date(clock.now().getTime() - RECENT_PROOF_MINUTES * MINUTE_MS))
    const isRecent = (time: string | null | undefined) => time !== null && time !== undefined && time >= since
    return { password: isRecent(proofs?.firstFactorTime), factor: isRecent(proofs?.secondFactorTime) }
  }

  async function ownCredentials({ userId }: Actor): Promise<accounts.Credentials> {
    const account = await accounts.credentialsById(db, userId)
    if (!account) throw new Refusal('UNAUTHENTICATED')
    return account
  }

  return {
    recentProof,
    ownCredentials,

    /** Refuses unless the session has proven its password or its second factor within the last minutes. */
    async requireRecentProof(actor: Actor): Promise<void> {
      const { password, factor } = await recentProof(actor)
      if (!password && !factor) throw new Refusal('REAUTHENTICATION_REQUIRED')
    },

    /**
     * Refuses unless the session has proven both factors; an account without a password needs only its second factor.
     */
    async requireBothProofs(actor: Actor): Promise<void> {
      const { password, factor } = await recentProof(actor)
      if (password && factor) return
      const hasPassword = isHash((await ownCredentials(actor)).passwordHash)
      if (!factor || hasPassword) throw new Refusal('REAUTHENTICATION_REQUIRED')
    },

    async options(actor: Actor): Promise<PasskeyRequest> {
      parts.passkeys.requireUsable()
      const credentials = await passkeyRows.credentialsOf(db, actor.userId)
      if (credentials.length === 0) throw new Refusal('SECOND_FACTOR_MISSING')
      const { userId, sessionId } = actor
      const { challenge } = await parts.challenges.issue('confirmation', { userId, sessionId })
      return parts.passkeys.request(challenge, credentials, 'preferred')
    },

    async confirm(actor: Actor, { password, ...proof }: ConfirmBody, origin: Origin): Promise<void> {
      const account = await ownCredentials(actor)
      const { sessionId } = actor
      if (password !== undefined) {
        await parts.checkPassword({ userName: account.userName, password, origin }, account)
        return factors.markProven(db, sessionId, { firstFactorTime: clock.wire() })
      }
      const challenge = proof.passkey ? (clientDataOf(proof.passkey)?.challenge ?? '') : ''
      if (proof.passkey && !(await parts.challenges.take(db, challenge, 'confirmation', sessionId)))
        throw new Refusal('SECOND_FACTOR_WRONG', { subject: account })
      const spend = await parts.proofs.prove(account, proof, challenge)
      await inTransaction(db, async (trx) => {
        await spend(trx)
        await factors.markProven(trx, sessionId, { secondFactorTime: clock.wire() })
      })
    },
  }
}

export type Confirmation = ReturnType<typeof createConfirmation>
