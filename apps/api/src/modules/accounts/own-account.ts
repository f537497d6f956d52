import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import {
  PHONE_PROVEN_MINUTES,
  type OwnPhone,
  type OwnPhoneChange,
  type PasswordChange,
} from '@consilium/contract/accounts/own-account.ts'
import { accountEvents } from '@consilium/contract/events/accounts.ts'
import type { CodeSent } from '@consilium/contract/login/verification.ts'
import { later } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Person } from '../../domain/actor.ts'
import { requesterOf, type Origin, type Requester } from '../../infra/http/origin.ts'
import type { Visit } from '../../infra/http/cookies/session-cookie.ts'
import { isHash } from '../../infra/passwords/password.ts'
import { missingFields, Refusal, refuseField } from '../../infra/refusal.ts'
import { checkCode, sendCode, spendCode, type CheckedCode } from './login/codes.ts'
import { ownCredentials } from './login/confirmation.ts'
import { endAccess } from './sessions/endings.ts'
import { checkPassword } from './login/login.ts'
import { textNotice } from './notices.ts'
import { unlockName } from './login/password-attempts.ts'
import { hashNewPassword } from './login/password-rules.ts'
import * as phoneChanges from './phone-change-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import * as sessionRows from './sessions/session-repository.ts'
import { reopenSession } from './sessions/sessions.ts'

const MINUTE_MS = 60_000

/** Where the owner calls from. */
interface OwnPlace {
  origin: Origin
  visit: Visit
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

/** Requires the current password or a recent login by SMS code. */
async function requireOwner(
  scope: Scope,
  actor: Person,
  account: repository.Credentials,
  { oldPassword, origin }: { oldPassword: string | undefined; origin: Origin },
): Promise<void> {
  const provenSince = later(scope.clock, -PHONE_PROVEN_MINUTES * MINUTE_MS)
  if (await sessionRows.hasProvenPhone(scope.db, actor.sessionId, provenSince)) return
  if (!isHash(account.passwordHash)) throw refuseField('SMS_CODE_REQUIRED', 'smsCode')
  if (oldPassword === undefined) throw missingFields('oldPassword')
  const given = { userName: account.userName, password: oldPassword, origin }
  await checkPassword(scope, given, account).catch(rethrowForOldPassword)
}

/** As `requireOwner`, but also accepts a code sent to the account's phone. */
async function requireOwnerOrCode(
  scope: Scope,
  actor: Person,
  account: repository.Credentials,
  given: { oldPassword: string | undefined; smsCode: string | undefined; origin: Origin },
): Promise<CheckedCode | null> {
  if (given.smsCode === undefined || account.phone === null) {
    await requireOwner(scope, actor, account, given)
    return null
  }
  const requester = requesterOf(actor, given.origin)
  const { phone } = account
  return checkCode(scope, { phone, purpose: 'firstPassword', requester, code: given.smsCode })
}

/** Hashes the new password, which must not contain the names around the account. */
async function hashFor(
  { db }: Scope,
  userId: number,
  { userName, phone }: repository.Credentials,
  newPassword: string,
): Promise<string> {
  const words = [userName, phone, ...(await repository.namesAround(db, userId))]
  return hashNewPassword(newPassword, words, 'newPassword')
}

/** Sends a code to the account's phone, with which a new password can be chosen. */
export async function sendPasswordCode(scope: Scope, actor: Person): Promise<CodeSent> {
  const { phone } = await ownCredentials(scope, actor)
  if (phone === null) throw new Refusal('ACCOUNT_WITHOUT_PHONE')
  return sendCode(scope, { phone, purpose: 'firstPassword', requester: `user:${actor.userId}` })
}

/** Ends all sessions of the account and opens a new one. */
export async function changePassword(
  scope: Scope,
  actor: Person,
  { oldPassword, newPassword, smsCode }: PasswordChange,
  { origin, visit }: OwnPlace,
): Promise<LoginAnswer> {
  const found = await ownCredentials(scope, actor)
  const code = await requireOwnerOrCode(scope, actor, found, { oldPassword, smsCode, origin })
  if (oldPassword === newPassword) throw refuseField('PASSWORD_UNCHANGED', 'newPassword')
  const passwordHash = await hashFor(scope, actor.userId, found, newPassword)
  return inTransaction(scope.db, async (trx) => {
    if (code) await spendCode(trx, code)
    const change = async () => {
      await repository.setPassword(trx, actor.userId, passwordHash, false)
      return { ...found, passwordHash, mustChangePassword: false }
    }
    return reopenSession(scope, trx, actor, { change, visit })
  })
}

/** Resets a forgotten password: a code sent to the account's phone replaces the old password. */
export async function resetForgotten(
  scope: Scope,
  requester: Requester,
  { phone, smsCode, newPassword }: { phone: string; smsCode: string; newPassword: string },
): Promise<null> {
  const { db } = scope
  const code = await checkCode(scope, { phone, purpose: 'resetPassword', requester, code: smsCode })
  const account = await repository.credentialsByPhone(db, phone)
  if (!account) throw refuseField('SMS_CODE_WRONG', 'smsCode')
  if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
  const passwordHash = await hashFor(scope, account.userId, account, newPassword)
  await inTransaction(db, async (trx) => {
    await spendCode(trx, code)
    await repository.setPassword(trx, account.userId, passwordHash, false)
    await unlockName(scope, trx, account.userName)
    await endAccess(trx, [account.userId])
  })
  return null
}

export async function ownPhone(scope: Scope, actor: Person): Promise<OwnPhone> {
  const { phone } = await ownCredentials(scope, actor)
  return { phone, pendingPhone: await phoneChanges.pendingPhoneOf(scope.db, actor.userId) }
}

/** Sends a code to the new phone. */
export const sendPhoneCode = (scope: Scope, actor: Person, phone: string): Promise<CodeSent> =>
  sendCode(scope, { phone, purpose: 'changePhone', requester: `user:${actor.userId}` })

/** Ends all sessions of the account, opens a new one and notifies the old phone. */
export async function changePhone(
  scope: Scope,
  actor: Person,
  { phone, smsCode, oldPassword }: OwnPhoneChange,
  { origin, visit }: OwnPlace,
): Promise<LoginAnswer> {
  const { userId } = actor
  const found = await ownCredentials(scope, actor)
  await requireOwner(scope, actor, found, { oldPassword, origin })
  const requester: Requester = `user:${userId}`
  const code = await checkCode(scope, { phone, purpose: 'changePhone', requester, code: smsCode })
  const answer = await inTransaction(scope.db, async (trx) => {
    await spendCode(trx, code)
    const change = async () => {
      await repository.changePhone(trx, userId, phone)
      await phoneChanges.forgetChange(trx, userId)
      await scope.eventLog.record(trx, accountEvents.phoneChanged, {
        recordId: userId,
        actorId: userId,
        fields: {},
      })
      return { ...found, phone }
    }
    return reopenSession(scope, trx, actor, { change, visit })
  })
  textNotice(scope, found.phone, 'phoneChanged', phone)
  return answer
}
