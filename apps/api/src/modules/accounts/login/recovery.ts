import { accountEvents } from '@consilium/contract/events/accounts.ts'
import type { Account } from '@consilium/contract/accounts/accounts.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Actor } from '../../../domain/actor.ts'
import { NO_PASSWORD } from '../../../infra/passwords/password.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { endAccess } from '../sessions/endings.ts'
import { forgetSources } from './failure-repository.ts'
import { textNotice } from '../notices.ts'
import { unlockName } from './password-attempts.ts'
import * as phoneChanges from '../phone-change-repository.ts'
import { mayReplacePhone, mayResetPassword } from '../policy.ts'
import * as repository from '../repository.ts'
import type { Scope } from '../scope.ts'

type Phoned = Pick<Account, 'userId' | 'phone'>

async function find({ db }: Scope, userId: number): Promise<repository.AccountRow> {
  const account = await repository.findAccount(db, userId)
  if (!account) throw new Refusal('NOT_FOUND')
  return account
}

/** Changes the phone at once: ends all sessions, and notifies the old phone after the commit. */
async function setPhone(
  scope: Scope,
  within: Db,
  { userId, phone: oldPhone }: Phoned,
  { phone, actorId }: { phone: string; actorId: number },
): Promise<() => void> {
  // Before the change, so that codes sent to the old phone end as well.
  await endAccess(within, [userId])
  await repository.changePhone(within, userId, phone)
  await phoneChanges.forgetChange(within, userId)
  await scope.eventLog.record(within, accountEvents.phoneChanged, { recordId: userId, actorId, fields: {} })
  return () => textNotice(scope, oldPhone, 'phoneChanged', phone)
}

/** Stores a proposed phone. The old one stays in force until the owner confirms the new one with a code. */
async function proposePhone(
  scope: Scope,
  within: Db,
  { userId, phone: oldPhone }: Phoned,
  { phone, startUserId }: { phone: string; startUserId: number },
): Promise<() => void> {
  if (await repository.findByPhone(within, phone)) throw refuseField('PHONE_TAKEN', 'phone')
  await phoneChanges.proposeChange(within, { userId, phone, startUserId })
  await scope.eventLog.record(within, accountEvents.phoneChangeStarted, {
    recordId: userId,
    actorId: startUserId,
    fields: {},
  })
  return () => textNotice(scope, oldPhone, 'phoneChangeStarted', phone)
}

/**
 * Sets a new phone in the caller's transaction: at once if an administrator asks or the account was never used,
 * otherwise as a proposal. Returns the notification to send after the commit. Staff and main accounts cannot take over
 * a phone.
 */
export async function givePhone(
  scope: Scope,
  within: Db,
  actor: Actor,
  { userId, phone }: { userId: number; phone: string | undefined },
): Promise<() => void> {
  const nothing = () => {}
  if (phone === undefined) return nothing
  const account = await repository.findAccount(within, userId)
  if (!account || account.phone === phone) return nothing
  const isUsed = await repository.wasUsed(within, userId)
  return mayReplacePhone(actor, { isUsed })
    ? setPhone(scope, within, account, { phone, actorId: actor.userId })
    : proposePhone(scope, within, account, { phone, startUserId: actor.userId })
}

/** For an owner who has lost both phone and password. Administrators only; recorded in the operation log. */
export async function replacePhone(scope: Scope, actor: Actor, userId: number, phone: string): Promise<void> {
  const account = await find(scope, userId)
  if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
  const notifyOwner = await inTransaction(scope.db, (trx) =>
    setPhone(scope, trx, account, { phone, actorId: actor.userId }),
  )
  notifyOwner()
}

/**
 * Removes the password and ends all sessions; the owner chooses a new one with an SMS code. No source counts as known
 * afterwards. Nobody but the owner ever sees a password.
 */
export async function resetPassword(scope: Scope, actor: Actor, userId: number): Promise<null> {
  const account = await find(scope, userId)
  if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
  if (!mayResetPassword(actor, account)) throw new Refusal('NOT_FOUND')
  if (account.phone === null) throw new Refusal('ACCOUNT_WITHOUT_PHONE')
  await inTransaction(scope.db, async (trx) => {
    await repository.setPassword(trx, userId, NO_PASSWORD, true)
    await unlockName(scope, trx, account.userName)
    await forgetSources(trx, userId)
    await scope.eventLog.record(trx, accountEvents.passwordReset, {
      recordId: userId,
      actorId: actor.userId,
      fields: {},
    })
    await endAccess(trx, [userId])
  })
  textNotice(scope, account.phone, 'passwordReset')
  return null
}
