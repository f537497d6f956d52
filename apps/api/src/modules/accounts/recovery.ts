import type { Account } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { NO_PASSWORD } from '../../infra/password.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { Notices } from './notices.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import * as phoneChanges from './phone-change-repository.ts'
import { mayReplacePhone, mayResetPassword } from './policy.ts'
import * as repository from './repository.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  sessions: Sessions
  attempts: PasswordAttempts
  notices: Notices
}

/** Account recovery by staff and main accounts. They never see a password and cannot take over a phone. */
export function createRecovery({ db }: Context, { sessions, attempts, notices }: Parts) {
  async function find(userId: number): Promise<repository.AccountRow> {
    const account = await repository.findAccount(db, userId)
    if (!account) throw new Refusal('NOT_FOUND')
    return account
  }

  /** Changes the phone at once: ends all sessions, and notifies the old phone after the commit. */
  async function replacePhone(
    within: Db,
    account: Pick<Account, 'userId' | 'phone'>,
    phone: string,
  ): Promise<() => void> {
    await repository.changePhone(within, account.userId, phone)
    await phoneChanges.forgetChange(within, account.userId)
    await notices.leave(within, account.userId, 'phoneChanged', phone)
    await sessions.endAll(within, account.userId)
    return () => notices.text(account.phone, 'phoneChanged', phone)
  }

  /** Stores a proposed phone. The old one stays in force until the owner confirms the new one with a code. */
  async function proposePhone(
    within: Db,
    actor: Actor,
    account: Pick<Account, 'userId' | 'phone'>,
    phone: string,
  ): Promise<() => void> {
    if (await repository.findByPhone(within, phone)) throw refuseField('PHONE_TAKEN', 'phone')
    await phoneChanges.proposeChange(within, { userId: account.userId, phone, startUserId: actor.userId })
    await notices.leave(within, account.userId, 'phoneChangeStarted', phone)
    return () => notices.text(account.phone, 'phoneChangeStarted', phone)
  }

  return {
    /**
     * Sets a new phone in the caller's transaction: at once if an administrator asks or the account was never used,
     * otherwise as a proposal. Returns the notification to send after the commit.
     */
    async givePhone(
      within: Db,
      actor: Actor,
      userId: number,
      phone: string | undefined,
    ): Promise<() => void> {
      const nothing = () => {}
      if (phone === undefined) return nothing
      const account = await repository.findAccount(within, userId)
      if (!account || account.phone === phone) return nothing
      const isUsed = await repository.wasUsed(within, userId)
      return mayReplacePhone(actor, { isUsed })
        ? replacePhone(within, account, phone)
        : proposePhone(within, actor, account, phone)
    },

    /** For an owner who has lost both phone and password. Administrators only; recorded in the operation log. */
    async replacePhone(actor: Actor, userId: number, phone: string): Promise<void> {
      const account = await find(userId)
      if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
      const notifyOwner = await inTransaction(db, (trx) => replacePhone(trx, account, phone))
      notifyOwner()
    },

    /** Removes the password and ends all sessions; the owner chooses a new one with an SMS code. */
    async resetPassword(actor: Actor, userId: number): Promise<void> {
      const account = await find(userId)
      if (userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
      if (!mayResetPassword(actor, account)) throw new Refusal('NOT_FOUND')
      if (account.phone === null) throw new Refusal('ACCOUNT_WITHOUT_PHONE')
      await inTransaction(db, async (trx) => {
        await repository.setPassword(trx, userId, NO_PASSWORD, true)
        await attempts.unlock(trx, account.userName)
        await attempts.forgetPlaces(trx, userId)
        await notices.leave(trx, userId, 'passwordReset')
        await sessions.endAll(trx, userId)
      })
      notices.text(account.phone, 'passwordReset')
    },
  }
}

export type Recovery = ReturnType<typeof createRecovery>
