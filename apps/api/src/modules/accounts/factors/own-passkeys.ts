import {
  PASSKEYS_MAX,
  type PasskeyAttestation,
  type PasskeyCreation,
} from '@consilium/contract/login/proofs.ts'
import type { OwnPasskey } from '@consilium/contract/login/second-factor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Person } from '../../../domain/actor.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { issueChallenge, takeChallenge } from '../login/challenges.ts'
import { requireBothProofs, requireRecentProof } from '../login/confirmation.ts'
import * as factors from './factor-repository.ts'
import * as repository from './passkey-repository.ts'
import { clientDataOf, passkeyCreation, requirePasskeys, userHandleOf, verifyNewPasskey } from './passkeys.ts'
import type { Scope } from '../scope.ts'
import { factorEnrolled, factorRemoved } from './second-factor.ts'

/** Options for making a passkey of the own account. */
export async function ownPasskeyOptions(scope: Scope, actor: Person): Promise<PasskeyCreation> {
  requirePasskeys(scope)
  await requireRecentProof(scope, actor)
  const { userId, sessionId } = actor
  const { challenge } = await issueChallenge(scope, 'enrolment', { userId, sessionId })
  return passkeyCreation(scope, actor, challenge)
}

export async function addPasskey(
  scope: Scope,
  actor: Person,
  { name, credential }: { name: string; credential: PasskeyAttestation },
): Promise<{ passkey: OwnPasskey; recoveryCodes: string[] | null }> {
  requirePasskeys(scope)
  await requireRecentProof(scope, actor)
  const { db, clock } = scope
  const { userId, sessionId } = actor
  const clientData = clientDataOf(credential)
  const purpose = 'enrolment' as const
  if (!clientData || !(await takeChallenge(scope, db, clientData.challenge, { purpose, sessionId })))
    throw new Refusal('PASSKEY_REFUSED')
  const made = await verifyNewPasskey(scope, credential, clientData)
  return inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, userId)
    const others = await repository.credentialsOf(trx, userId)
    if (others.length >= PASSKEYS_MAX)
      throw new Refusal('TOO_MANY_PASSKEYS', { params: { max: PASSKEYS_MAX } })
    const userHandle = userHandleOf(scope, userId, others)
    const added = { ...made, userHandle, userId, name, now: clock.wire() }
    const passkey = await repository.insertPasskey(trx, added)
    return { passkey, recoveryCodes: await factorEnrolled(scope, trx, actor) }
  })
}

export async function renamePasskey(
  { db }: Scope,
  { userId }: Person,
  passkeyId: number,
  name: string,
): Promise<OwnPasskey> {
  const renamed = await repository.renamePasskey(db, { userId, passkeyId, name })
  if (!renamed) throw new Refusal('NOT_FOUND')
  return renamed
}

/** Removing the last second factor requires the same proof as turning off the authenticator app. */
export async function removePasskey(scope: Scope, actor: Person, passkeyId: number): Promise<null> {
  const { db } = scope
  const { userId } = actor
  if (!(await repository.findPasskey(db, userId, passkeyId))) throw new Refusal('NOT_FOUND')
  await requireRecentProof(scope, actor)
  const { hasTotp } = await factors.factorsOf(db, userId)
  const isLast = !hasTotp && (await repository.listPasskeys(db, userId)).length === 1
  if (isLast) await requireBothProofs(scope, actor)
  await inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, userId)
    await repository.deletePasskey(trx, userId, passkeyId)
    await factorRemoved(trx, actor)
  })
  return null
}
