import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { OwnPhone, OwnPhoneChange, PasswordChange } from '@consilium/contract/own-account.ts'
import type { CodeSent } from '@consilium/contract/verification.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { requesterOf, type Origin, type Requester } from '../../infra/http/origin.ts'
import type { Visit } from '../../infra/http/session-cookie.ts'
import { isHash } from '../../infra/password.ts'
import { missingFields, Refusal, refuseField } from '../../infra/refusal.ts'
import type { CheckedCode, Codes } from './codes.ts'
import type { Login } from './login.ts'
import type { Notices } from './notices.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { hashNewPassword } from './password-rules.ts'
import * as phoneChanges from './phone-change-repository.ts'
import * as repository from './repository.ts'
import * as sessionRows from './session-repository.ts'
import type { Sessions } from './sessions.ts'

/** After a login by SMS code the phone counts as proven for this long. */
const PROVEN_MINUTES = 15
const MINUTE_MS = 60_000

/** Where the owner calls from. */
interface OwnPlace {
  origin: Origin
  visit: Visit
}

interface Parts {
  sessions: Sessions
  codes: Codes
  login: Login
  attempts: PasswordAttempts
  notices: Notices
}

/** Reports a wrong password on the field that it was entered in. */
function rethrowForOldPassword(error: unknown): never {
  if (error instanceof Refusal && error.error === 'LOGIN_FAILED')
    throw new Refusal('LOGIN_FAILED', {
      details: [{ field: 'oldPassword' }],
      ...(error.subject ? { subject: error.subject } : {}),
    })
  throw error
}

/** Password and phone changes by the owner of an account. */
export function createOwnAccount(
  { db, clock }: Context,
  { sessions, codes, login, attempts, notices }: Parts,
) {
  const provenSince = () => clock.wire(new Date(clock.now().getTime() - PROVEN_MINUTES * MINUTE_MS))

  async function credentialsOf(actor: Actor): Promise<repository.Credentials> {
    const account = await repository.credentialsById(db, actor.userId)
    if (!account) throw new Refusal('UNAUTHENTICATED')
    return account
  }

  /** Requires the current password or a recent login by SMS code. */
  async function requireOwner(
    actor: Actor,
    account: repository.Credentials,
    { oldPassword, origin }: { oldPassword: string | undefined; origin: Origin },
  ): Promise<void> {
    if (await sessionRows.hasProvenPhone(db, actor.sessionId, provenSince())) return
    if (!isHash(account.passwordHash)) throw refuseField('SMS_CODE_REQUIRED', 'smsCode')
    if (oldPassword === undefined) throw missingFields('oldPassword')
    const given = { userName: account.userName, password: oldPassword, origin }
    await login.checkPassword(given, account).catch(rethrowForOldPassword)
  }

  /** As `requireOwner`, but also accepts a code sent to the account's phone. */
  async function requireOwnerOrCode(
    actor: Actor,
    account: repository.Credentials,
    given: { oldPassword: string | undefined; smsCode: string | undefined; origin: Origin },
  ): Promise<CheckedCode | null> {
    if (given.smsCode === undefined || account.phone === null) {
      await requireOwner(actor, account, given)
      return null
    }
    const requester = requesterOf(actor, given.origin)
    const { phone } = account
    return codes.check({ phone, purpose: 'firstPassword', requester, code: given.smsCode })
  }

  const wordsOf = async (userId: number, account: repository.Credentials) => [
    account.userName,
    account.phone,
    ...(await repository.namesAround(db, userId)),
  ]

  return {
    /** Sends a code to the account's phone, with which a new password can be chosen. */
    async sendPasswordCode(actor: Actor): Promise<CodeSent> {
      const { phone } = await credentialsOf(actor)
      if (phone === null) throw new Refusal('ACCOUNT_WITHOUT_PHONE')
      return codes.send({ phone, purpose: 'firstPassword', requester: `user:${actor.userId}` })
    },

    /** Ends all sessions of the account and opens a new one. */
    async changePassword(
      actor: Actor,
      { oldPassword, newPassword, smsCode }: PasswordChange,
      { origin, visit }: OwnPlace,
    ): Promise<LoginAnswer> {
      const account = await credentialsOf(actor)
      const code = await requireOwnerOrCode(actor, account, { oldPassword, smsCode, origin })
      if (oldPassword === newPassword) throw refuseField('PASSWORD_UNCHANGED', 'newPassword')
      const words = await wordsOf(actor.userId, account)
      const passwordHash = await hashNewPassword(newPassword, words, 'newPassword')
      return inTransaction(db, async (trx) => {
        if (code) await codes.spend(trx, code)
        await repository.setPassword(trx, actor.userId, passwordHash, false)
        const changed = { ...account, passwordHash, mustChangePassword: false }
        return sessions.reopen(changed, actor, visit, trx)
      })
    },

    /** Resets a forgotten password: a code sent to the account's phone replaces the old password. */
    async resetForgotten(
      requester: Requester,
      { phone, smsCode, newPassword }: { phone: string; smsCode: string; newPassword: string },
    ): Promise<null> {
      const code = await codes.check({ phone, purpose: 'resetPassword', requester, code: smsCode })
      const account = await repository.credentialsByPhone(db, phone)
      if (!account) throw refuseField('SMS_CODE_WRONG', 'smsCode')
      if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
      const words = await wordsOf(account.userId, account)
      const passwordHash = await hashNewPassword(newPassword, words, 'newPassword')
      await inTransaction(db, async (trx) => {
        await codes.spend(trx, code)
        await repository.setPassword(trx, account.userId, passwordHash, false)
        await attempts.unlock(trx, account.userName)
        await sessions.endAll(trx, account.userId)
      })
      return null
    },

    async phone(actor: Actor): Promise<OwnPhone> {
      const { phone } = await credentialsOf(actor)
      return { phone, pendingPhone: await phoneChanges.pendingPhoneOf(db, actor.userId) }
    },

    /** Sends a code to the new phone. */
    async sendPhoneCode(actor: Actor, phone: string): Promise<CodeSent> {
      return codes.send({ phone, purpose: 'changePhone', requester: `user:${actor.userId}` })
    },

    /** Ends all sessions of the account, opens a new one and notifies the old phone. */
    async changePhone(
      actor: Actor,
      { phone, smsCode, oldPassword }: OwnPhoneChange,
      { origin, visit }: OwnPlace,
    ): Promise<LoginAnswer> {
      const account = await credentialsOf(actor)
      await requireOwner(actor, account, { oldPassword, origin })
      const requester: Requester = `user:${actor.userId}`
      const code = await codes.check({ phone, purpose: 'changePhone', requester, code: smsCode })
      const answer = await inTransaction(db, async (trx) => {
        await codes.spend(trx, code)
        await repository.changePhone(trx, actor.userId, phone)
        await phoneChanges.forgetChange(trx, actor.userId)
        await notices.leave(trx, actor.userId, 'phoneChanged', phone)
        return sessions.reopen({ ...account, phone }, actor, visit, trx)
      })
      notices.text(account.phone, 'phoneChanged', phone)
      return answer
    },
  }
}

export type OwnAccount = ReturnType<typeof createOwnAccount>
