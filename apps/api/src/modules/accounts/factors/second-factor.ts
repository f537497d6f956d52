import { accountEvents } from '@consilium/contract/events/accounts.ts'
import type { SecondFactor } from '@consilium/contract/login/second-factor.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Person } from '../../../domain/actor.ts'
import { NO_PASSWORD } from '../../../infra/passwords/password.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { ownCredentials, recentProof, requireBothProofs, requireRecentProof } from '../login/confirmation.ts'
import { endAccess } from '../sessions/endings.ts'
import * as factors from './factor-repository.ts'
import * as passkeyRows from './passkey-repository.ts'
import { factorsRequired, lacksFactor } from '../policy.ts'
import { newRecoveryCodes, totpPlace } from './proofs.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'
import { describeTotp, newTotpSecret, stepOfCode } from './totp.ts'

export const ENROLMENT_MINUTES = 15
const MINUTE_MS = 60_000

/** What an owner sees of the second factors of the account. */
export async function factorStatus(scope: Scope, actor: Person): Promise<SecondFactor> {
  const { config, db } = scope
  const { userId, roleType } = actor
  const account = await ownCredentials(scope, actor)
  const required = factorsRequired(config.secondFactor, roleType)
  const totpTime = (await factors.findTotp(db, userId))?.confirmedTime ?? null
  const owned = await passkeyRows.listPasskeys(db, userId)
  return {
    required,
    missing: lacksFactor(required, { hasTotp: totpTime !== null, hasPasskey: owned.length > 0 }),
    hasPassword: account.passwordHash !== NO_PASSWORD,
    totpTime,
    recoveryCodesLeft: await factors.countRecoveryCodes(db, userId),
    passkeysUsable: config.passkeys !== null,
    passkeys: owned,
    recentlyProven: await recentProof(scope, actor),
  }
}

/**
 * Runs after a factor was added: marks this session as proven, ends the others that are not, and issues recovery codes
 * if there are none.
 */
export async function factorEnrolled(
  { clock }: Scope,
  within: Db,
  { userId, sessionId }: Person,
): Promise<string[] | null> {
  const isOpen = await factors.markProven(within, sessionId, { secondFactorTime: clock.wire() })
  // The session was ended after this request began, so its factor must not stay.
  if (!isOpen) throw new Refusal('UNAUTHENTICATED')
  await endAccess(within, [userId], { kept: { sessionId, proven: true } })
  if ((await factors.countRecoveryCodes(within, userId)) > 0) return null
  const codes = newRecoveryCodes()
  await factors.replaceRecoveryCodes(within, userId, codes.hashes)
  return codes.shown
}

/**
 * Runs after a factor was removed, which may be lost or stolen: ends the other sessions. Recovery codes replace a second
 * factor, so they are deleted with the last one.
 */
export async function factorRemoved(within: Db, { userId, sessionId }: Person): Promise<void> {
  const { hasTotp, hasPasskey } = await factors.factorsOf(within, userId)
  if (!hasTotp && !hasPasskey) await factors.deleteRecoveryCodes(within, userId)
  await endAccess(within, [userId], { kept: { sessionId } })
}

/** Begins the setup of an authenticator app. */
export async function beginTotp(scope: Scope, actor: Person) {
  const { db, clock, keys } = scope
  await requireRecentProof(scope, actor)
  const secret = newTotpSecret()
  const { uri, qrCode } = await describeTotp(secret, actor.userName)
  const secretCipher = keys.seal(secret, totpPlace(actor.userId))
  const begun = await factors.beginTotp(db, { userId: actor.userId, secretCipher, now: clock.wire() })
  if (!begun) throw new Refusal('TOTP_ENROLLED')
  return { secret, uri, qrCode, expiresAt: later(clock, ENROLMENT_MINUTES * MINUTE_MS) }
}

/** Only the session that began the setup has seen the secret, and it had to authenticate again for it. */
export async function confirmTotp(
  scope: Scope,
  actor: Person,
  code: string,
): Promise<{ recoveryCodes: string[] | null }> {
  const { db, clock, keys } = scope
  const { userId } = actor
  const begun = await factors.findTotp(db, userId)
  const earliest = later(clock, -ENROLMENT_MINUTES * MINUTE_MS)
  if (!begun || begun.confirmedTime !== null || begun.createTime < earliest)
    throw new Refusal('TOTP_NOT_BEGUN')
  const { secretCipher } = begun
  const step = stepOfCode(keys.open(secretCipher, totpPlace(userId)), code, clock.now())
  if (step === null) throw new Refusal('SECOND_FACTOR_WRONG', { subject: actor })
  return inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, userId)
    const confirmed = await factors.confirmTotp(trx, { userId, secretCipher, step, now: clock.wire() })
    if (!confirmed) throw new Refusal('TOTP_NOT_BEGUN')
    return { recoveryCodes: await factorEnrolled(scope, trx, actor) }
  })
}

export async function removeTotp(scope: Scope, actor: Person): Promise<null> {
  const { db } = scope
  const totp = await factors.findTotp(db, actor.userId)
  if (!totp?.confirmedTime) throw new Refusal('NOT_FOUND')
  await requireBothProofs(scope, actor)
  await inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, actor.userId)
    await factors.deleteTotp(trx, actor.userId)
    await factorRemoved(trx, actor)
  })
  return null
}

export async function renewRecoveryCodes(scope: Scope, actor: Person): Promise<{ recoveryCodes: string[] }> {
  const { db } = scope
  const { hasTotp, hasPasskey } = await factors.factorsOf(db, actor.userId)
  if (!hasTotp && !hasPasskey) throw new Refusal('SECOND_FACTOR_MISSING')
  await requireRecentProof(scope, actor)
  const codes = newRecoveryCodes()
  await inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, actor.userId)
    await factors.replaceRecoveryCodes(trx, actor.userId, codes.hashes)
  })
  return { recoveryCodes: codes.shown }
}

/** For an owner who has lost all second factors: the password remains, and a message reports the reset. */
export async function resetFactors(scope: Scope, actor: Person, userId: number): Promise<null> {
  const { db, eventLog } = scope
  if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
  if (!(await accounts.findAccount(db, userId))) throw new Refusal('NOT_FOUND')
  await requireRecentProof(scope, actor)
  await inTransaction(db, async (trx) => {
    await factors.lockAccount(trx, userId)
    await factors.deleteTotp(trx, userId)
    await passkeyRows.deletePasskeysOf(trx, userId)
    await factors.deleteRecoveryCodes(trx, userId)
    await endAccess(trx, [userId])
    await eventLog.record(trx, accountEvents.factorsReset, {
      recordId: userId,
      actorId: actor.userId,
      fields: {},
    })
  })
  return null
}
