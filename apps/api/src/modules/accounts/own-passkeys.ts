import { PASSKEYS_MAX, type PasskeyAttestation, type PasskeyCreation } from '@consilium/contract/proofs.ts'
import type { OwnPasskey } from '@consilium/contract/second-factor.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Challenges } from './challenges.ts'
import type { Confirmation } from './confirmation.ts'
import * as factors from './factor-repository.ts'
import * as repository from './passkey-repository.ts'
import { clientDataOf, type Passkeys } from './passkeys.ts'
import type { SecondFactorService } from './second-factor.ts'

interface Parts {
  challenges: Challenges
  passkeys: Passkeys
  confirmation: Confirmation
  secondFactor: SecondFactorService
}

/** Passkeys of the own account: add, rename, remove. */
export function createOwnPasskeys({ db, clock }: Context, parts: Parts) {
  const { challenges, passkeys, confirmation, secondFactor } = parts
  return {
    async options(actor: Actor): Promise<PasskeyCreation> {
      passkeys.requireUsable()
      await confirmation.requireRecentProof(actor)
      const { userId, sessionId } = actor
      const { challenge } = await challenges.issue('enrolment', { userId, sessionId })
      return passkeys.creation(actor, challenge)
    },

    async create(
      actor: Actor,
      { name, credential }: { name: string; credential: PasskeyAttestation },
    ): Promise<{ passkey: OwnPasskey; recoveryCodes: string[] | null }> {
      passkeys.requireUsable()
      await confirmation.requireRecentProof(actor)
      const { userId, sessionId } = actor
      const clientData = clientDataOf(credential)
      if (!clientData || !(await challenges.take(db, clientData.challenge, 'enrolment', sessionId)))
        throw new Refusal('PASSKEY_REFUSED')
      const made = await passkeys.verifyNew(credential, clientData)
      return inTransaction(db, async (trx) => {
        await factors.lockAccount(trx, userId)
        const others = await repository.credentialsOf(trx, userId)
        if (others.length >= PASSKEYS_MAX)
          throw new Refusal('TOO_MANY_PASSKEYS', { params: { max: PASSKEYS_MAX } })
        const userHandle = passkeys.handleOf(userId, others)
        const added = { ...made, userHandle, userId, name, now: clock.wire() }
        const passkey = await repository.insertPasskey(trx, added)
        return { passkey, recoveryCodes: await secondFactor.enrolled(trx, actor) }
      })
    },

    async rename({ userId }: Actor, passkeyId: number, name: string): Promise<OwnPasskey> {
      const renamed = await repository.renamePasskey(db, { userId, passkeyId, name })
      if (!renamed) throw new Refusal('NOT_FOUND')
      return renamed
    },

    /** Removing the last second factor requires the same proof as turning off the authenticator app. */
    async remove(actor: Actor, passkeyId: number): Promise<null> {
      const { userId } = actor
      if (!(await repository.findPasskey(db, userId, passkeyId))) throw new Refusal('NOT_FOUND')
      await confirmation.requireRecentProof(actor)
      const { hasTotp } = await factors.factorsOf(db, userId)
      const isLast = !hasTotp && (await repository.listPasskeys(db, userId)).length === 1
      if (isLast) await confirmation.requireBothProofs(actor)
      await inTransaction(db, async (trx) => {
        await factors.lockAccount(trx, userId)
        await repository.deletePasskey(trx, userId, passkeyId)
        await secondFactor.dropIdleCodes(trx, userId)
      })
      return null
    },
  }
}

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>
